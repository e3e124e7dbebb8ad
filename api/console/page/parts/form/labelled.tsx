import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { MemberProblem } from '../../common/api.ts';
import { withKindsInWords } from '../../common/kindWords.ts';
import { labelOfPath } from '../../common/labels.ts';
import type { Interface, Schema } from '../../common/schema.ts';
import type { CodeSettings, Mark } from '../editor/codeSettings.ts';
import { MemberHint } from './memberHint.tsx';

export type Values = Readonly<Record<string, unknown>>;

export interface MemberProps {
  /** Path as in problems: `regions[0].coefficient`. */
  readonly path: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly change: (value: unknown) => void;
  readonly required?: boolean;
  readonly label: string;
  readonly form: FormState;
}

/** What helps to fill in a member. */
export interface MemberGuide {
  /** Why the member is required, as the end of a sentence. */
  readonly reason: string | undefined;
  readonly example: unknown;
}

export interface FormState {
  readonly resolve: Interface['resolve'];
  /** The problems that the service reported for the last attempt to save. */
  readonly problems: readonly MemberProblem[];
  /** Problems of text that is not valid JSON, by the path of its member. The form must not be saved with any. */
  readonly invalidJson: ReadonlyMap<string, string>;
  readonly setInvalidJson: (path: string, problem: string | undefined) => void;
  /** What the editor of a member knows; undefined if its text is not code. */
  readonly codeOf: (path: string) => CodeSettings | undefined;
  readonly guideOf: (path: string) => MemberGuide;
  /** Problems of code that are not those of the last attempt to save, by the path of its member. */
  readonly marks: ReadonlyMap<string, readonly Mark[]>;
  readonly setMarks: (path: string, marks: readonly Mark[]) => void;
}

export const Required = () => <span class="quiet"> (required)</span>;

export const problemsAt = ({ path, form: { problems } }: MemberProps, { nested = false } = {}): MemberProblem[] =>
  problems.filter(
    ({ path: at }) => at === path || (nested && (at.startsWith(`${path}.`) || at.startsWith(`${path}[`))),
  );

/** The hint of a member. Its example is shown while it has no value, and no list of choices. */
function hintOf({ path, schema, required, value, form }: MemberProps) {
  const { reason, example } = form.guideOf(path);
  return {
    description: schema.description,
    reason: required ? reason : undefined,
    example: value === undefined && !schema.enum ? example : undefined,
  };
}

export const Hints = (props: MemberProps) => (
  <>
    <MemberHint {...hintOf(props)} />
    <Problems problems={problemsAt(props)} />
  </>
);

/** The problems of a member. The summary of the form finds them by their path, and does not repeat them. */
const Problems = ({ problems, id }: { problems: readonly MemberProblem[]; id?: string }) => (
  <div id={id} class="problems">
    {problems.map(({ path, message }) => (
      <p key={`${path} ${message}`} data-path={path}>
        {labelOfPath(path)}: {withKindsInWords(message)}
      </p>
    ))}
  </div>
);

interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-describedby': string;
  readonly 'aria-required': boolean;
}

/** A label with its control, description and problems. */
export function Labelled({
  of,
  nested = false,
  moreProblems = [],
  children,
}: {
  of: MemberProps;
  /** Also shows the problems of nested members. */
  nested?: boolean;
  moreProblems?: readonly MemberProblem[];
  children: (control: ControlProps) => ComponentChildren;
}) {
  const id = useId();
  // The last attempt to save may have reported the same.
  const isNew = (one: MemberProblem) =>
    !moreProblems.some(({ path, message }) => path === one.path && message === one.message);
  const problems = [...moreProblems, ...problemsAt(of, { nested }).filter(isNew)];
  return (
    <div class="member">
      <label for={id}>
        {of.label}
        {of.required && <Required />}
      </label>
      <div>
        {children({
          id,
          'aria-invalid': problems.length > 0 || undefined,
          'aria-describedby': `${id}-hint ${id}-problems`,
          'aria-required': of.required ?? false,
        })}
        <MemberHint id={`${id}-hint`} {...hintOf(of)} />
        <Problems id={`${id}-problems`} problems={problems} />
      </div>
    </div>
  );
}
