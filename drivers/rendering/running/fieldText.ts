import { type ChildNode, type Element, Text } from 'domhandler';
import { html } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { ownValue } from '../../../domain/documents/css/ownValue.ts';
import { fieldDate, isDateType } from '../pdf/tree/elements/dateFields.ts';
import {
  areaText,
  buttonLabels,
  chosenOption,
  inputType,
  isChecked,
  isMark,
  lineText,
  markTexts,
  optionsOf,
} from '../pdf/tree/elements/fieldValues.ts';
import { gaugeText, isGauge } from '../pdf/tree/elements/gauges.ts';
import { textOf } from '../pdf/tree/elements/nodeText.ts';
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
  if (name === 'input') return [new Text(inputText(element))];
  if (name === 'select') return [new Text(chosenOf(element))];
  if (name === 'textarea') return linesOf(areaText(element) || (attribs['placeholder'] ?? ''));
  const gauge = { tag: name, attributes: attribs };
  return isGauge(gauge) ? [new Text(textOf(element).trim() || gaugeText(gauge))] : undefined;
}

function inputText(element: Element): string {
  const { value = '', placeholder = '' } = element.attribs;
  const type = inputType(element);
  if (type === 'hidden' || type === 'image') return '';
  if (isMark(type)) return markTexts[type][isChecked(element) ? 1 : 0];
  const label = ownValue(buttonLabels, type);
  if (label !== undefined) return value || label;
  return isDateType(type) ? fieldDate(type, value) : lineText(type, value) || placeholder;
}

/** Returns the chosen options of a list, or the first one of a list that shows one. */
function chosenOf(select: Element): string {
  const options = optionsOf(select);
  if (!('multiple' in select.attribs)) return chosenOption(options)?.text ?? '';
  return options
    .filter(({ isSelected }) => isSelected)
    .map(({ text }) => text)
    .join(', ');
}

const linesOf = (text: string): ChildNode[] =>
  text
    .split(/\r?\n/)
    .flatMap((line, at) => [...(at > 0 ? [adapter.createElement('br', html.NS.HTML, [])] : []), new Text(line)]);
