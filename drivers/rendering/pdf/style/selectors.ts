import { type CssNode, generate, ident, List, type SelectorList, type Selector as SelectorNode } from 'css-tree';
import { ownValue } from '../../../../domain/documents/css/ownValue.ts';
import { isStateName } from '../../../../domain/documents/warnings/pseudoSupport.ts';
import { compileAttribute } from './sheets/attributeSelectors.ts';
import type { ElementView } from './sheets/elementView.ts';
import { MAX_SIBLINGS, relativeTest } from './sheets/relativeSelectors.ts';

type Test = (element: ElementView) => boolean;

interface Compound {
  readonly tests: readonly Test[];
  /** Relation to the compound on its right. */
  readonly combinator: string;
}

/** What rules style of an element besides its box. */
export type PseudoElement = 'before' | 'after' | 'first-line' | 'first-letter' | 'marker' | 'placeholder';

export interface Selector {
  /** From right to left. */
  readonly compounds: readonly Compound[];
  readonly specificity: number;
  /** The pseudo-element whose style it selects. */
  readonly pseudo?: PseudoElement;
  /** What an element must have for the selector to be tried: `#id`, `.class`, `tag` or `*`. */
  readonly key: string;
}

/** Compiles a selector. Returns undefined where it uses what does not exist on paper, such as `:hover`. */
export function compileSelector(node: SelectorNode): Selector | undefined {
  let current: { tests: Test[]; combinator: string } = { tests: [], combinator: '' };
  const compounds = [current];
  let specificity = 0;
  let key = '*';
  let pseudo: Selector['pseudo'];
  for (const part of node.children) {
    pseudo ??= pseudoElementOf(part);
    if (pseudo && pseudoElementOf(part)) {
      specificity++;
      continue;
    }
    if (part.type === 'Combinator') {
      current.combinator = part.name;
      current = { tests: [], combinator: '' };
      compounds.push(current);
      key = '*';
      continue;
    }
    const compiled = compileSimple(part);
    if (!compiled) return undefined;
    if (compiled.test) current.tests.push(compiled.test);
    specificity += compiled.specificity;
    if (compiled.key && (key === '*' || compiled.specificity > 1)) key = compiled.key;
  }
  return { compounds: compounds.reverse(), specificity, key, ...(pseudo && { pseudo }) };
}

/** Those that CSS 2 spells with one colon, and those of later levels. */
const oldPseudoElements: readonly PseudoElement[] = ['before', 'after', 'first-line', 'first-letter'];
const pseudoElements: readonly PseudoElement[] = [...oldPseudoElements, 'marker', 'placeholder'];

/** `::before`, or `:before` as CSS 2 spells it. */
function pseudoElementOf(part: CssNode): Selector['pseudo'] {
  if (part.type !== 'PseudoElementSelector' && part.type !== 'PseudoClassSelector') return undefined;
  const name = part.name.toLowerCase().replace('-webkit-input-placeholder', 'placeholder');
  return (part.type === 'PseudoClassSelector' ? oldPseudoElements : pseudoElements).find((one) => one === name);
}

interface Simple {
  readonly test?: Test;
  readonly specificity: number;
  readonly key?: string;
}

function compileSimple(part: CssNode): Simple | undefined {
  switch (part.type) {
    case 'TypeSelector': {
      const name = part.name.toLowerCase();
      if (name === '*') return { specificity: 0 };
      // Elements of drawings have names with capitals, such as `foreignObject`, which count in selectors.
      return { test: ({ tag }) => tag === name || tag === part.name, specificity: 1, key: name };
    }
    case 'ClassSelector': {
      // Frameworks name classes with escapes: `.w-1\\/2`.
      const name = ident.decode(part.name);
      return { test: ({ classes }) => classes.includes(name), specificity: 1000, key: `.${name}` };
    }
    case 'IdSelector': {
      const name = ident.decode(part.name);
      return { test: ({ id }) => id === name, specificity: 1_000_000, key: `#${name}` };
    }
    case 'AttributeSelector': {
      const test = compileAttribute(part);
      return test && { test, specificity: 1000 };
    }
    case 'PseudoClassSelector':
      return compilePseudo(part.name.toLowerCase(), part.children?.first ?? undefined);
    default:
      return undefined;
  }
}

const positions: Record<string, (element: ElementView) => number> = {
  'nth-child': ({ index }) => index,
  'nth-last-child': ({ fromEnd }) => fromEnd,
  'nth-of-type': ({ indexOfType }) => indexOfType,
  'nth-last-of-type': ({ fromEndOfType }) => fromEndOfType,
};

