import { useState } from 'preact/hooks';
import type { DeadLetter, Queue } from '../../../../client/api.ts';
import { call, get, type Page } from '../api.ts';
import { counted, duration, moment, number } from '../format.ts';
import { useLive } from '../live.ts';
import { useLoad } from '../load.ts';
import { useSelection } from '../parts/bulk/selection.ts';
import { Fact } from '../parts/descriptionList.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { Count } from '../parts/inlineText.tsx';
import { Failure, Notice, tell } from '../parts/notices.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';
import { Status } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { href, type Place } from '../router.ts';
import { View } from '../shell.tsx';

const pathOf = (name: string): string => `/api/v2/admin/queues/${encodeURIComponent(name)}`;

export function QueuesView() {
  const { live } = useLive();
  const [asked, setAsked] = useState<Queue>();
  return (
    <View title="Queues">
      <Table
        caption="Queues"
        rows={live?.queues ?? []}
        keyOf={({ name }) => name}
        columns={[
          {
            title: 'Queue',
            names: true,
            cell: ({ name, purpose }) => (
              <>
                <a href={href(['queues', name])}>{name}</a>
                <div class="quiet wide">{purpose}</div>
              </>
            ),
          },
          { title: 'State', wide: true, cell: ({ paused }) => <Status of={paused ? 'paused' : 'open'} /> },
          { title: 'Waiting', figures: true, cell: ({ ready }) => <Count of={ready} /> },
          { title: 'Running', figures: true, cell: ({ active }) => <Count of={active} /> },
          { title: 'Later', figures: true, wide: true, cell: ({ deferred }) => <Count of={deferred} /> },
          { title: 'On its way', figures: true, wide: true, cell: ({ outbox }) => <Count of={outbox} /> },
          {
            title: 'Dead',
            figures: true,
            cell: ({ deadLetters }) => <Count of={deadLetters} alarm />,
          },
          {
            title: 'Oldest',
            figures: true,
            wide: true,
            cell: ({ oldestReadySeconds }) => (oldestReadySeconds === undefined ? '' : duration(oldestReadySeconds)),
          },
          {
            title: '',
            cell: (queue) => (
              <button
                type="button"
                class="plain"
                onClick={() => setAsked(queue)}
                aria-label={`${queue.paused ? 'Resume' : 'Pause'} ${queue.name}`}
              >
                {queue.paused ? 'Resume' : 'Pause'}
              </button>
            ),
          },
        ]}
      />
      {asked && <PauseOrResume queue={asked} close={() => setAsked(undefined)} />}
    </View>
  );
}

function PauseOrResume({ queue: { name, paused, ready }, close }: { queue: Queue; close: () => void }) {
  return (
    <Confirm
      title={`${paused ? 'Resume' : 'Pause'} ${name}`}
      action={paused ? 'Resume' : 'Pause'}
      close={close}
      run={async () => {
        await call('POST', `${pathOf(name)}/${paused ? 'resume' : 'pause'}`);
        tell(`${name} is ${paused ? 'resumed' : 'paused'}.`);
      }}
    >
      <p>
        {paused
          ? `Workers take from it again; ${counted(ready, 'job')} wait.`
          : 'No worker takes from it until it is resumed. What is in hand is ended; what comes in waits.'}
      </p>
    </Confirm>
  );
}

const SIZE = 50;

/** What a dead letter is of a step, leads to it. */
function stepLink(payload: unknown) {
  const { stepId } = (payload ?? {}) as { stepId?: unknown };
  return typeof stepId === 'string' && <a href={href(['records', 'job-steps', stepId])}>Its step</a>;
}

