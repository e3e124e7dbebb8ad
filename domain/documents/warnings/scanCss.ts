import { isForPrint } from '../css/mediaQueries.ts';
import { isSupported } from './supportsQueries.ts';

export type CssToken =
  | {
      readonly kind: 'declaration';
      /** Of its rule: a selector, `@page`, `@property --name`, `@counter-style name` or `@font-face`. */
      readonly selector: string;
      readonly property: string;
      readonly value: string;
      readonly at: number;
    }
  | { readonly kind: 'rule'; readonly selector: string; readonly at: number }
  /** Text that is no declaration. `selector`: of its rule; empty outside of one. */
  | { readonly kind: 'stray'; readonly selector: string; readonly text: string; readonly at: number }
  | { readonly kind: 'atRule'; readonly name: string; readonly prelude: string; readonly at: number };

interface Frame {
  readonly selector: string;
  readonly isSkipped: boolean;
}

/** At-rules whose blocks contain rules; the blocks of all others contain declarations. */
const groups = /^@(media|supports|layer|container|scope|document)\b/i;
/** At-rules whose blocks are not read. */
const opaque = /^@(-\w+-)?(keyframes|font-feature-values)\b/i;

/**
 * Generates the rules and declarations of a sheet with their offsets.
 *
 * @param selector of declarations outside of a rule: of a `style` attribute
 * @param isForLayout whether blocks of `@supports` that the layout of PDFs ignores are not read
 */
export function* scanCss(css: string, selector: string, isForLayout: boolean): Generator<CssToken> {
  const frames: Frame[] = [];
  const text = css.replace(/\/\*[\s\S]*?(?:\*\/|$)|<!--|-->/g, (comment) => comment.replace(/[^\n]/g, ' '));
  let start = 0;
  for (const [at, sign] of signsOf(text)) {
    const segment = text.slice(start, at);
    const offset = start + segment.length - segment.trimStart().length;
    const frame = frames.at(-1) ?? { selector, isSkipped: false };
    start = at + 1;
    if (sign === '{') {
      const prelude = segment.trim();
      if (!frame.isSkipped && prelude !== '') yield blockOf(prelude, offset);
      frames.push(frameOf(prelude, frame, isForLayout));
      continue;
    }
    if (!frame.isSkipped) yield* statementOf(segment.trim(), offset, frame.selector);
    if (sign === '}') frames.pop();
  }
}

/** Generates the braces and semicolons outside of brackets and texts, and the end. */
function* signsOf(css: string): Generator<[number, string]> {
  let brackets = 0;
  for (const { 0: sign, index } of css.matchAll(/\\.|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|[(){};]/gs)) {
    if (sign === '(') brackets++;
    else if (sign === ')') brackets = Math.max(0, brackets - 1);
    else if (sign === '}' || (brackets === 0 && /^[{;]$/.test(sign))) {
      brackets = 0;
      yield [index, sign];
    }
  }
  yield [css.length, ''];
}

function blockOf(prelude: string, at: number): CssToken {
  const name = /^@([\w-]+)/.exec(prelude)?.[1];
  if (name === undefined) return { kind: 'rule', selector: prelude.replace(/\s+/g, ' '), at };
  return { kind: 'atRule', name: name.toLowerCase(), prelude: prelude.slice(name.length + 1).trim(), at };
}

function frameOf(prelude: string, around: Frame, isForLayout: boolean): Frame {
  const selector = prelude.startsWith('@') && groups.test(prelude) ? around.selector : prelude.replace(/\s+/g, ' ');
  const isForOthers =
    (/^@media\b/i.test(prelude) && !isForPrint(prelude.slice('@media'.length))) ||
    (isForLayout && /^@supports\b/i.test(prelude) && !isSupported(prelude.slice('@supports'.length)));
  return { selector, isSkipped: around.isSkipped || isForOthers || opaque.test(prelude) };
}

function* statementOf(text: string, at: number, selector: string): Generator<CssToken> {
  if (text === '') return;
  if (text.startsWith('@')) {
    yield blockOf(text, at);
    return;
  }
  const colon = text.indexOf(':');
  if (colon < 1 || selector === '') {
    yield { kind: 'stray', selector, text, at };
    return;
  }
  const name = text.slice(0, colon).trim();
  // The names of variables have a case.
  const property = name.includes('--') ? name : name.toLowerCase();
  const value = text
    .slice(colon + 1)
    .replace(/!\s*important\s*$/i, '')
    .trim();
  if (property !== '') yield { kind: 'declaration', selector, property, value, at };
}
