import { type Element, isTag, isText } from 'domhandler';
import { withPlainCalculations } from '../../../../domain/documents/css/plainCalculations.ts';
import { SiblingViews, type TreeElement } from '../style/sheets/siblingViews.ts';
import { cascade } from '../style/styleResolver.ts';
import { matching, parseInline, parseStylesheet, type Stylesheet } from '../style/stylesheet.ts';
import { expandVariant, featureProperties } from '../style/values/fontVariants.ts';
import { type Variables, withoutVariables } from '../style/values/variables.ts';
import { readUnits } from './parts/svgLengths.ts';

/** The declarations that apply to an element: its attributes, which rules and its `style` override. */
export interface SvgStyle {
  /** Those that its parent passes on, too. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
  readonly own: ReadonlyMap<string, string>;
}

/** Returns what the content of a marker inherits: the paints of the shape that it is on, for `context-fill` and `context-stroke`. */
export const contextOf = ({ inherited }: SvgStyle): SvgStyle['inherited'] => ({
  'context-fill': inherited['fill'] ?? '#000000',
  'context-stroke': inherited['stroke'] ?? 'none',
});

/** The attribute counts in both directions; rules have one property for each. */
export const isOverflowSeen = (own: SvgStyle['own']): boolean =>
  ['overflow-x', 'overflow-y'].every((name) => /^(?:visible|auto)$/.test(own.get(name) ?? own.get('overflow') ?? ''));

/** Returns a style whose shapes are not filled. */
export const withoutFill = ({ own, inherited }: SvgStyle): SvgStyle => ({
  own,
  inherited: Object.assign(Object.create(inherited), { fill: 'none' }),
});

/** Returns what a text inherits, for which the sheet of browsers declares `white-space`. */
const inText = (around: SvgStyle['inherited']): SvgStyle['inherited'] =>
  Object.assign(Object.create(around), { 'white-space': 'nowrap' });

const inherits: ReadonlySet<string> = new Set([
  ...featureProperties,
  ...`fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit color font-family font-size font-weight font-style text-anchor dominant-baseline
  visibility letter-spacing word-spacing clip-rule paint-order marker-start marker-mid marker-end direction
  white-space text-transform writing-mode text-rendering`.split(/\s+/),
]);

/** Sizes by their names, in CSS pixels. */
const sizes: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
};

/** Computes the styles of the elements of a drawing. */
export class SvgStyles {
  readonly #sheets: readonly Stylesheet[];
  readonly #views = new Map<Element, TreeElement>();
  readonly #language: string;

  /** @param language of what is drawn */
  constructor(root: Element, language: string) {
    this.#language = primaryOf(language);
    this.#sheets = sheetsOf(root);
    if (this.#sheets.length > 0) this.#addView(new SiblingViews(undefined, [root]).next(root));
  }

  #addView(root: TreeElement): void {
    const todo = [root];
    for (let view = todo.pop(); view; view = todo.pop()) {
      this.#views.set(view.element, view);
      const children = new SiblingViews(view);
      for (const child of view.element.children) if (isTag(child)) todo.push(children.next(child));
    }
  }

