import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../common/api.ts';
import { withKindsInWords } from '../common/kindWords.ts';
import { Id } from './values/copy.tsx';

/** An error with its problems and trace id. */
export function Failure({ error, children }: { error: Error; children?: ComponentChildren }) {
  if (error instanceof ApiError && error.status === 404 && error.problems.some((one) => one.startsWith('path:'))) {
    return (
      <p class="notice" role="status">
        This service does not offer this operation.
      </p>
    );
  }
  const { problems, traceId } = error instanceof ApiError ? error : { problems: [], traceId: undefined };
  return (
    <div class="notice bad" role="alert">
      <p>{withKindsInWords(error.message)}</p>
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{withKindsInWords(problem)}</li>
          ))}
        </ul>
      )}
      {children}
      {traceId && (
        <p class="quiet">
          Trace <Id of={traceId} name="trace" />
        </p>
      )}
    </div>
  );
}

export const Notice = ({ children }: { children: ComponentChildren }) => <p class="notice">{children}</p>;

let showToast: (text: string) => void = () => {};

/** Shows a message for a few seconds and announces it to screen readers. */
export const notify = (text: string): void => showToast(text);

export function Toast() {
  const [text, setText] = useState('');
  useEffect(() => {
    showToast = setText;
  }, []);
  useEffect(() => {
    if (text === '') return;
    const timer = setTimeout(() => setText(''), 6_000);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div class={text === '' ? 'toast' : 'toast shown'} role="status" aria-live="polite">
      {text}
    </div>
  );
}
