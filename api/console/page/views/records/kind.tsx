import { useState } from 'preact/hooks';
import { errorOf, type Filtering, searchPage, send } from '../../common/api.ts';
import { moment } from '../../common/format.ts';
import { LIST_REFRESH_MS, useLoad } from '../../common/load.ts';
import { href, type Location } from '../../common/router.ts';
import { columnsOf, humanize, type Interface, type Kind, plural } from '../../common/schema.ts';
import { download } from '../../parts/download.ts';
import { Failure, notify } from '../../parts/notices.tsx';
import { Pager, pageOf } from '../../parts/pager.tsx';
import { filteringOf, QueryForm } from '../../parts/queryForm.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Value } from '../../parts/value.tsx';
import { View } from '../../parts/view.tsx';
import {
  canBeExported,
  canBeImported,
  canBeSaved,
  defaultSort,
  kindPath,
  nameOf,
  type RecordOf,
  shortMembers,
} from './kinds.ts';

const SIZE = 50;

interface KindViewProps {
  readonly kind: Kind;
  readonly location: Location;
  readonly resolve: Interface['resolve'];
}

/** The list of the records of a kind. */
export function KindView({ kind, location, resolve }: KindViewProps) {
  const sort = defaultSort(kind);
  const filtering = { ...(sort && { sort }), ...filteringOf(location) };
  const page = pageOf(location);
  const { data, error } = useLoad(
    (signal) => searchPage<RecordOf>(kind.path, { ...filtering, page, size: SIZE }, signal),
    [kind.path, filtering, page],
    LIST_REFRESH_MS,
  );
  const backup = useExport(kind, filtering.filters ?? []);
  const failure = error ?? backup.failure;
  const properties = kind.schema.properties ?? {};
  return (
    <View
      title={plural(kind)}
      up={{ label: 'Records', path: ['records'] }}
      actions={
        <>
          {canBeExported(kind) && (
            <button type="button" onClick={() => void backup.start()} disabled={backup.busy} aria-busy={backup.busy}>
              Export
            </button>
          )}
          {canBeImported(kind) && (
            <a class="button" href={href(['records', kind.path, '~import'])}>
              Import
            </a>
          )}
          {canBeImported(kind) && canBeSaved(kind) && (
            <a class="button" href={href(['records', kind.path, '~new'])}>
              Create
            </a>
          )}
        </>
      }
    >
      <QueryForm
        location={location}
        defaultSort={sort}
        columns={[...new Set(columnsOf(kind.schema, resolve))]}
        fulltext={['code', 'name', 'description'].some((name) => properties[name])}
      />
      {failure && <Failure error={failure} />}
      {data && (
        <>
          <Table
            caption={plural(kind)}
            rows={data.content}
            keyOf={({ id }) => id}
            columns={columnsOfList(kind, resolve)}
            empty="No record matches."
          />
          <Pager location={location} page={page} size={SIZE} total={data.totalElements} />
        </>
      )}
    </View>
  );
}

/** Returns the columns of the list: code or id, some short members, and the time of the last edit. */
function columnsOfList(kind: Kind, resolve: Interface['resolve']): Column<RecordOf>[] {
  const properties = kind.schema.properties ?? {};
  const hasCode = properties['code'] !== undefined;
  return [
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
      title: humanize(name),
      wide: index > 0,
      cell: (record: RecordOf) => <Value value={record[name]} schema={resolve(properties[name] ?? {})} />,
    })),
    {
      title: 'Edited',
      wide: true,
      cell: ({ auditInfo }) => <span class="nowrap quiet">{moment(auditInfo?.whenEdited)}</span>,
    },
  ];
}

/** Downloads the records that match the filters. */
function useExport(kind: Kind, filters: NonNullable<Filtering['filters']>) {
  const [failure, setFailure] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const start = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const response = await send('POST', `${kindPath(kind)}/backup`, { entityType: kind.name, filtering: filters });
      download(await response.blob(), `${kind.path}-${new Date().toISOString().slice(0, 10)}.json`);
      notify(`${plural(kind)} exported.`);
    } catch (reason) {
      setFailure(errorOf(reason));
    }
    setBusy(false);
  };
  return { start, busy, failure };
}