  /** Whether an element is for the language, and for programs without extensions, so that it is drawn. */
  applies({ attribs }: Element): boolean {
    const { systemLanguage: languages, requiredExtensions: extensions } = attribs;
    if (extensions !== undefined && !/^\s*http:\/\/www\.w3\.org\/1999\/xhtml\s*$/.test(extensions)) return false;
    return languages === undefined || languages.split(',').some((one) => primaryOf(one) === this.#language);
  }

  styleOf(element: Element, outer: SvgStyle['inherited']): SvgStyle {
    const around = element.name === 'text' && 'white-space' in outer ? inText(outer) : outer;
    const own = new Map<string, string>();
    let inherited: Record<string, string | undefined> | undefined;
    // Variables first, because other values may have them.
    const declared = [...this.#declarationsOf(element)].sort(
      ([one], [other]) => Number(isCustom(other)) - Number(isCustom(one)),
    );
    for (const [name, text] of declared) {
      const replaced = withoutVariables(text, variablesOf(inherited ?? around), [name])?.trim();
      if (replaced === undefined) continue;
      const value = replaced === text || isCustom(name) ? replaced : withPlainCalculations(name, replaced);
      if (!inherits.has(name) && !isCustom(name)) {
        own.set(name, value);
        continue;
      }
      if (value === '' || value === 'inherit' || value === 'unset') continue;
      // What the parent passes on is found through the prototype.
      inherited ??= Object.create(around) as Record<string, string | undefined>;
      inherited[name] = value === 'initial' ? undefined : computed(name, value, around);
    }
    return { inherited: inherited ?? around, own };
  }

  #declarationsOf(element: Element): Iterable<readonly [string, string]> {
    const { attribs } = element;
    const inline = attribs['style'];
    const view = this.#views.get(element);
    // Nothing in an image is a container.
    const rules = view ? matching(this.#sheets, view, []).map(({ declarations }) => declarations) : [];
    const entries = propertiesOf(attribs);
    if (inline === undefined && rules.length === 0) return entries;
    const declared = [...cascade(inline === undefined ? rules : [...rules, parseInline(inline)])];
    return new Map([...entries, ...declared.flatMap(longhands)]);
  }
}

/** Returns the first part of a tag of a language: browsers distinguish no regions. */
const primaryOf = (tag: string): string => tag.trim().toLowerCase().split('-')[0] ?? '';

const isCustom = (name: string): boolean => name.startsWith('--');

/** The variables among what an element inherits. */
const variablesOf = (inherited: SvgStyle['inherited']): Variables => ({ get: (name) => inherited[name] });

/** Attributes that stand for other properties, and the names of properties that are no attributes. */
const special = ['space', 'font-variant', 'white-space', 'text-transform'];

function propertiesOf(attribs: Element['attribs']): (readonly [string, string])[] {
  const entries = Object.entries(attribs);
  if (!special.some((name) => name in attribs)) return entries;
  return entries.flatMap(([name, value]): (readonly [string, string])[] => {
    // The parser reads `xml:space` as `space`.
    if (name === 'space') return [['white-space', value === 'preserve' ? 'pre' : 'nowrap']];
    if (name === 'font-variant') return expandVariant(value);
    return special.includes(name) ? [] : [[name, value]];
  });
}

/** Only sheets know the shorthand of markers. */
function longhands([name, value]: readonly [string, string]): (readonly [string, string])[] {
  if (name !== 'marker') return [[name, value]];
  return ['marker-start', 'marker-mid', 'marker-end'].map((longhand) => [longhand, value] as const);
}

function computed(name: string, value: string, around: SvgStyle['inherited']): string {
  const parent = around[name];
  if (name === 'font-size') return String(sizeOf(value, Number(parent ?? 16)));
  if (name === 'font-weight') return String(weightOf(value, Number(parent ?? 400)));
  if (name === 'color' && /^currentcolor$/i.test(value)) return parent ?? '#000000';
  return value;
}

function sizeOf(value: string, parent: number): number {
  const word = value.toLowerCase();
  if (word === 'larger') return parent * 1.2;
  if (word === 'smaller') return parent / 1.2;
  const size = sizes[word] ?? readUnits(word, parent, parent);
  return size !== undefined && size >= 0 ? size : parent;
}

function weightOf(value: string, parent: number): number {
  const word = value.toLowerCase();
  if (word === 'normal') return 400;
  if (word === 'bold') return 700;
  if (word === 'bolder') return parent < 350 ? 400 : parent < 550 ? 700 : 900;
  if (word === 'lighter') return parent < 550 ? 100 : parent < 750 ? 400 : 700;
  const number = Number(word);
  return number >= 1 && number <= 1000 ? number : parent;
}

function sheetsOf(root: Element): Stylesheet[] {
  const found: Stylesheet[] = [];
  const todo = [root];
  for (let element = todo.pop(); element; element = todo.pop()) {
    if (element.name === 'style') {
      const text = element.children.map((child) => (isText(child) ? child.data : '')).join('');
      // No drawing is in quirks mode, in which names have no case.
      found.push(parseStylesheet(text, 'author', true));
    } else for (const child of element.children.toReversed()) if (isTag(child)) todo.push(child);
  }
  return found;
}
