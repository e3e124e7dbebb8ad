import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { errorOf } from '../../common/api.ts';
import { number, pluralize } from '../../common/format.ts';
import { Dialog } from '../dialog.tsx';
import { Failure } from '../notices.tsx';

/** An action on many records, with one request for each. */
export interface BulkTask {
  /** `Cancel 12 jobs` */
  readonly title: string;
  readonly action: string;
  readonly total: number;
  readonly ids: () => AsyncIterable<string>;
  readonly run: (id: string) => Promise<unknown>;
  readonly danger?: boolean;
  readonly explanation?: ComponentChildren;
}

/** Maximum number of concurrent requests. */
const CONCURRENCY = 4;
/** Maximum number of failures shown. */
const MAX_SHOWN = 20;

/** Runs a task and returns its progress and failures. */
function useBulkRun(task: BulkTask) {
  const [phase, setPhase] = useState<'confirm' | 'running' | 'done'>('confirm');
  const [done, setDone] = useState(0);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const [error, setError] = useState<Error>();
  const stopped = useRef(false);

  const start = async (): Promise<void> => {
    setPhase('running');
    const ids = task.ids()[Symbol.asyncIterator]();
    const work = async (): Promise<void> => {
      while (!stopped.current) {
        const next = await ids.next();
        if (next.done) return;
        try {
          await task.run(next.value);
        } catch (failure) {
          setFailures((before) => [...before, `${next.value}: ${errorOf(failure).message}`]);
        }
        setDone((before) => before + 1);
      }
    };
    try {
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
    } catch (failure) {
      setError(errorOf(failure));
    }
    setPhase('done');
  };
  const stop = (): void => {
    stopped.current = true;
  };
  return { phase, done, failures, error, start, stop };
}

/** A dialog that requests confirmation, states the number of affected records, and shows progress and failures. */
export function BulkDialog({ task, close }: { task: BulkTask; close: (result: { changed: boolean }) => void }) {
  const { phase, done, failures, error, start, stop } = useBulkRun(task);
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (phase === 'done') closeButton.current?.focus();
  }, [phase]);
  const leave = (): void => {
    stop();
    close({ changed: done > 0 });
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    void start();
  };
  return (
    <Dialog title={task.title} close={leave}>
      <form onSubmit={submit}>
        <div class="explanation">{task.explanation}</div>
        {phase !== 'confirm' && (
          <div class="progress big" role="status">
            <div class="bar" aria-hidden="true">
              <span style={{ width: `${task.total === 0 ? 100 : (done / task.total) * 100}%` }} />
            </div>
            <span>
              {number(done)} of {number(task.total)} {phase === 'done' && 'done'}
            </span>
          </div>
        )}
        {failures.length > 0 && <Failures failures={failures} />}
        {error && <Failure error={error} />}
        <div class="actions">
          {phase === 'done' ? (
            <button type="button" ref={closeButton} class="primary" onClick={leave}>
              Close
            </button>
          ) : (
            <>
              <button type="button" onClick={leave}>
                {phase === 'running' ? 'Stop' : 'Cancel'}
              </button>
              <button
                type="submit"
                class={task.danger ? 'danger' : 'primary'}
                disabled={phase === 'running' || task.total === 0}
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

const Failures = ({ failures }: { failures: readonly string[] }) => (
  <div class="notice bad" role="alert">
    <p>{pluralize(failures.length, 'request')} failed</p>
    <ul>
      {failures.slice(0, MAX_SHOWN).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </div>
);

export async function* iterate(ids: readonly string[]): AsyncGenerator<string> {
  yield* ids;
}
