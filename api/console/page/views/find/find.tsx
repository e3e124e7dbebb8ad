import { number } from '../../common/format.ts';
import { useLoad } from '../../common/load.ts';
import type { Location } from '../../common/router.ts';
import { href } from '../../common/router.ts';
import { loadInterface, plural } from '../../common/schema.ts';
import { Filters, TextFilter } from '../../parts/filters.tsx';
import { Failure } from '../../parts/notices.tsx';
import { Table } from '../../parts/table.tsx';
import { View } from '../../parts/view.tsx';
import type { RecordOf } from '../records/kinds.ts';
import { findMentions, linkOf, type Mentions, mentioningMembers, recordTitle } from './mentions.ts';

/** All records that have a text as their id or code, or name another record by it. */
export function FindView({ location }: { location: Location }) {
  const text = location.query.get('q') ?? '';
  const { data, error } = useLoad(
    async (signal) => (text === '' ? [] : findMentions(await loadInterface(), text, signal)),
    [text],
  );
  return (
    <View title="Find">
      <Filters location={location}>
        <TextFilter location={location} name="q" label="Id or code" placeholder="of any record" />
      </Filters>
      {error && <Failure error={error} />}
      {text !== '' && !error && !data && <p role="status">Searching all kinds…</p>}
      {text !== '' && data?.length === 0 && (
        <p class="empty">No record that you may read has this id or code, or names another record by it.</p>
      )}
      {data?.map((mentions) => (
        <Found key={mentions.kind.path} {...mentions} text={text} />
      ))}
    </View>
  );
}

function Found({ kind, records, total, text }: Mentions & { text: string }) {
  return (
    <>
      <h2>
        {plural(kind)}{' '}
        <span class="quiet">
          {total > records.length ? `${number(records.length)} of ${number(total)}` : number(total)}
        </span>
      </h2>
      <Table<RecordOf>
        caption={plural(kind)}
        rows={records}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Record',
            names: true,
            cell: (record) => <a href={linkOf(kind, record)}>{recordTitle(kind, record)}</a>,
          },
          { title: 'Found in', cell: (record) => mentioningMembers(record, text).join(', ') },
          { title: 'Id', wide: true, cell: ({ id }) => <span class="code">{id}</span> },
        ]}
      />
      {total > records.length && (
        <p class="quiet">
          The list of the kind has all: <a href={href(['records', kind.path])}>{plural(kind)}</a>
        </p>
      )}
    </>
  );
}
