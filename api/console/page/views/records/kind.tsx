import { useState } from 'preact/hooks';
import { rangeOfTexts, recordSearch } from '../../../../../domain/savedQueries/listSearch.ts';
import { errorOf, type Filtering, searchPage, send } from '../../common/api.ts';
import { namedColumns } from '../../common/columns.ts';
import { labelOf } from '../../common/labels.ts';
import { LIST_REFRESH_MS, useLoad } from '../../common/load.ts';
import { LIST_SIZE } from '../../common/requestsOfLink.ts';
import { href, type Location } from '../../common/router.ts';
import { columnsOf, type Interface, type Kind, plural, type Schema } from '../../common/schema.ts';
import { isoOfField } from '../../common/zone.ts';
import { download } from '../../parts/download.ts';
import { useColumnChoice } from '../../parts/list/columnChoice.tsx';
import { ListBar } from '../../parts/list/listBar.tsx';
import { NoRecords } from '../../parts/list/noRecords.tsx';
import { selectionOf } from '../../parts/list/timeRange.tsx';
import { Failure, notify } from '../../parts/notices.tsx';
import { Pager, pageOf } from '../../parts/pager.tsx';
import { QueryForm } from '../../parts/queryForm.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Value } from '../../parts/value.tsx';
import { Time } from '../../parts/values/time.tsx';
import { View } from '../../parts/view.tsx';
import {
  canBeExported,
  canBeImported,
  canBeSaved,
  defaultSort,
  kindPath,
  linkMemberOf,
  nameOf,
  narrowMembers,
  type RecordOf,
  shortMembers,
  textsOf,
  timesLabel,
  wordMembersOf,
} from './kinds.ts';
import { MemberValue } from './memberValue.tsx';

interface KindViewProps {
  readonly kind: Kind;
  readonly location: Location;
  readonly resolve: Interface['resolve'];
}

/** The list of the records of a kind. */
export function KindView({ kind, location, resolve }: KindViewProps) {
  const sort = defaultSort(kind);
  const filtering: Filtering = recordSearch(kind.path, location.query, isoOfField);
  const page = pageOf(location);
  const { data, error } = useLoad(
    (signal) => searchPage<RecordOf>(kind.path, { ...filtering, page, size: LIST_SIZE }, signal),
    [kind.path, selectionOf(location)],
    LIST_REFRESH_MS,
    location.query.toString(),
  );
  const { shown, chooser } = useColumnChoice(kind.path, columnsOfList(kind, resolve));
  const sorting = { location, order: filtering.sort?.[0] };
  const range = rangeOfTexts(kind.path, location.query);
  const wordMembers = wordMembersOf(kind);
  const backup = useExport(kind, filtering.filters ?? []);
  const failure = error ?? backup.failure;
  return (
    <View
      title={plural(kind)}
      pending={!data && !failure}
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
        columns={namedColumns(columnsOf(kind.schema, resolve))}
        words={textsOf(kind) ?? (wordMembers.length > 0 ? { label: 'Words', members: wordMembers } : undefined)}
      />
      <ListBar location={location} times={timesLabel(kind)} range={range}>
        {chooser}
      </ListBar>
      {failure && <Failure error={failure} />}
      {data && (
        <>
          <Table
            caption={plural(kind)}
            rows={data.content}
            keyOf={({ id }) => id}
            columns={shown}
            sorting={sorting}
            empty={<NoneShown kind={kind} location={location} />}
          />
          <Pager
            location={location}
            page={page}
            size={LIST_SIZE}
            total={data.totalElements}
            isLowerBound={data.totalIsLowerBound}
          />
        </>
      )}
    </View>
  );
}

/** What a list says that shows no record: whether the kind has none, none of the last day match, or none at all. */
function NoneShown({ kind, location }: { kind: Kind; location: Location }) {
  if (rangeOfTexts(kind.path, location.query) && !location.query.has('range'))
    return <NoneInRange location={location} />;
  if (location.query.size > 0) return <>No record matches.</>;
  return <NoRecords of={plural(kind).toLowerCase()} about={kind.description} kind={kind.path} />;
}

const NoneInRange = ({ location: { path, query } }: { location: Location }) => (
  <>
    No record of the last day matches.{' '}
    <a href={href(path, { ...Object.fromEntries(query), range: 'any' })}>Search at any time</a>
  </>
);

/** Returns the columns of the list: what leads to the record, short members, and the time of the last edit. */
function columnsOfList(kind: Kind, resolve: Interface['resolve']): Column<RecordOf>[] {
  const properties = kind.schema.properties ?? {};
  const schemaOf = (name: string): Schema => resolve(properties[name] ?? {});
  const link = linkMemberOf(kind);
  const first = link ?? (properties['code'] === undefined ? 'id' : 'code');
  const { shown, optional } = shortMembers(kind, resolve);
  return [
    {
      title: link ? timesLabel(kind) : labelOf(first),
      names: true,
      sort: link ? `-${first}` : first,
      cell: (record) => (
        <a href={href(['records', kind.path, record.id])} class={first === 'id' ? 'code id' : undefined}>
          {link ? (
            <Value value={record[link]} schema={schemaOf(link)} short />
          ) : first === 'id' ? (
            record.id
          ) : (
            nameOf(record)
          )}
        </a>
      ),
    },
    ...[...shown, ...optional.filter((name) => name !== link)].map((name, index) => ({
      title: labelOf(name),
      wide: index >= narrowMembers(kind),
      optional: !shown.includes(name),
      sort: schemaOf(name).format === 'date-time' ? `-${name}` : name,
      cell: (record: RecordOf) => <MemberValue {...{ kind, record, name, resolve }} />,
    })),
    ...(link
      ? [
          {
            title: 'Id',
            optional: true,
            sort: 'id',
            cell: ({ id }: RecordOf) => <span class="code id">{id}</span>,
          },
        ]
      : []),
    {
      title: 'Edited',
      wide: true,
      optional: link !== undefined,
      sort: '-auditInfo.whenEdited',
      cell: ({ auditInfo }) => <Time at={auditInfo?.whenEdited} />,
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
