import type { AccessExplanation } from '../../../../../client/api.ts';
import { get } from '../../common/api.ts';
import { labelOfEntity } from '../../common/labels.ts';
import { useLoad } from '../../common/load.ts';
import { href, type Location } from '../../common/router.ts';
import { currentCaller, isAdministrator } from '../../common/schema.ts';
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filters.tsx';
import { Failure } from '../../parts/notices.tsx';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { View } from '../../parts/view.tsx';

/** Explains in words which access rules give a user rights to a kind or to one of its records. */
export function ExplainView({ location }: { location: Location }) {
  const [user, kind, id] = ['user', 'kind', 'id'].map((name) => location.query.get(name) || undefined);
  const { data, error } = useLoad(
    async (signal) =>
      kind === undefined
        ? null
        : get<AccessExplanation>('/api/v2/access/explain', { query: { user, kind, id }, signal }),
    [user, kind, id],
  );
  const names = (currentCaller()?.access ?? [])
    .map(({ entityName }) => [entityName, labelOfEntity(entityName)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other));
  return (
    <View title="Explain rights">
      <Filters location={location} action="Explain">
        {isAdministrator() && <TextFilter location={location} name="user" label="User (you, if empty)" />}
        <ChoiceFilter location={location} name="kind" label="Kind" choices={names} empty="Choose a kind" />
        <TextFilter location={location} name="id" label="Id or code of a record" />
      </Filters>
      {error && <Failure error={error} />}
      {data === null && <p class="empty">Choose a kind, then press Explain.</p>}
      {data && <Explanation of={data} />}
    </View>
  );
}

const wordOf = (extent: AccessExplanation['read']): string =>
  typeof extent === 'string' ? extent : extent ? 'yes' : 'no';

const Explanation = ({ of: { read, write, because, rules } }: { of: AccessExplanation }) => (
  <>
    <p>
      Read: <b>{wordOf(read)}</b>. Write: <b>{wordOf(write)}</b>. {because}
    </p>
    <Table
      caption="Access rules"
      rows={rules}
      keyOf={({ id }) => id}
      empty="No access rule of the user concerns this kind."
      columns={[
        {
          title: 'Rule',
          names: true,
          cell: ({ id, code }) => <a href={href(['records', 'access-rules', id])}>{code}</a>,
        },
        { title: 'Gives', cell: ({ gives }) => <Status of={gives} /> },
        { title: 'Because', cell: (rule) => rule.because },
      ]}
    />
  </>
);
