import type { ClientWorker } from '../../../../../client/api.ts';
import { get } from '../../common/api.ts';
import { number } from '../../common/format.ts';
import { LIST_REFRESH_MS, useLoad } from '../../common/load.ts';
import { href } from '../../common/router.ts';
import { BreakableName } from '../../parts/inlineText.tsx';
import { Failure } from '../../parts/notices.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/values/time.tsx';

/** The workers of clients that have claimed steps over HTTP; nothing if there are none. */
export function ClientWorkers() {
  const { data = [], error } = useLoad(
    (signal) => get<ClientWorker[]>('/api/v2/admin/client-workers', { signal }),
    [],
    LIST_REFRESH_MS,
  );
  if (error) return <Failure error={error} />;
  if (data.length === 0) return null;
  return (
    <>
      <h2>Workers over HTTP</h2>
      <Table
        caption="Workers over HTTP"
        rows={data}
        keyOf={({ worker, jobType }) => `${worker} ${jobType}`}
        columns={[
          { title: 'Worker', names: true, cell: ({ worker }) => worker },
          {
            title: 'Job type',
            cell: ({ jobType }) => (
              <a href={href(['jobs'], { type: jobType, status: 'OPEN' })}>
                <BreakableName of={jobType} />
              </a>
            ),
          },
          { title: 'Steps', figures: true, cell: ({ steps }) => number(steps) },
          { title: 'Oldest claim', wide: true, cell: ({ claimedAt }) => <Time at={claimedAt} /> },
          { title: 'Lease ends', cell: ({ leaseUntil }) => <Time at={leaseUntil} /> },
        ]}
      />
    </>
  );
}
