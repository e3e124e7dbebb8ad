import { useMemo, useState } from 'preact/hooks';
import { get } from '../api.ts';
import { counted, duration, moment, number } from '../format.ts';
import { useLive } from '../live.ts';
import { useLoad } from '../load.ts';
import { Chart, type Series } from '../parts/chart.tsx';
import { Count, Name } from '../parts/inlineText.tsx';
import { Failure } from '../parts/notices.tsx';
import { Progress } from '../parts/progress.tsx';
import { Status } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { href } from '../router.ts';
import { View } from '../shell.tsx';

interface Activity {
  readonly minutes: number;
  readonly stepMinutes: number;
  readonly rows: readonly { at: number; what: string; name: string; outcome: string; count: number }[];
}

export function Overview() {
  const { live } = useLive();
  const queues = live?.queues ?? [];
  const sum = (of: (queue: (typeof queues)[number]) => number): number =>
    queues.reduce((total, queue) => total + of(queue), 0);
  const alive = (live?.workers ?? []).filter((worker) => worker.alive);
  const oldest = Math.max(0, ...queues.map(({ oldestReadySeconds = 0 }) => oldestReadySeconds));
  const dead = sum(({ deadLetters }) => deadLetters);
  const busy = queues.filter(
    ({ ready, outbox, active, deferred, deadLetters, paused }) =>
      ready + outbox + active + deferred + deadLetters > 0 || paused,
  );
  const facts: [string, string, boolean?][] = [
    ['Waiting', number(sum(({ ready, outbox }) => ready + outbox))],
    ['Running', number(sum(({ active }) => active))],
    ['Oldest waiting', oldest === 0 ? 'none' : duration(oldest), oldest > 60],
    ['Dead letters', number(dead), dead > 0],
    ['Workers alive', number(alive.length), live !== undefined && alive.length === 0],
    ['Jobs under way', number(live?.jobs.length ?? 0)],
  ];
  return (
    <View title="Overview">
      <ul class="health" aria-label="Health">
        {Object.entries(live?.health ?? {}).map(([name, state]) => (
          <li key={name}>
            <span class="quiet">{name}</span> <Status of={state} />
          </li>
        ))}
      </ul>
      <h2 class="unseen">Now</h2>
      <dl class="facts large" style={{ marginTop: '16px' }}>
        {facts.map(([name, value, alarm]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class={alarm ? 'alarm' : undefined}>{live ? value : '–'}</dd>
          </div>
        ))}
      </dl>
      <Done />
      {(live?.jobs.length ?? 0) > 0 && (
        <>
          <h2>Jobs under way</h2>
          <Table
            caption="Jobs under way"
            rows={live?.jobs ?? []}
            keyOf={({ id }) => id ?? ''}
            columns={[
              {
                title: 'Job',
                names: true,
                cell: ({ id, jobType }) => (
                  <a href={href(['jobs', id ?? ''])}>
                    <Name of={jobType} />
                  </a>
                ),
              },
              { title: 'Steps', cell: ({ id, steps }) => <Progress id={id ?? ''} {...steps} /> },
              { title: 'Begun', wide: true, cell: ({ startDate }) => moment(startDate) },
            ]}
          />
        </>
      )}
      <h2>Queues</h2>
      <Table
        caption="Queues"
        rows={busy}
        keyOf={({ name }) => name}
        empty={live && 'Nothing waits and nothing runs.'}
        columns={[
          {
            title: 'Queue',
            names: true,
            cell: ({ name, paused }) => (
              <>
                <a href={href(['queues', name])}>{name}</a> {paused && <Status of="paused" />}
              </>
            ),
          },
          { title: 'Waiting', figures: true, cell: ({ ready, outbox }) => <Count of={ready + outbox} /> },
          { title: 'Running', figures: true, cell: ({ active }) => <Count of={active} /> },
          { title: 'Later', figures: true, wide: true, cell: ({ deferred }) => <Count of={deferred} /> },
          {
            title: 'Dead',
            figures: true,
            cell: ({ deadLetters }) => <Count of={deadLetters} alarm />,
          },
          {
            title: 'Oldest',
            figures: true,
            cell: ({ oldestReadySeconds }) => (oldestReadySeconds === undefined ? '' : duration(oldestReadySeconds)),
          },
        ]}
      />
      {live && (
        <p class="quiet">
          {counted(queues.length - busy.length, 'other queue')} with nothing in them.{' '}
          <a href={href(['queues'])}>All queues</a>
        </p>
      )}
      <h2>Workers</h2>
      <Table
        caption="Workers"
        rows={live?.workers ?? []}
        keyOf={({ id }) => id}
        empty="No worker has said that it lives."
        columns={[
          { title: 'Worker', names: true, cell: ({ host, pid }) => `${host}:${pid}` },
          {
            title: 'State',
            cell: ({ alive: lives, stopping }) => <Status of={lives ? (stopping ? 'stopping' : 'alive') : 'silent'} />,
          },
          {
            title: 'Does',
            cell: ({ jobs = {} }) =>
              Object.entries(jobs)
                .filter(([, count]) => count > 0)
                .map(([queue, count]) => `${queue} ${count}`)
                .join(', ') || 'nothing',
          },
          { title: 'Memory', figures: true, cell: ({ memoryMb }) => (memoryMb === undefined ? '' : `${memoryMb} MB`) },
          { title: 'Started', wide: true, cell: ({ startedAt }) => moment(startedAt) },
          {
            title: 'Takes from',
            wide: true,
            cell: ({ queues: taken }) => (
              <span class="clip quiet" title={taken.join(', ')}>
                {taken.length} queues
              </span>
            ),
          },
        ]}
      />
    </View>
  );
}

