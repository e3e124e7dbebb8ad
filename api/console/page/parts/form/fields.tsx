import { useState } from 'preact/hooks';
import { fieldOf, isoOfField, useZone } from '../../common/zone.ts';
import { CodeEditor } from '../editor/codeEditor.tsx';
import { type CodeSettings, marksOf } from '../editor/codeSettings.ts';
import { Labelled, type MemberProps, problemsAt } from './labelled.tsx';

export function ChoiceField(props: MemberProps) {
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

export function NumberField(props: MemberProps) {
  const { schema, value, change } = props;
  return (
    <Labelled of={props}>
      {(control) => (
        <input
          {...control}
          type="number"
          step={schema.type === 'integer' ? 1 : 'any'}
          value={value === undefined ? '' : String(value)}
          onInput={({ currentTarget }) =>
            change(currentTarget.value === '' ? undefined : numberOf(currentTarget.value))
          }
        />
      )}
    </Labelled>
  );
}

/** Returns the number of a text; a whole number that a double may not represent is a BigInt. */
function numberOf(text: string): number | bigint {
  const number = Number(text);
  return Number.isInteger(number) && !Number.isSafeInteger(number) && /^-?\d+$/.test(text) ? BigInt(text) : number;
}

/** Shows and reads dates in the chosen time zone, to the second. */
export function DateField(props: MemberProps) {
  const { value, change } = props;
  const zone = useZone();
  return (
    <Labelled of={props}>
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          step={1}
          value={typeof value === 'string' ? fieldOf(value, zone) : ''}
          onChange={({ currentTarget }) => change(isoOfField(currentTarget.value, zone))}
        />
      )}
    </Labelled>
  );
}

const multiLine = new Set(['source', 'content', 'form', 'expression', 'description', 'request', 'response', 'log']);
const code = new Set(['source', 'content', 'expression', 'form']);

export function TextField(props: MemberProps) {
  const { path, value, change, form } = props;
  const settings = form.codeOf(path);
  if (settings) return <CodeField {...props} settings={settings} />;
  const name = path.split('.').at(-1) ?? '';
  const text = value === undefined ? '' : String(value);
  const set = (next: string): void => change(next === '' ? undefined : next);
  const isMultiLine = multiLine.has(name) || text.includes('\n');
  return (
    <Labelled of={props}>
      {(control) =>
        isMultiLine ? (
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

/** A list of strings, one per line. */
export function StringListField(props: MemberProps) {
  const { value, change, required } = props;
  const strings = Array.isArray(value) ? (value as string[]) : [];
  const [text, setText] = useState(strings.join('\n'));
  return (
    <Labelled of={props} nested>
      {(control) => (
        <textarea
          {...control}
          rows={Math.min(8, Math.max(2, strings.length + 1))}
          placeholder="one per line"
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

function CodeField({ settings, ...props }: MemberProps & { settings: CodeSettings }) {
  const { path, value, change, form, label, required = false } = props;
  const marks = [
    ...marksOf(
      problemsAt(props).map(({ message }) => message),
      'error',
    ),
    ...(form.marks.get(path) ?? []),
  ];
  return (
    <Labelled of={props}>
      {(control) => (
        <CodeEditor
          id={control.id}
          label={required ? `${label} (required)` : label}
          describedBy={control['aria-describedby']}
          isRequired={required}
          isInvalid={control['aria-invalid'] ?? false}
          value={value === undefined ? '' : String(value)}
          settings={settings}
          marks={marks}
          change={(text) => change(text === '' ? undefined : text)}
        />
      )}
    </Labelled>
  );
}
