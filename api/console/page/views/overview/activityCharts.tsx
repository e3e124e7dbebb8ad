import { useMemo, useState } from 'preact/hooks';
import { get } from '../../common/api.ts';
import { useLoad } from '../../common/load.ts';
import { Chart, type Series } from '../../parts/chart.tsx';
import { Failure } from '../../parts/notices.tsx';

interface Activity {
  readonly minutes: number;
  readonly stepMinutes: number;
  readonly rows: readonly { at: number; what: string; name: string; outcome: string; count: number }[];
}

const spans = [
  [60, 'Last hour'],
  [1_440, 'Last day'],
] as const;

/** Charts of queues, steps and requests in the last hour or day. */
export function ActivityCharts() {
  const [minutes, setMinutes] = useState<number>(60);
  const { data, error } = useLoad(
    (signal) => get<Activity>('/metrics/activity', { query: { minutes }, signal }),
    [minutes],
    15_000,
  );
  const charts = useMemo(() => data && chartsOf(data), [data]);
  return (
    <section aria-labelledby="activity">
      <div class="row headed">
        <h2 id="activity">Activity</h2>
        <fieldset class="group">
          <legend class="unseen">Time range of the charts</legend>
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
  const indexes = new Map(at.map((moment, index) => [moment, index]));
  const series = (label: string, colour: string, what: string, outcomes: readonly string[], dashed = false): Series => {
    const values = at.map(() => 0);
    for (const row of rows) {
      const index = indexes.get(row.at);
      if (index !== undefined && row.what === what && outcomes.includes(row.outcome))
        values[index] = (values[index] ?? 0) + row.count;
    }
    return { label, colour, values, dashed };
  };
  return {
    at,
    unit: stepMinutes === 1 ? 'per minute' : `per ${stepMinutes} minutes`,
    throughput: [
      series('Queue jobs', '--accent', 'jobs', ['done']),
      series('Job steps', '--busy', 'steps', ['completed']),
    ],
    requests: [
      series('Successful', '--accent', 'requests', ['2xx', '3xx']),
      series('Rejected', '--warn', 'requests', ['4xx'], true),
    ],
    failures: [
      series('Steps failed', '--bad', 'steps', ['failed']),
      series('Dead letters', '--warn', 'jobs', ['dead']),
      series('Step retries', '--busy', 'steps', ['retry'], true),
      series('Requests 5xx', '--edge', 'requests', ['5xx'], true),
    ],
  };
}
