import type { CssNode, Selector as SelectorNode } from 'css-tree';

/** An element as selectors see it: its place among its siblings is counted once, when it is met. */
export interface Placed {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly parent: Placed | undefined;
  readonly previous: Placed | undefined;
  /** From 1, and from 1 at the end; `ofType` among those of the same tag. */
  readonly index: number;
  readonly fromEnd: number;
  readonly indexOfType: number;
  readonly fromEndOfType: number;
  readonly empty: boolean;
}

type Test = (element: Placed) => boolean;

interface Compound {
  readonly tests: readonly Test[];
  /** How it stands to the compound after it. */
  readonly combinator: string;
}

export interface Selector {
  /** From right to left. */
  readonly compounds: readonly Compound[];
  readonly specificity: number;
  /** What an element must have for the selector to be tried at all: `#id`, `.class`, `tag` or `*`. */
  readonly key: string;
}

/** undefined where the selector holds something that paper does not know (`:hover`, `::before`): it matches nothing. */
export function compileSelector(node: SelectorNode): Selector | undefined {
  const compounds: { tests: Test[]; combinator: string }[] = [{ tests: [], combinator: '' }];
  let specificity = 0;
  let key = '*';
  for (const part of node.children) {
    const current = compounds.at(-1) as { tests: Test[]; combinator: string };
    if (part.type === 'Combinator') {
      current.combinator = part.name;
      compounds.push({ tests: [], combinator: '' });
      key = '*';
      continue;
    }
    const compiled = compileSimple(part);
    if (!compiled) return undefined;
    if (compiled.test) current.tests.push(compiled.test);
    specificity += compiled.specificity;
    if (compiled.key && (key === '*' || compiled.specificity > 1)) key = compiled.key;
  }
  return { compounds: compounds.reverse(), specificity, key };
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
      return { test: ({ tag }) => tag === name, specificity: 1, key: name };
    }
    case 'ClassSelector': {
      const { name } = part;
      return { test: ({ classes }) => classes.includes(name), specificity: 1000, key: `.${name}` };
    }
    case 'IdSelector': {
      const { name } = part;
      return { test: ({ id }) => id === name, specificity: 1_000_000, key: `#${name}` };
    }
    case 'AttributeSelector': {
      const name = part.name.name.toLowerCase();
      const wanted = part.value ? (part.value.type === 'String' ? part.value.value : part.value.name) : '';
      const matches = attributeMatchers[part.matcher ?? ''];
      if (!matches) return undefined;
      return {
        test: ({ attributes }) => attributes[name] !== undefined && matches(attributes[name], wanted),
        specificity: 1000,
      };
    }
    case 'PseudoClassSelector':
      return compilePseudo(part.name.toLowerCase(), part.children?.first ?? undefined);
    default:
      return undefined;
  }
}

const attributeMatchers: Record<string, (value: string, wanted: string) => boolean> = {
  '': () => true,
  '=': (value, wanted) => value === wanted,
  '~=': (value, wanted) => value.split(/\s+/).includes(wanted),
  '|=': (value, wanted) => value === wanted || value.startsWith(`${wanted}-`),
  '^=': (value, wanted) => wanted !== '' && value.startsWith(wanted),
  '$=': (value, wanted) => wanted !== '' && value.endsWith(wanted),
  '*=': (value, wanted) => wanted !== '' && value.includes(wanted),
};

const counted: Record<string, (element: Placed) => number> = {
  'nth-child': ({ index }) => index,
  'nth-last-child': ({ fromEnd }) => fromEnd,
  'nth-of-type': ({ indexOfType }) => indexOfType,
  'nth-last-of-type': ({ fromEndOfType }) => fromEndOfType,
};

const plainPseudos: Record<string, Test> = {
  'first-child': ({ index }) => index === 1,
  'last-child': ({ fromEnd }) => fromEnd === 1,
  'only-child': ({ index, fromEnd }) => index === 1 && fromEnd === 1,
  'first-of-type': ({ indexOfType }) => indexOfType === 1,
  'last-of-type': ({ fromEndOfType }) => fromEndOfType === 1,
  'only-of-type': ({ indexOfType, fromEndOfType }) => indexOfType === 1 && fromEndOfType === 1,
  root: ({ parent }) => parent === undefined,
  empty: ({ empty }) => empty,
  link: ({ tag, attributes }) => tag === 'a' && attributes['href'] !== undefined,
};

function compilePseudo(name: string, argument: CssNode | undefined): Simple | undefined {
  const plain = plainPseudos[name];
  if (plain) return { test: plain, specificity: 1000 };
  const count = counted[name];
  if (count && argument?.type === 'Nth' && !argument.selector) {
    const matches = compileNth(argument.nth);
    return matches && { test: (element) => matches(count(element)), specificity: 1000 };
  }
  if (name === 'not' && argument?.type === 'SelectorList') {
    const selectors = [...argument.children].map((one) => (one.type === 'Selector' ? compileSelector(one) : undefined));
    if (selectors.some((one) => one === undefined)) return undefined;
    const known = selectors as Selector[];
    return {
      test: (element) => !known.some((one) => matchesSelector(one, element)),
      specificity: Math.max(...known.map(({ specificity }) => specificity)),
    };
  }
  return undefined;
}

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

/** How far back `~` looks: without a limit, long lists would cost the square of their length. */
const SIBLINGS = 1000;

/** `siblings`, `all`: no other sibling, no other ancestor can help either, so that nothing is tried twice. */
type Outcome = true | 'here' | 'siblings' | 'all';

export function matchesSelector({ compounds }: Selector, element: Placed): boolean {
  return matchesFrom(compounds, 0, element) === true;
}

function matchesFrom(compounds: readonly Compound[], at: number, element: Placed): Outcome {
  const compound = compounds[at] as Compound;
  for (const test of compound.tests) if (!test(element)) return 'here';
  const left = compounds[at + 1];
  if (!left) return true;
  switch (left.combinator) {
    case '>':
      return element.parent ? matchesFrom(compounds, at + 1, element.parent) : 'all';
    case '+':
      return element.previous ? matchesFrom(compounds, at + 1, element.previous) : 'siblings';
    case '~': {
      let looked = 0;
      for (let one = element.previous; one && looked < SIBLINGS; one = one.previous, looked++) {
        const outcome = matchesFrom(compounds, at + 1, one);
        if (outcome !== 'here') return outcome;
      }
      return 'siblings';
    }
    default:
      for (let one = element.parent; one; one = one.parent) {
        const outcome = matchesFrom(compounds, at + 1, one);
        if (outcome === true || outcome === 'all') return outcome;
      }
      return 'all';
  }
}