const fields = /^(?:input|select|textarea|button|option|optgroup|fieldset)$/;

/** Fields that a form may require, and those whose text nobody writes. */
const written = /^(?:input|select|textarea)$/;
const unwritable = /^(?:hidden|range|color|checkbox|radio|file|submit|image|reset|button)$/i;

const plainPseudos: Record<string, Test> = {
  'first-child': ({ index }) => index === 1,
  'last-child': ({ fromEnd }) => fromEnd === 1,
  'only-child': ({ index, fromEnd }) => index === 1 && fromEnd === 1,
  'first-of-type': ({ indexOfType }) => indexOfType === 1,
  'last-of-type': ({ fromEndOfType }) => fromEndOfType === 1,
  'only-of-type': ({ indexOfType, fromEndOfType }) => indexOfType === 1 && fromEndOfType === 1,
  root: ({ parent }) => parent === undefined,
  empty: ({ empty }) => empty,
  checked: ({ attributes }) => attributes['checked'] !== undefined || attributes['selected'] !== undefined,
  disabled: isDisabled,
  enabled: (element) => fields.test(element.tag) && !isDisabled(element),
  required: ({ tag, attributes }) => fields.test(tag) && attributes['required'] !== undefined,
  link: isLink,
  'any-link': isLink,
  optional: ({ tag, attributes }) => written.test(tag) && attributes['required'] === undefined,
  'read-write': isWritable,
  'read-only': (element) => !isWritable(element),
  'placeholder-shown': ({ attributes }) => Boolean(attributes['placeholder']) && (attributes['value'] ?? '') === '',
  defined: () => true,
};

/** Whether a field is disabled itself, or by a fieldset around it, in whose legend it is not. */
export function isDisabled({ tag, attributes, parent }: ElementView): boolean {
  if (!fields.test(tag)) return false;
  if (attributes['disabled'] !== undefined) return true;
  // A fieldset disables the list of an option, and not the option.
  if (tag === 'option' || tag === 'optgroup') return parent?.tag === 'optgroup' && isDisabled(parent);
  for (let one = parent, within: ElementView | undefined; one; within = one, one = one.parent)
    if (one.tag === 'fieldset' && one.attributes['disabled'] !== undefined && within?.tag !== 'legend') return true;
  return false;
}

function isLink({ tag, attributes }: ElementView): boolean {
  return tag === 'a' && attributes['href'] !== undefined;
}

function isWritable(element: ElementView): boolean {
  const { tag, attributes } = element;
  const hasText = tag === 'textarea' || (tag === 'input' && !unwritable.test(attributes['type'] ?? ''));
  return hasText && attributes['readonly'] === undefined && !isDisabled(element);
}

/** Returns the value of an attribute that is inherited. */
function inherited(element: ElementView, name: string): string | undefined {
  for (let one: ElementView | undefined = element; one; one = one.parent)
    if (one.attributes[name] !== undefined) return one.attributes[name].toLowerCase();
  return undefined;
}

