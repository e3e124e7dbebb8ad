import type { ChainedJob, JobChain } from '../../../../../client/api.ts';
import { get } from '../../common/api.ts';
import { LIST_REFRESH_MS, useLoad } from '../../common/load.ts';
import { href } from '../../common/router.ts';
import { Status, shownStatus } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { layOutChain, NODE } from './chainLayout.ts';
import './chain.css';

/** Characters of a job type that fit into a box of the graph. */
const FITTING = 20;

/** The Jobs before and after a Job, as a graph and as a table; nothing if there is none. */
export function ChainOfJob({ id }: { id: string }) {
  // Not shown, also while a process of the previous release answers, which does not have the operation.
  const { data } = useLoad((signal) => get<JobChain>(`/api/v2/jobs/${id}/chain`, { signal }), [id], LIST_REFRESH_MS);
  if (!data || data.jobs.length < 2) return null;
  const { jobs, isPartial } = data;
  return (
    <>
      <h2>Chain</h2>
      <Graph jobs={jobs} shown={id} />
      {isPartial && <p class="quiet">The chain is longer: these are the nearest {jobs.length} jobs.</p>}
      <details>
        <summary>The chain as a table</summary>
        <Table
          caption="Chain"
          rows={jobs}
          keyOf={(job) => job.id}
          nameOf={({ jobType }) => jobType}
          empty=""
          columns={[
            {
              title: 'Job',
              names: true,
              cell: (job) => (job.id === id ? `${job.jobType} (this job)` : <a href={pathOf(job)}>{job.jobType}</a>),
            },
            { title: 'Status', cell: (job) => <Status of={statusOf(job)} /> },
            { title: 'Starts after', cell: ({ after }) => conditionsOf(after, jobs) || 'no other job' },
          ]}
        />
      </details>
    </>
  );
}

/** The graph from left to right. Each box is a link, in the order of the creation. */
function Graph({ jobs, shown }: { jobs: readonly ChainedJob[]; shown: string }) {
  const { nodes, arrows, width, height } = layOutChain(jobs);
  return (
    <nav class="chain" aria-label="Graph of the chain">
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        <title>Jobs before and after this one</title>
        <defs>
          <marker id="chain-end" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0,0 L8,4 L0,8 z" fill="context-stroke" />
          </marker>
        </defs>
        {arrows.map(({ id, path, state }) => (
          <path key={id} class={`arrow ${state}`} d={path} marker-end="url(#chain-end)" />
        ))}
        {nodes.map(({ job, x, y }) => (
          <a
            key={job.id}
            href={pathOf(job)}
            aria-label={sentenceOf(job, jobs)}
            aria-current={job.id === shown ? 'true' : undefined}
          >
            <title>{sentenceOf(job, jobs)}</title>
            <rect x={x} y={y} width={NODE.width} height={NODE.height} rx="6" />
            <g transform={`translate(${x} ${y})`}>
              <text x="10" y="19" class="name">
                {clipped(job.jobType)}
              </text>{' '}
              <text x="10" y="36" class={`state ${statusOf(job).toLowerCase()}`}>
                {wordsOf(job)}
              </text>
            </g>
          </a>
        ))}
      </svg>
    </nav>
  );
}

const pathOf = ({ id }: ChainedJob): string => href(['jobs', id]);

/** A Job that waits for others has a status of its own in the graph. */
const statusOf = ({ status, cause, waits }: ChainedJob): string =>
  waits ? 'WAITING' : shownStatus({ status, ...(cause !== undefined && { cause }) });

const wordsOf = (job: ChainedJob): string => statusOf(job).replaceAll('_', ' ').toLowerCase();

const clipped = (text: string): string => (text.length > FITTING ? `${text.slice(0, FITTING - 1)}…` : text);

const conditions = { COMPLETED: 'has completed', FAILED: 'has failed', ENDED: 'has ended' } as const;

/** "A has completed, B has ended". A predecessor that is not shown is named by its id. */
const conditionsOf = (after: ChainedJob['after'], jobs: readonly ChainedJob[]): string =>
  after
    .map(({ jobId, on = 'COMPLETED' }) => {
      const predecessor = jobs.find(({ id }) => id === jobId);
      return `${predecessor?.jobType ?? `job ${jobId}`} ${conditions[on]}`;
    })
    .join(', ');

function sentenceOf(job: ChainedJob, jobs: readonly ChainedJob[]): string {
  const starts = conditionsOf(job.after, jobs);
  const shown = clipped(job.jobType);
  // The name of a link begins with what it shows.
  const name = shown === job.jobType ? '' : `, ${job.jobType}`;
  return `${shown} ${wordsOf(job)}${name}${starts === '' ? '' : `, starts after ${starts}`}`;
}
