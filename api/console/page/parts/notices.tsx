import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Refused } from '../api.ts';

/** What went wrong, with all that the service said of it. */
export function Failure({ error }: { error: Error }) {
  if (error instanceof Refused && error.status === 404 && error.problems.some((one) => one.startsWith('path:'))) {
    return (
      <p class="notice" role="status">
        This service does not offer that: it has no such operation.
      </p>
    );
  }
  const { problems, traceId } = error instanceof Refused ? error : { problems: [], traceId: undefined };
  return (
    <div class="notice bad" role="alert">
      <p>{error.message}</p>
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {traceId && <p class="quiet">trace {traceId}</p>}
    </div>
  );
}

export const Notice = ({ children }: { children: ComponentChildren }) => <p class="notice">{children}</p>;

let told: (text: string) => void = () => {};

/** Says that something is done, to the eye and to a screen reader. */
export const tell = (text: string): void => told(text);

export function Told() {
  const [text, setText] = useState('');
  useEffect(() => {
    told = setText;
  }, []);
  useEffect(() => {
    if (text === '') return;
    const timer = setTimeout(() => setText(''), 6_000);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div class={text === '' ? 'told' : 'told shown'} role="status" aria-live="polite">
      {text}
    </div>
  );
}
