import { useState } from 'preact/hooks';
import { searchPage, send } from '../../api.ts';
import { moment, number } from '../../format.ts';
import { LIST_MS, useLoad } from '../../load.ts';
import { download } from '../../parts/download.ts';
import { Failure, Notice, tell } from '../../parts/notices.tsx';
import { Pager, pageOf } from '../../parts/pager.tsx';
import { filteringOf, QueryForm } from '../../parts/query.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Value } from '../../parts/value.tsx';
import { href, type Place } from '../../router.ts';
import { columnsOf, type Interface, type Kind, plural, words } from '../../schema.ts';
import { View } from '../../shell.tsx';
import { ArchiveView } from '../archive.tsx';
import { RuleTrialView } from '../rules/ruleTest.tsx';
import {
  canBeImported,
  canBeSaved,
  elsewhere,
  nameOf,
  type RecordOf,
  root,
  shortMembers,
  useInterface,
  usualSort,
} from './kinds.ts';
import { RecordView } from './record.tsx';
import { EditView } from './recordEdit.tsx';
import { ImportView } from './recordImport.tsx';

const SIZE = 50;

/** `#/records`, `#/records/users`, `#/records/users/ID`, and what is done there. */
export function RecordsView({ place }: { place: Place }) {
  const { data, error } = useInterface();
  const [, path, id, what] = place.path;
  if (error || !data) return <View title="Records">{error && <Failure error={error} />}</View>;
  if (path === undefined) return <KindsView {...data} />;
  if (path === '~archive') return <ArchiveView />;
  const kind = data.kinds.find((one) => one.path === path);
  if (!kind)
    return (
      <View title="Records">
        <Notice>There is no such kind.</Notice>
      </View>
    );
  if (id === undefined) return <KindView key={path} kind={kind} place={place} resolve={data.resolve} />;
  if (id === '~new')
    return <EditView key="new" kind={kind} resolve={data.resolve} copyOf={place.query.get('copy') ?? undefined} />;
  if (id === '~import') return <ImportView kind={kind} />;
  if (what === 'try' && kind.name === 'NotificationRule') return <RuleTrialView key={id} id={id} />;
  if (what === 'edit') return <EditView key={id} kind={kind} resolve={data.resolve} id={id} />;
  return <RecordView key={id} kind={kind} id={id} resolve={data.resolve} />;
}

function KindsView({ kinds }: Interface) {
  const { data } = useLoad(
    (signal) =>
      Promise.all(
        kinds.map(async ({ path }) => [path, (await searchPage(path, { size: 1 }, signal)).totalElements] as const),
      ),
    [kinds.length],
  );
  const counts = new Map(data);
  return (
    <View
      title="Records"
      actions={
        <a class="button" href={href(['records', '~archive'])}>
          Export or import all
        </a>
      }
    >
      <Table
        caption="Kinds"
        rows={kinds}
        keyOf={({ path }) => path}
        columns={[
          {
            title: 'Kind',
            names: true,
            cell: (kind) => <a href={href(elsewhere[kind.name] ?? ['records', kind.path])}>{plural(kind)}</a>,
          },
          {
            title: 'Records',
            figures: true,
            cell: ({ path }) => {
              const count = counts.get(path);
              return count === undefined ? '' : number(count);
            },
          },
        ]}
      />
    </View>
  );
}

function KindView({ kind, place, resolve }: { kind: Kind; place: Place; resolve: Interface['resolve'] }) {
  const usual = usualSort(kind);
  const filtering = { ...(usual && { sort: usual }), ...filteringOf(place) };
  const page = pageOf(place);
  const { data, error } = useLoad(
    (signal) => searchPage<RecordOf>(kind.path, { ...filtering, page, size: SIZE }, signal),
    [kind.path, filtering, page],
    LIST_MS,
  );
  const [failure, setFailure] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const properties = kind.schema.properties ?? {};
  const hasCode = properties['code'] !== undefined;
  const columns: Column<RecordOf>[] = [
    {
      title: hasCode ? 'Code' : 'Id',
      names: true,
      cell: (record) => (
        <a href={href(['records', kind.path, record.id])} class={hasCode ? undefined : 'code id'}>
          {hasCode ? nameOf(record) : record.id}
        </a>
      ),
    },
    ...shortMembers(kind, resolve).map((name, index) => ({
      title: words(name),
      wide: index > 0,
      cell: (record: RecordOf) => <Value value={record[name]} schema={resolve(properties[name] ?? {})} />,
    })),
    {
      title: 'Edited',
      wide: true,
      cell: ({ auditInfo }) => <span class="nowrap quiet">{moment(auditInfo?.whenEdited)}</span>,
    },
  ];
  const exportAll = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const response = await send('POST', `${root(kind)}/backup`, {
        entityType: kind.name,
        filtering: filtering.filters ?? [],
      });
      download(await response.blob(), `${kind.path}-${new Date().toISOString().slice(0, 10)}.json`);
      tell(`${plural(kind)}: exported.`);
    } catch (reason) {
      setFailure(reason as Error);
    }
    setBusy(false);
  };
  return (
    <View
      title={plural(kind)}
      up={{ label: 'Records', path: ['records'] }}
      actions={
        canBeImported(kind) && (
          <>
            <button type="button" onClick={() => void exportAll()} disabled={busy} aria-busy={busy}>
              Export
            </button>
            <a class="button" href={href(['records', kind.path, '~import'])}>
              Import
            </a>
            {canBeSaved(kind) && (
              <a class="button" href={href(['records', kind.path, '~new'])}>
                Create
              </a>
            )}
          </>
        )
      }
    >
      <QueryForm
        place={place}
        usual={usual}
        columns={[...new Set([...columnsOf(kind.schema, resolve)])]}
        fulltext={['code', 'name', 'description'].some((name) => properties[name])}
      />
      {(error ?? failure) && <Failure error={(error ?? failure) as Error} />}
      {data && (
        <>
          <Table
            caption={plural(kind)}
            rows={data.content}
            keyOf={({ id }) => id}
            columns={columns}
            empty="No record matches."
          />
          <Pager place={place} page={page} size={SIZE} total={data.totalElements} />
        </>
      )}
    </View>
  );
}
