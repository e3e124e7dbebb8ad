import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { type Interface, type Schema, words } from '../schema.ts';
import { Said } from './inlineText.tsx';

export type Values = Readonly<Record<string, unknown>>;

interface MemberProps {
  /** As problems name it: `regions[0].coefficient`. */
  readonly path: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly change: (value: unknown) => void;
  readonly required?: boolean;
  readonly label: string;
  readonly form: FormState;
}

export interface FormState {
  readonly resolve: Interface['resolve'];
  /** What the service said of the last attempt. */
  readonly problems: readonly string[];
  /** Text that is no JSON yet, by the path of its member: it must not be saved. */
  readonly broken: ReadonlyMap<string, string>;
  readonly setBroken: (path: string, problem: string | undefined) => void;
}

/** The members of an object, each by its schema. */
export function Members({
  schema,
  value,
  change,
  form,
  path = '',
  without = [],
}: {
  schema: Schema;
  value: Values;
  change: (value: Values) => void;
  form: FormState;
  path?: string;
  without?: readonly string[];
}) {
  return (
    <>
      {Object.entries(schema.properties ?? {}).map(([name, member]) => {
        const of = form.resolve(member);
        if (of.readOnly || without.includes(name)) return null;
        return (
          <Member
            key={name}
            path={path === '' ? name : `${path}.${name}`}
            label={words(name)}
            schema={of}
            value={value[name]}
            required={schema.required?.includes(name) ?? false}
            change={(next) => change(withMember(value, name, next))}
            form={form}
          />
        );
      })}
    </>
  );
}

/** What is absent is left out, and comes back where it stood. */
function withMember(value: Values, name: string, next: unknown): Values {
  if (next !== undefined) return { ...value, [name]: next };
  const { [name]: _, ...rest } = value;
  return rest;
}

function Member(props: MemberProps) {
  const { schema, value } = props;
  if (schema.enum || schema.type === 'boolean') return <Choice {...props} />;
  if (schema.type === 'integer' || schema.type === 'number') return <NumberField {...props} />;
  if (schema.type === 'string')
    return schema.format === 'date-time' ? <DateField {...props} /> : <TextField {...props} />;
  if (schema.type === 'array') {
    const items = props.form.resolve(schema.items ?? {});
    if (items.type === 'string') return <Lines {...props} />;
    if (items.type === 'object' && items.properties) return <List {...props} items={items} />;
  }
  if (schema.type === 'object' && schema.properties && schema.additionalProperties === false) {
    const { path, label, form, change, required } = props;
    const given = (value ?? {}) as Values;
    return (
      <fieldset class="nested">
        <legend>
          {label}
          {required && <Required />}
        </legend>
        <Hints {...props} />
        <Members
          schema={schema}
          value={given}
          path={path}
          form={form}
          change={(next) => change(Object.keys(next).length === 0 && !required ? undefined : next)}
        />
      </fieldset>
    );
  }
  return <JsonField {...props} />;
}

const Required = () => <span class="quiet"> (required)</span>;

const problemsAt = ({ path, form: { problems } }: MemberProps, below = false): string[] =>
  problems.filter(
    (problem) =>
      problem.startsWith(`${path}:`) || (below && (problem.startsWith(`${path}.`) || problem.startsWith(`${path}[`))),
  );

const Hints = (props: MemberProps) => (
  <>
    {props.schema.description && (
      <p class="hint">
        <Said of={props.schema.description} />
      </p>
    )}
    <Problems problems={problemsAt(props)} />
  </>
);

const Problems = ({ problems, id }: { problems: readonly string[]; id?: string }) => (
  <div id={id} class="problems">
    {problems.map((problem) => (
      <p key={problem}>{problem}</p>
    ))}
  </div>
);

interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-describedby': string;
  readonly 'aria-required': boolean;
}

/** A label, its control, what it means and what is wrong with it. */
function Labelled({
  of,
  below = false,
  more = [],
  children,
}: {
  of: MemberProps;
  below?: boolean;
  more?: readonly string[];
  children: (control: ControlProps) => ComponentChildren;
}) {
  const id = useId();
  const problems = [...more, ...problemsAt(of, below)];
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
        <p class="hint" id={`${id}-hint`}>
          <Said of={of.schema.description ?? ''} />
        </p>
        <Problems id={`${id}-problems`} problems={problems} />
      </div>
    </div>
  );
}