/** Compiles what `:lang()` and `:dir()` have in brackets. */
function compileInherited(name: 'lang' | 'dir', argument: CssNode | undefined): Simple | undefined {
  const text = argument && generate(argument).toLowerCase();
  if (!text) return undefined;
  const names = text.split(',').map((one) => one.trim().replace(/^["']|["']$/g, ''));
  if (name === 'dir')
    return { test: (element) => names.includes(inherited(element, 'dir') ?? 'ltr'), specificity: 1000 };
  const isIn = (language: string): boolean => names.some((one) => language === one || language.startsWith(`${one}-`));
  return { test: (element) => isIn(inherited(element, 'lang') ?? ''), specificity: 1000 };
}

function compilePseudo(name: string, argument: CssNode | undefined): Simple | undefined {
  const plain = ownValue(plainPseudos, name);
  if (plain) return { test: plain, specificity: 1000 };
  if (name === 'lang' || name === 'dir') return compileInherited(name, argument);
  const count = ownValue(positions, name);
  if (count && argument?.type === 'Nth' && !argument.selector) {
    const matches = compileNth(argument.nth);
    return matches && { test: (element) => matches(count(element)), specificity: 1000 };
  }
  if ((name === 'is' || name === 'where') && argument?.type === 'SelectorList') {
    const selectors = [...argument.children].map((one) => (one.type === 'Selector' ? compileSelector(one) : undefined));
    const known = selectors.filter((one) => one !== undefined);
    return {
      test: (element) => known.some((one) => matchesSelector(one, element)),
      specificity: name === 'where' ? 0 : Math.max(0, ...known.map(({ specificity }) => specificity)),
    };
  }
  if (name === 'has' && argument?.type === 'SelectorList') return compileHas(argument);
  if (name === 'not' && argument?.type === 'SelectorList') {
    const selectors = [...argument.children].filter((one) => one.type === 'Selector' && !isOfState(one));
    const known = selectors.flatMap((one) => (one.type === 'Selector' ? (compileSelector(one) ?? []) : []));
    if (known.length < selectors.length) return undefined;
    // No element is in such a state.
    if (known.length === 0) return { specificity: 1000 };
    return {
      test: (element) => !known.some((one) => matchesSelector(one, element)),
      specificity: Math.max(...known.map(({ specificity }) => specificity)),
    };
  }
  return undefined;
}

function compileHas(list: SelectorList): Simple | undefined {
  // As in browsers, no `:has()` is in another.
  if (/:has\(/i.test(generate(list))) return undefined;
  const relative = [...list.children].flatMap((one) => {
    if (one.type !== 'Selector') return [];
    const [first, ...others] = one.children;
    const isRelative = first?.type === 'Combinator';
    const selector = compileSelector(isRelative ? { ...one, children: new List<CssNode>().fromArray(others) } : one);
    return selector && !selector.pseudo ? [{ selector, combinator: isRelative ? first.name : ' ' }] : [];
  });
  const tests = relative.map(({ selector: { compounds }, combinator }) =>
    relativeTest(combinator, compounds.length === 1, (one, isAnchor) => {
      const anchor = { tests: [isAnchor], combinator };
      return matchesFrom([...compounds, anchor], 0, one) === true;
    }),
  );
  return {
    test: (element) => tests.some((test) => test(element)),
    specificity: Math.max(0, ...relative.map(({ selector }) => selector.specificity)),
  };
}

/** Whether a selector selects no element on paper. */
const isOfState = ({ children }: SelectorNode): boolean =>
  [...children].some((part) => part.type === 'PseudoClassSelector' && isStateName(part.name.toLowerCase()));

function compileNth(nth: CssNode): ((position: number) => boolean) | undefined {
  if (nth.type === 'Identifier') {
    const rest = nth.name.toLowerCase() === 'odd' ? 1 : 0;
    return (position) => position % 2 === rest;
  }
  if (nth.type !== 'AnPlusB') return undefined;
  const step = Number(nth.a ?? 0);
  const offset = Number(nth.b ?? 0);
  if (step === 0) return (position) => position === offset;
  return (position) => (position - offset) % step === 0 && (position - offset) / step >= 0;
}

/**
 * The result of matching part of a selector. `siblings` and `ancestors`: no other sibling or no other ancestor can match
 * either, so none of them is tried.
 */
type MatchOutcome = true | 'here' | 'siblings' | 'ancestors';

export function matchesSelector({ compounds }: Selector, element: ElementView): boolean {
  return matchesFrom(compounds, 0, element) === true;
}

function matchesFrom(compounds: readonly Compound[], at: number, element: ElementView): MatchOutcome {
  const compound = compounds[at];
  if (!compound) return true;
  for (const test of compound.tests) if (!test(element)) return 'here';
  const left = compounds[at + 1];
  if (!left) return true;
  switch (left.combinator) {
    case '>':
      return element.parent ? matchesFrom(compounds, at + 1, element.parent) : 'ancestors';
    case '+':
      return element.previous ? matchesFrom(compounds, at + 1, element.previous) : 'siblings';
    case '~':
      return matchesSibling(compounds, at + 1, element);
    default:
      return matchesAncestor(compounds, at + 1, element);
  }
}

function matchesSibling(compounds: readonly Compound[], at: number, element: ElementView): MatchOutcome {
  let tried = 0;
  for (let one = element.previous; one && tried < MAX_SIBLINGS; one = one.previous, tried++) {
    const outcome = matchesFrom(compounds, at, one);
    if (outcome !== 'here') return outcome;
  }
  return 'siblings';
}

function matchesAncestor(compounds: readonly Compound[], at: number, element: ElementView): MatchOutcome {
  for (let one = element.parent; one; one = one.parent) {
    const outcome = matchesFrom(compounds, at, one);
    if (outcome === true || outcome === 'ancestors') return outcome;
  }
  return 'ancestors';
}
