import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { ApiError, type MemberProblem } from '../../common/api.ts';
import { labelOfPath } from '../../common/labels.ts';
import { Failure } from '../notices.tsx';

/**
 * The error of a form. What the fields say is not repeated: each of its problems is a link to its field. Problems of members
 * without a field are said here.
 */
export function FormFailure({ error, form }: { error: Error; form: RefObject<HTMLFormElement | null> }) {
  const [atFields, setAtFields] = useState<ReadonlySet<string>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields show the problems of the error
  useLayoutEffect(() => {
    const shown = form.current?.querySelectorAll<HTMLElement>('.problems [data-path]') ?? [];
    setAtFields(new Set(Array.from(shown, ({ dataset }) => dataset['path'] ?? '')));
  }, [error]);
  if (!(error instanceof ApiError) || error.details.length === 0) return <Failure error={error} />;
  const paths = [...new Set(error.details.map(({ path }) => path))].filter((path) => atFields.has(path));
  const others = error.details.filter(({ path }) => !atFields.has(path));
  const rest = new ApiError(error.status, error.message, others.map(textOf), {
    ...(error.traceId && { traceId: error.traceId }),
  });
  return (
    <Failure error={rest}>
      {paths.length > 0 && (
        <ul>
          {paths.map((path) => (
            <li key={path}>
              <button type="button" class="plain" onClick={() => focusField(form.current, path)}>
                {labelOfPath(path)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Failure>
  );
}

const textOf = ({ path, message }: MemberProblem): string =>
  path === '' ? message : `${labelOfPath(path)}: ${message}`;

/** Focuses the control of the member whose problem has this path, or the first one of its group. */
function focusField(form: HTMLFormElement | null, path: string): void {
  const problem = form?.querySelector(`.problems [data-path="${CSS.escape(path)}"]`);
  const member = problem?.closest('.member, fieldset');
  member?.querySelector<HTMLElement>('input, select, textarea, .cm-content, button')?.focus();
}
