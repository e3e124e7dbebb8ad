import { useMemo, useState } from 'preact/hooks';
import { statusFilters } from '../../../../../domain/savedQueries/listSearch.ts';
import { href } from '../../common/router.ts';
import type { Series } from '../../parts/charts/bars.ts';
import { Chart } from '../../parts/charts/chart.tsx';
import { Failure } from '../../parts/notices.tsx';
import {
  type Activity,
  ageOf,
  intervalsOf,
  type Span,
  spans,
  sumSeries,
  unitOf,
  useActivity,
} from '../activity/activityData.ts';
import { SpanChoice } from '../activity/spanChoice.tsx';

/** Charts of queues, steps and requests in the last hour or day. */
export function ActivityCharts() {
  const [span, setSpan] = useState<Span>(spans[0]);
  const { data, error } = useActivity(span);
  const charts = useMemo(() => data && chartsOf(data, span), [data, span]);
  return (
    <section aria-labelledby="activity">
      <div class="row headed">
        <h2 id="activity">Activity</h2>
        <span class="row">
          <span class="quiet">{ageOf(span)}</span>
          <a href={href(['activity'], { range: span.range })}>By queue, job type and channel</a>
          <SpanChoice span={span} choose={setSpan} />
        </span>
      </div>
      {error && <Failure error={error} />}
      <div class="charts">
        {charts && (
          <>
            <Chart title="Throughput" {...charts} series={charts.throughput} arrangement="beside" />
            <Chart title="Requests" {...charts} series={charts.requests} arrangement="stacked" />
            <Chart title="Failures" {...charts} series={charts.failures} arrangement="stacked" />
          </>
        )}
      </div>
    </section>
  );
}

/** The steps that ended in the time of the charts. Those that failed do not include cancelled ones. */
const stepsWith = (status: string, { range }: Span): string =>
  href(['records', 'job-steps'], { f: JSON.stringify(statusFilters(status)), range });

function chartsOf(activity: Activity, span: Span) {
  const at = intervalsOf(activity);
  const series = (label: string, colour: string, what: string, outcomes: readonly string[], list?: string): Series =>
    sumSeries(
      activity,
      at,
      { label, colour, href: list },
      (row) => row.what === what && outcomes.includes(row.outcome),
    );
  const requests = href(['activity'], { what: 'requests', range: span.range });
  const queues = href(['activity'], { what: 'jobs', range: span.range });
  const steps = href(['activity'], { what: 'steps', range: span.range });
  return {
    at,
    unit: unitOf(activity),
    throughput: [
      series('Queue jobs', '--accent', 'jobs', ['done'], queues),
      series('Job steps', '--busy', 'steps', ['completed'], stepsWith('COMPLETED', span)),
    ],
    requests: [
      series('Successful', '--accent', 'requests', ['2xx', '3xx'], requests),
      series('Rejected', '--warn', 'requests', ['4xx'], requests),
    ],
    failures: [
      series('Steps failed', '--bad', 'steps', ['failed'], stepsWith('FAILED', span)),
      series('Dead letters', '--warn', 'jobs', ['deadLetter'], queues),
      series('Step retries', '--busy', 'steps', ['retry'], steps),
      series('Requests 5xx', '--edge', 'requests', ['5xx'], requests),
    ],
  };
}
