import { type ChildNode, type Element, isTag, Text } from 'domhandler';
import { html } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { fieldDate, isDateType } from '../pdf/tree/elements/dateFields.ts';
import { textOf } from '../pdf/tree/survey.ts';
import { setChildren } from '../sanitize/setChildren.ts';

/** Elements of forms, and dialogs, with those that stand in place of them. */
export const formParts: Readonly<Record<string, string>> = {
  form: 'div',
  fieldset: 'div',
  legend: 'div',
  dialog: 'div',
  label: 'span',
  output: 'span',
};

/** Attributes of a field that its text has, too. */
const ofText = /^(?:id|class|style|lang|dir|title|hidden)$/;
const labels: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset', button: '' };

/** Turns a field of a form into a `<span>` with the value that a PDF shows. Returns false for an element that is no field. */
export function asFieldText(element: Element): boolean {
  const content = contentOf(element);
  if (content === undefined) return false;
  element.name = 'span';
  for (const name of Object.keys(element.attribs)) if (!ofText.test(name)) delete element.attribs[name];
  setChildren(element, content);
  return true;
}

function contentOf(element: Element): ChildNode[] | undefined {
  const { name, attribs } = element;
  if (name === 'button') return element.children;
  if (name === 'input') return [new Text(inputText(attribs))];
  if (name === 'select') return [new Text(chosenOf(element))];
  if (name === 'textarea') return linesOf(textOf(element).replace(/^\n/, '') || (attribs['placeholder'] ?? ''));
  if (name === 'progress' || name === 'meter') return [new Text(textOf(element).trim() || shareOf(attribs))];
  return undefined;
}

function inputText({ value = '', placeholder = '', ...attribs }: Readonly<Record<string, string>>): string {
  const type = (attribs['type'] ?? 'text').trim().toLowerCase();
  if (type === 'hidden' || type === 'image') return '';
  if (type === 'checkbox') return 'checked' in attribs ? '☑' : '☐';
  if (type === 'radio') return 'checked' in attribs ? '◉' : '○';
  const label = labels[type];
  if (label !== undefined) return value || label;
  if (isDateType(type)) return fieldDate(type, value);
  return type === 'password' ? '•'.repeat([...value].length) : value || placeholder;
}

/** Returns the chosen options of a list, or the first one of a list that shows one. */
function chosenOf(select: Element): string {
  const options = optionsIn(select);
  const chosen = options.filter(({ attribs }) => 'selected' in attribs);
  const isMultiple = 'multiple' in select.attribs;
  const shown = isMultiple ? chosen : [chosen.at(-1) ?? options[0]].flatMap((option) => option ?? []);
  return shown.map((one) => textOf(one).replace(/\s+/g, ' ').trim() || (one.attribs['label'] ?? '')).join(', ');
}

const optionsIn = ({ children }: Element): Element[] =>
  children
    .filter(isTag)
    .flatMap((one) => (one.name === 'optgroup' ? one.children.filter(isTag) : one))
    .filter(({ name }) => name === 'option');

const linesOf = (text: string): ChildNode[] =>
  text
    .split(/\r?\n/)
    .flatMap((line, at) => [...(at > 0 ? [adapter.createElement('br', html.NS.HTML, [])] : []), new Text(line)]);

function shareOf({ value, max, min }: Readonly<Record<string, string>>): string {
  const [least, greatest] = [Number(min ?? 0), Number(max ?? 1)];
  const share = (Number(value) - least) / (greatest - least);
  return value !== undefined && Number.isFinite(share) ? `${Math.round(100 * share)} %` : '';
}