const spans = [
  [60, 'Last hour'],
  [1_440, 'Last day'],
] as const;

function Done() {
  const [minutes, setMinutes] = useState<number>(60);
  const { data, error } = useLoad(
    (signal) => get<Activity>('/metrics/activity', { query: { minutes }, signal }),
    [minutes],
    15_000,
  );
  const charts = useMemo(() => data && chartsOf(data), [data]);
  return (
    <section aria-labelledby="done">
      <div class="row headed">
        <h2 id="done">What was done</h2>
        <fieldset class="group">
          <legend class="unseen">Span of the charts</legend>
          {spans.map(([span, label]) => (
            <button key={span} type="button" aria-pressed={minutes === span} onClick={() => setMinutes(span)}>
              {label}
            </button>
          ))}
        </fieldset>
      </div>
      {error && <Failure error={error} />}
      <div class="charts">
        {charts && (
          <>
            <Chart title="Throughput" unit={charts.unit} at={charts.at} series={charts.throughput} />
            <Chart title="Requests" unit={charts.unit} at={charts.at} series={charts.requests} />
            <Chart title="Failures" unit={charts.unit} at={charts.at} series={charts.failures} />
          </>
        )}
      </div>
    </section>
  );
}

function chartsOf({ minutes, stepMinutes, rows }: Activity) {
  const step = stepMinutes * 60;
  const now = Math.floor(Date.now() / 1_000 / step) * step;
  const at = Array.from(
    { length: minutes / stepMinutes },
    (_, index) => now - (minutes / stepMinutes - 1 - index) * step,
  );
  const places = new Map(at.map((moment, index) => [moment, index]));
  const series = (label: string, colour: string, what: string, outcomes: readonly string[], dashed = false): Series => {
    const values = at.map(() => 0);
    for (const row of rows) {
      const place = places.get(row.at);
      if (place !== undefined && row.what === what && outcomes.includes(row.outcome))
        values[place] = (values[place] ?? 0) + row.count;
    }
    return { label, colour, values, dashed };
  };
  return {
    at,
    unit: stepMinutes === 1 ? 'a minute' : `each ${stepMinutes} minutes`,
    throughput: [
      series('Queue jobs', '--accent', 'jobs', ['done']),
      series('Job steps', '--busy', 'steps', ['completed']),
    ],
    requests: [
      series('Answered', '--accent', 'requests', ['2xx', '3xx']),
      series('Refused', '--warn', 'requests', ['4xx'], true),
    ],
    failures: [
      series('Steps failed', '--bad', 'steps', ['failed']),
      series('Queue jobs dead', '--warn', 'jobs', ['dead']),
      series('Tried again', '--busy', 'steps', ['retry'], true),
      series('Requests 5xx', '--edge', 'requests', ['5xx'], true),
    ],
  };
}
