import { type Element, isTag } from 'domhandler';
import { textOf } from './nodeText.ts';

/** The labels of buttons without a value, by the type of the `<input>`. */
export const buttonLabels: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset', button: '' };

/** How an empty and a chosen mark are read. */
export const markTexts = { radio: ['○', '◉'], checkbox: ['☐', '☑'] } as const;

export const isMark = (type: string): type is keyof typeof markTexts => Object.hasOwn(markTexts, type);

export const isChecked = ({ attribs }: Element): boolean => 'checked' in attribs;

export const inputType = ({ attribs }: Element): string => (attribs['type'] ?? 'text').toLowerCase();

/** Returns the text of a field of one line. */
export const lineText = (type: string, value: string): string =>
  type === 'password' ? '•'.repeat([...value].length) : value.replace(/\s+/g, ' ');

/** Returns the text of a `<textarea>`. */
export const areaText = (element: Element): string => textOf(element).replace(/^\n/, '');

export interface Option {
  readonly text: string;
  readonly isSelected: boolean;
  /** The label of its group. */
  readonly group: string | undefined;
}

/** Returns the options of a `<select>`. */
export function optionsOf(element: Element, group?: string): Option[] {
  return element.children.filter(isTag).flatMap((one) => {
    if (one.name === 'optgroup' && group === undefined) return optionsOf(one, one.attribs['label'] ?? '');
    if (one.name !== 'option') return [];
    const text = textOf(one).replace(/\s+/g, ' ').trim() || (one.attribs['label'] ?? '');
    return { text, isSelected: 'selected' in one.attribs, group };
  });
}

/** Returns the option that a list of one line shows. */
export const chosenOption = (options: readonly Option[]): Option | undefined =>
  options.findLast(({ isSelected }) => isSelected) ?? options[0];