function Choice(props: MemberProps) {
  const { schema, value, change, required } = props;
  const choices = schema.enum ?? ['true', 'false'];
  const read = (text: string): unknown => (text === '' ? undefined : schema.enum ? text : text === 'true');
  return (
    <Labelled of={props}>
      {(control) => (
        <select
          {...control}
          value={value === undefined ? '' : String(value)}
          onChange={({ currentTarget }) => change(read(currentTarget.value))}
        >
          {(!required || value === undefined) && (
            <option value="">{schema.default === undefined ? '–' : `– (${String(schema.default)})`}</option>
          )}
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {schema.enum ? choice : choice === 'true' ? 'yes' : 'no'}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

function NumberField(props: MemberProps) {
  const { schema, value, change } = props;
  return (
    <Labelled of={props}>
      {(control) => (
        <input
          {...control}
          type="number"
          step={schema.type === 'integer' ? 1 : 'any'}
          value={value === undefined ? '' : String(value)}
          onInput={({ currentTarget }) => change(currentTarget.value === '' ? undefined : Number(currentTarget.value))}
        />
      )}
    </Labelled>
  );
}

/** Dates are shown and taken in the reader's own time zone, to the second. */
function DateField(props: MemberProps) {
  const { value, change } = props;
  const local = (iso: string): string => {
    const at = new Date(iso);
    return Number.isNaN(at.getTime())
      ? ''
      : new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  };
  return (
    <Labelled of={props}>
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          step={1}
          value={typeof value === 'string' ? local(value) : ''}
          onChange={({ currentTarget }) =>
            change(currentTarget.value === '' ? undefined : new Date(currentTarget.value).toISOString())
          }
        />
      )}
    </Labelled>
  );
}

const long = new Set(['source', 'content', 'form', 'expression', 'description', 'request', 'response', 'log']);
const code = new Set(['source', 'content', 'expression', 'form']);

function TextField(props: MemberProps) {
  const { path, value, change } = props;
  const name = path.split('.').at(-1) ?? '';
  const text = value === undefined ? '' : String(value);
  const set = (next: string): void => change(next === '' ? undefined : next);
  const isLong = long.has(name) || text.includes('\n');
  return (
    <Labelled of={props}>
      {(control) =>
        isLong ? (
          <textarea
            {...control}
            class={code.has(name) ? 'code' : undefined}
            spellcheck={!code.has(name)}
            rows={code.has(name) ? 14 : 3}
            value={text}
            onInput={({ currentTarget }) => set(currentTarget.value)}
          />
        ) : (
          <input {...control} type="text" value={text} onInput={({ currentTarget }) => set(currentTarget.value)} />
        )
      }
    </Labelled>
  );
}

/** Strings, one a line. */
function Lines(props: MemberProps) {
  const { value, change, required } = props;
  const given = Array.isArray(value) ? (value as string[]) : [];
  const [text, setText] = useState(given.join('\n'));
  return (
    <Labelled of={props} below>
      {(control) => (
        <textarea
          {...control}
          rows={Math.min(8, Math.max(2, given.length + 1))}
          placeholder="one a line"
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            const lines = currentTarget.value.split('\n').filter((line) => line.trim() !== '');
            change(lines.length === 0 && !required ? undefined : lines);
          }}
        />
      )}
    </Labelled>
  );
}

/** Objects one under the other. */
function List(props: MemberProps & { items: Schema }) {
  const { path, label, value, change, form, items, required } = props;
  const given = Array.isArray(value) ? (value as Values[]) : [];
  return (
    <fieldset class="nested">
      <legend>
        {label}
        {required && <Required />}
      </legend>
      <Hints {...props} />
      {given.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what problems name it by
        <fieldset key={index} class="nested">
          <legend>
            {label} {index + 1}
          </legend>
          <Members
            schema={items}
            value={one}
            path={`${path}[${index}]`}
            form={form}
            change={(next) => change(given.map((other, at) => (at === index ? next : other)))}
          />
          <button type="button" class="plain" onClick={() => change(given.filter((_, at) => at !== index))}>
            Remove {label.toLowerCase()} {index + 1}
          </button>
        </fieldset>
      ))}
      <button type="button" class="plain" onClick={() => change([...given, {}])}>
        Add to {label.toLowerCase()}
      </button>
    </fieldset>
  );
}

/** Whatever else: JSON, checked while it is typed, in a field of up to `most` lines at first. */
export function JsonField(props: MemberProps & { most?: number }) {
  const { path, value, change, schema, required, form, most = 16 } = props;
  const initial = value ?? (required ? (schema.type === 'array' ? [] : {}) : undefined);
  const [text, setText] = useState(initial === undefined ? '' : JSON.stringify(initial, null, 2));
  const take = (next: string): void => {
    setText(next);
    if (next.trim() === '') {
      form.setBroken(path, undefined);
      change(undefined);
      return;
    }
    try {
      const read: unknown = JSON.parse(next);
      const isRight = schema.type === 'array' ? Array.isArray(read) : schema.type !== 'object' || isPlainObject(read);
      form.setBroken(path, isRight ? undefined : `${path}: must be an ${schema.type}`);
      if (isRight) change(read);
    } catch (error) {
      form.setBroken(path, `${path}: is no JSON, ${(error as Error).message}`);
    }
  };
  const broken = form.broken.get(path);
  return (
    <Labelled of={props} below more={broken ? [broken] : []}>
      {(control) => (
        <textarea
          {...control}
          class="code"
          spellcheck={false}
          rows={Math.min(most, Math.max(2, text.split('\n').length))}
          placeholder={schema.type === 'array' ? '[ ]' : '{ }'}
          value={text}
          onInput={({ currentTarget }) => take(currentTarget.value)}
        />
      )}
    </Labelled>
  );
}

const isPlainObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Broken texts of a form. */
export function useBroken(): Pick<FormState, 'broken' | 'setBroken'> {
  const [broken, setMap] = useState<ReadonlyMap<string, string>>(new Map());
  return {
    broken,
    setBroken: (path, problem) =>
      setMap((before) => {
        const next = new Map(before);
        if (problem === undefined) next.delete(path);
        else next.set(path, problem);
        return next;
      }),
  };
}

/** Required objects that were left empty are there all the same. */
export function withRequired(schema: Schema, values: Values, resolve: Interface['resolve']): Values {
  const empty = (schema.required ?? []).flatMap((name): [string, unknown][] => {
    const { type } = resolve(schema.properties?.[name] ?? {});
    if (values[name] !== undefined || (type !== 'object' && type !== 'array')) return [];
    return [[name, type === 'array' ? [] : {}]];
  });
  return { ...values, ...Object.fromEntries(empty) };
}
