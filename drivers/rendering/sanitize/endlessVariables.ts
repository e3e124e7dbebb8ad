import { type Document, isText } from 'domhandler';
import { elementsOf } from '../pdf/images/svgImages.ts';
import { variableLimits } from '../pdf/style/values/variables.ts';

/** Declarations of variables in cleaned CSS. */
const declarations = /(?<![\w-])(--[^\s:;{}()]+):([^;{}]*)/g;
const references = /var\(\s*(--[^\s,()]+)/gi;

/** What a variable comes to. */
interface Extent {
  readonly length: number;
  readonly replaced: number;
}

const nothing: Extent = { length: 0, replaced: 0 };

/**
 * Removes the declarations of variables that refer to themselves or come to too much text from a cleaned document: styles are
 * inlined by a library that would replace them without an end.
 */
export function removeEndlessVariables(document: Document): void {
  const elements = elementsOf(document.children);
  const sheets = elements.flatMap(({ name, children: [text] }) =>
    name === 'style' && text && isText(text) ? text : [],
  );
  const styled = elements.filter(({ attribs }) => attribs['style']?.includes('--'));
  const texts = [...sheets.map(({ data }) => data), ...styled.map(({ attribs }) => attribs['style'] ?? '')];
  if (!texts.some((text) => /var\(/i.test(text))) return;
  const variables = new VariableExtents(texts);
  if (variables.endless.size === 0) return;
  // A value of its own, such as the colour of another selector, has an end.
  const isEndless = (name: string, value: string): boolean =>
    variables.endless.has(name) && (/var\(/i.test(value) || value.length > variableLimits.characters);
  const without = (css: string): string =>
    css.replaceAll(declarations, (whole, name: string, value: string) => (isEndless(name, value) ? '' : whole));
  for (const text of sheets) text.data = without(text.data);
  for (const { attribs } of styled) attribs['style'] = without(attribs['style'] ?? '');
}

class VariableExtents {
  readonly endless = new Set<string>();
  readonly #values = new Map<string, string[]>();
  readonly #extents = new Map<string, Extent>();

  constructor(texts: readonly string[]) {
    for (const text of texts)
      for (const [, name = '', value = ''] of text.matchAll(declarations)) {
        const values = this.#values.get(name);
        if (values) values.push(value);
        else this.#values.set(name, [value]);
      }
    for (const name of this.#values.keys()) this.#extentOf(name, []);
  }

  /** `open`: the variables that lead to this one. */
  #extentOf(name: string, open: readonly string[]): Extent {
    const known = this.#extents.get(name);
    if (known) return known;
    const at = open.indexOf(name);
    if (at >= 0) for (const one of open.slice(at)) this.endless.add(one);
    if (at >= 0 || open.length > variableLimits.levels) return { length: 0, replaced: variableLimits.variables };
    let extent = nothing;
    for (const value of this.#values.get(name) ?? []) {
      let [length, replaced] = [value.length, 0];
      for (const [, other = ''] of value.matchAll(references)) {
        const inner = this.#extentOf(other, [...open, name]);
        length += inner.length;
        replaced += 1 + inner.replaced;
      }
      extent = { length: Math.max(extent.length, length), replaced: Math.max(extent.replaced, replaced) };
    }
    if (extent.length > variableLimits.characters || extent.replaced > variableLimits.variables) this.endless.add(name);
    if (this.endless.has(name)) extent = nothing;
    this.#extents.set(name, extent);
    return extent;
  }
}