export function QueueView({ name, place }: { name: string; place: Place }) {
  const { live } = useLive();
  const queue = live?.queues.find((one) => one.name === name);
  const page = pageOf(place);
  const { data, error, reload } = useLoad(
    (signal) => get<Page<DeadLetter>>(`${pathOf(name)}/dead-letters`, { query: { page, size: SIZE }, signal }),
    [name, page, queue?.deadLetters],
  );
  const { selected, select } = useSelection([name, page]);
  const [asked, setAsked] = useState<'pause' | readonly string[] | 'all'>();
  const count = asked === 'all' ? (data?.totalElements ?? 0) : Array.isArray(asked) ? asked.length : 0;
  return (
    <View
      title={name}
      up={{ label: 'Queues', path: ['queues'] }}
      actions={
        queue && (
          <button type="button" onClick={() => setAsked('pause')}>
            {queue.paused ? 'Resume' : 'Pause'}
          </button>
        )
      }
    >
      {live && !queue && <Notice>There is no such queue.</Notice>}
      {queue && (
        <>
          <p class="quiet">{queue.purpose}</p>
          <dl class="facts">
            <Fact name="State">
              <Status of={queue.paused ? 'paused' : 'open'} />
            </Fact>
            <Fact name="Waiting">{number(queue.ready)}</Fact>
            <Fact name="Running">{number(queue.active)}</Fact>
            <Fact name="Later">{number(queue.deferred)}</Fact>
            <Fact name="On its way">{number(queue.outbox)}</Fact>
            <Fact name="Refused">{number(queue.refused)}</Fact>
            <Fact name="Oldest waiting">
              {queue.oldestReadySeconds === undefined ? 'none' : duration(queue.oldestReadySeconds)}
            </Fact>
          </dl>
        </>
      )}
      <h2>Dead letters</h2>
      {error && <Failure error={error} />}
      {data && data.totalElements > 0 && (
        <div class="selected">
          {selected.size > 0 && (
            <>
              <span role="status">{counted(selected.size, 'dead letter')} selected</span>
              <button type="button" onClick={() => setAsked([...selected])}>
                Send selected again
              </button>
            </>
          )}
          <button type="button" onClick={() => setAsked('all')}>
            Send all again
          </button>
        </div>
      )}
      {data && (
        <>
          <Table
            caption="Dead letters"
            rows={data.content}
            keyOf={({ id }) => id}
            selection={{ selected, select }}
            empty="There are none."
            more={({ id, reason, data: payload }) => (
              <>
                <p>
                  <span class="quiet code">{id}</span> {stepLink(payload)}
                </p>
                {reason && <pre>{reason}</pre>}
                <pre>{JSON.stringify(payload, null, 2)}</pre>
              </>
            )}
            columns={[
              { title: 'Given up', names: true, cell: ({ at }) => <span class="nowrap">{moment(at)}</span> },
              {
                title: 'Reason',
                opens: true,
                cell: ({ reason }) => reason ?? 'no reason is known',
              },
              { title: 'Attempts', figures: true, wide: true, cell: ({ attempts }) => attempts },
              { title: 'Queued', wide: true, cell: ({ queuedAt }) => moment(queuedAt) },
              {
                title: '',
                cell: ({ id }) => (
                  <button type="button" class="plain" onClick={() => setAsked([id])} aria-label={`Send again ${id}`}>
                    Send again
                  </button>
                ),
              },
            ]}
          />
          {data.totalElements > 0 && (
            <Pager
              place={place}
              page={page}
              size={SIZE}
              total={data.totalElements}
              reaches={Number.POSITIVE_INFINITY}
            />
          )}
        </>
      )}
      {asked === 'pause' && queue && <PauseOrResume queue={queue} close={() => setAsked(undefined)} />}
      {asked !== undefined && asked !== 'pause' && (
        <Confirm
          title={`Send ${counted(count, 'dead letter')} again`}
          action={`Send again (${number(count)})`}
          close={() => setAsked(undefined)}
          run={async () => {
            await call('POST', `${pathOf(name)}/redrive`, asked === 'all' ? undefined : asked);
            tell(`${counted(count, 'dead letter')} sent again.`);
            select(new Set());
            reload();
          }}
        >
          <p>Each goes into the queue anew, with its faults forgotten. Those of job steps put their step back.</p>
        </Confirm>
      )}
    </View>
  );
}
