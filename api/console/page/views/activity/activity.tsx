import { href, type Location } from '../../common/router.ts';
import { ChoiceFilter, Filters } from '../../parts/filters.tsx';
import { View } from '../../parts/view.tsx';
import { ageOf, namesOf, spans, useActivity } from './activityData.ts';
import { NamedCharts } from './namedCharts.tsx';

const kinds = [
  [
    'jobs',
    'Queue',
    'No queue job has ended in this time.',
    'Outcomes count queue jobs. Workers process them in batches, whose durations these are.',
  ],
  [
    'steps',
    'Job type',
    'No step of a job has ended in this time.',
    'Outcomes count attempts at steps. Durations are those of attempts, from the claim to the end, without the wait before it.',
  ],
  [
    'handOvers',
    'Channel',
    'No message was handed over in this time.',
    'Outcomes count hand-overs of messages to providers. Durations are those of hand-overs.',
  ],
  [
    'requests',
    'Requests',
    'No request was answered in this time.',
    'Outcomes count responses. Durations are those of requests, from their first byte to the head of the response.',
  ],
] as const;

/** The charts of every queue, every job type, every channel, or of all requests. */
export function ActivityView({ location }: { location: Location }) {
  const [what, label, none, explanation] = kinds.find(([kind]) => kind === location.query.get('what')) ?? kinds[0];
  const span = spans.find(({ range }) => range === location.query.get('range')) ?? spans[0];
  const { data } = useActivity(span);
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
      <p class="quiet">
        {explanation} Percentiles are of the whole period, and at a time, of its bar; they are estimated from the ranges
        into which the service counts durations. {ageOf(span)}
      </p>
      {data && shown.length === 0 && <p class="empty">{none}</p>}
      {shown.map((name) => (
        <section key={`${what} ${name}`}>
          <h2>
            <Name what={what} name={name} />
          </h2>
          <NamedCharts what={what} name={name} span={span} />
        </section>
      ))}
    </View>
  );
}

/** The name of charts. That of a queue leads to the queue, and that of a job type to its Jobs: no list has what the charts count. */
function Name({ what, name }: { what: string; name: string }) {
  if (name === '') return <>All requests</>;
  if (what === 'jobs') return <a href={href(['queues', name])}>{name}</a>;
  if (what === 'steps') return <a href={href(['jobs'], { type: name })}>{name}</a>;
  return <>{name}</>;
}
