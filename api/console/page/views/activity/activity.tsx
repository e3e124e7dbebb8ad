import { href, type Location } from '../../common/router.ts';
import { ChoiceFilter, Filters } from '../../parts/filters.tsx';
import { View } from '../../parts/view.tsx';
import { namesOf, spans, useActivity } from './activityData.ts';
import { NamedCharts } from './namedCharts.tsx';

const kinds = [
  ['jobs', 'Queue', 'No queue job has ended in this time.'],
  ['steps', 'Job type', 'No step of a job has ended in this time.'],
  ['handOvers', 'Channel', 'No message was handed over in this time.'],
  ['requests', 'Requests', 'No request was answered in this time.'],
] as const;

/** The charts of every queue, every job type, every channel, or of all requests. */
export function ActivityView({ location }: { location: Location }) {
  const [what, label, none] = kinds.find(([kind]) => kind === location.query.get('what')) ?? kinds[0];
  const span = spans.find(({ range }) => range === location.query.get('range')) ?? spans[0];
  const { data } = useActivity(span.minutes);
  const chosen = location.query.get('name');
  const names = data ? namesOf(data, what) : [];
  const shown = chosen ? [chosen] : names;
  return (
    <View title="Activity">
      <div class="list-bar">
        <nav class="group" aria-label="Activity of">
          {kinds.map(([kind, text]) => (
            <a
              key={kind}
              class="button plain"
              href={href(['activity'], { what: kind, range: span.range })}
              aria-current={kind === what ? 'true' : undefined}
            >
              {text}
            </a>
          ))}
        </nav>
        <nav class="group" aria-label="Time range">
          {spans.map(({ range, label: text }) => (
            <a
              key={range}
              class="button plain"
              href={href(['activity'], { ...Object.fromEntries(location.query), range })}
              aria-current={range === span.range ? 'true' : undefined}
            >
              {text}
            </a>
          ))}
        </nav>
      </div>
      {what !== 'requests' && (
        <Filters location={location}>
          <input type="hidden" name="what" value={what} />
          <ChoiceFilter location={location} name="name" label={label} choices={names.map((name) => [name, name])} />
        </Filters>
      )}
      {data && shown.length === 0 && <p class="empty">{none}</p>}
      {shown.map((name) => (
        <section key={`${what} ${name}`}>
          <h2>{name === '' ? 'All requests' : name}</h2>
          <NamedCharts what={what} name={name} span={span} />
        </section>
      ))}
    </View>
  );
}
