import { useState } from 'preact/hooks';
import { parseJson } from '../../../../../domain/validation/parseJson.ts';
import { errorOf } from '../../common/api.ts';
import { Labelled, type MemberProps } from './labelled.tsx';

/** A member of any other type: JSON, validated on input. The initial field has up to `maxRows` lines. */
export function JsonField(props: MemberProps & { maxRows?: number }) {
  const { path, value, change, schema, required, form, maxRows = 16 } = props;
  const initial = value ?? (required ? (schema.type === 'array' ? [] : {}) : undefined);
  const [text, setText] = useState(initial === undefined ? '' : JSON.stringify(initial, null, 2));
  const read = (next: string): void => {
    setText(next);
    if (next.trim() === '') {
      form.setInvalidJson(path, undefined);
      change(undefined);
      return;
    }
    try {
      const parsed: unknown = parseJson(next);
      const fits = schema.type === 'array' ? Array.isArray(parsed) : schema.type !== 'object' || isPlainObject(parsed);
      form.setInvalidJson(path, fits ? undefined : `must be ${schema.type === 'array' ? 'an array' : 'an object'}`);
      if (fits) change(parsed);
    } catch (error) {
      form.setInvalidJson(path, `is not valid JSON: ${errorOf(error).message}`);
    }
  };
  const problem = form.invalidJson.get(path);
  return (
    <Labelled of={props} nested moreProblems={problem ? [{ path, message: problem }] : []}>
      {(control) => (
        <textarea
          {...control}
          class="code"
          spellcheck={false}
          rows={Math.min(maxRows, Math.max(2, text.split('\n').length))}
          placeholder={schema.type === 'array' ? '[ ]' : '{ }'}
          value={text}
          onInput={({ currentTarget }) => read(currentTarget.value)}
        />
      )}
    </Labelled>
  );
}

const isPlainObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
