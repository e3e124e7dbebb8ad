import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { counted, number } from '../../format.ts';
import { Dialog } from '../dialog.tsx';
import { Failure } from '../notices.tsx';

/** What is done to many records, one request each. */
export interface BulkTask {
  /** `Cancel 12 jobs` */
  readonly title: string;
  readonly action: string;
  readonly total: number;
  readonly ids: () => AsyncIterable<string>;
  readonly run: (id: string) => Promise<unknown>;
  readonly danger?: boolean;
  readonly said?: ComponentChildren;
}

/** Requests under way at once. */
const AT_ONCE = 4;
/** Refusals that are shown one by one. */
const SHOWN = 20;

/** Asks, says how many, does it with a bar that tells how far it is, and lists what was refused. */
export function Bulk({ task, close }: { task: BulkTask; close: (changed: boolean) => void }) {
  const [phase, setPhase] = useState<'ask' | 'busy' | 'done'>('ask');
  const [done, setDone] = useState(0);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [error, setError] = useState<Error>();
  const stopped = useRef(false);
  const end = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (phase === 'done') end.current?.focus();
  }, [phase]);

  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    setPhase('busy');
    const ids = task.ids()[Symbol.asyncIterator]();
    const one = async (): Promise<void> => {
      for (;;) {
        if (stopped.current) return;
        const next = await ids.next();
        if (next.done) return;
        try {
          await task.run(next.value);
        } catch (failure) {
          setRefused((before) => [...before, `${next.value}: ${(failure as Error).message}`]);
        }
        setDone((before) => before + 1);
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, one));
    } catch (failure) {
      setError(failure as Error);
    }
    setPhase('done');
  };
  const leave = (): void => {
    stopped.current = true;
    close(done > 0);
  };
  return (
    <Dialog title={task.title} close={leave}>
      <form onSubmit={(event) => void start(event)}>
        <div class="said">{task.said}</div>
        {phase !== 'ask' && (
          <div class="progress big" role="status">
            <div class="bar" aria-hidden="true">
              <span style={{ width: `${task.total === 0 ? 100 : (done / task.total) * 100}%` }} />
            </div>
            <span>
              {number(done)} of {number(task.total)} {phase === 'done' && 'done'}
            </span>
          </div>
        )}
        {refused.length > 0 && (
          <div class="notice bad" role="alert">
            <p>{counted(refused.length, 'was refused', 'were refused')}</p>
            <ul>
              {refused.slice(0, SHOWN).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </div>
        )}
        {error && <Failure error={error} />}
        <div class="actions">
          {phase === 'done' ? (
            <button type="button" ref={end} class="primary" onClick={leave}>
              Close
            </button>
          ) : (
            <>
              <button type="button" onClick={leave}>
                {phase === 'busy' ? 'Stop' : 'Back'}
              </button>
              <button
                type="submit"
                class={task.danger ? 'danger' : 'primary'}
                disabled={phase === 'busy' || task.total === 0}
              >
                {task.action}
              </button>
            </>
          )}
        </div>
      </form>
    </Dialog>
  );
}

export async function* each(ids: readonly string[]): AsyncGenerator<string> {
  yield* ids;
}
