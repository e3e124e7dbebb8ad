import { useCallback, useState } from 'preact/hooks';
import type { Interface, Schema } from '../../common/schema.ts';
import type { Mark } from '../editor/codeSettings.ts';
import type { FormState, Values } from './labelled.tsx';

/** The state of the texts of a form that are not valid JSON. */
export function useInvalidJson(): Pick<FormState, 'invalidJson' | 'setInvalidJson'> {
  const [invalidJson, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  return {
    invalidJson,
    setInvalidJson: (path, problem) =>
      setProblems((before) => {
        const next = new Map(before);
        if (problem === undefined) next.delete(path);
        else next.set(path, problem);
        return next;
      }),
  };
}

/** The state of the problems of code that a preview has found. */
export function useMarks(): Pick<FormState, 'marks' | 'setMarks'> {
  const [marks, setAll] = useState<ReadonlyMap<string, readonly Mark[]>>(new Map());
  const setMarks = useCallback(
    (path: string, found: readonly Mark[]) => setAll((before) => new Map(before).set(path, found)),
    [],
  );
  return { marks, setMarks };
}

/** Adds the required objects and arrays that were left empty. */
export function withRequired(schema: Schema, values: Values, resolve: Interface['resolve']): Values {
  const empty = (schema.required ?? []).flatMap((name): [string, unknown][] => {
    const { type } = resolve(schema.properties?.[name] ?? {});
    if (values[name] !== undefined || (type !== 'object' && type !== 'array')) return [];
    return [[name, type === 'array' ? [] : {}]];
  });
  return { ...values, ...Object.fromEntries(empty) };
}
