import type { CodeList, Json, JsonObject } from '../kinds/kind.ts';
import { isObject } from '../validation/values.ts';

interface Listed {
  readonly code: string;
  readonly path: string;
}

/** The codes in a list, with their paths. */
export function listedIn(values: JsonObject, { member, list, element }: CodeList): Listed[] {
  return elementsIn(values, { member, list }).flatMap((one, index): Listed[] => {
    const code = codeOf(one, element);
    const path = `${member}.${list}[${index}]${element === undefined ? '' : `.${element}`}`;
    return code === undefined ? [] : [{ code, path }];
  });
}

export function elementsIn(values: JsonObject, { member, list }: Pick<CodeList, 'member' | 'list'>): readonly Json[] {
  const container = values[member];
  const elements = isObject(container) ? container[list] : undefined;
  return Array.isArray(elements) ? elements : [];
}

/** @param member of the element; absent if the element is the code */
export function codeOf(element: Json, member: string | undefined): string | undefined {
  const code = member === undefined ? element : isObject(element) ? element[member] : undefined;
  return typeof code === 'string' ? code : undefined;
}

export const codesIn = (values: JsonObject, list: CodeList): readonly string[] =>
  listedIn(values, list).map(({ code }) => code);
