/** A part of a sheet that no program reads. */
interface BrokenPart {
  readonly at: number;
  readonly problem: string;
}

const tokens = /\/\*[\s\S]*?(\*\/|$)|\\.|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|url\(\s*[^"'()\s][^()]*\)|[(){}]/gis;

/**
 * Generates the places of a sheet, or of a `style` attribute, whose comments and brackets hide rules or declarations, as CSS
 * Syntax says.
 *
 * @param shown shortens a part of the sheet for a warning
 */
export function* brokenPartsOf(
  css: string,
  { isSheet, shown }: { readonly isSheet: boolean; readonly shown: (text: string) => string },
): Generator<BrokenPart> {
  const rest = isSheet ? 'the rest of the sheet' : 'all that follows in it';
  const next = isSheet ? 'the rule' : 'the declaration';
  let hasOpenText = false;
  const open: { readonly sign: string; readonly at: number }[] = [];
  for (const { 0: token, 1: end, index: at } of css.matchAll(tokens)) {
    const last = open.at(-1);
    if (end === '') yield { at, problem: `the comment is not closed, so ${rest} is ignored` };
    else if (isOpenText(css, token, at)) {
      hasOpenText = true;
      const problem = `the quotation mark ${token.charAt(0)} is not closed in its line, so its declaration is ignored`;
      yield { at, problem };
    } else if (token === '(' || token === '{') open.push({ sign: token, at });
    else if (token === ')' && last?.sign === '(') open.pop();
    else if (token === '}' && last?.sign === '{') open.pop();
    else if (token === '}' && last) {
      yield { at: last.at, problem: 'the bracket ( is not closed before }, so the CSS up to the next ) is ignored' };
      return;
    } else if (token === '}') yield { at, problem: `this } closes nothing, so ${next} after it is ignored` };
  }
  const unended = hasOpenText || !open.some(({ sign }) => sign === '{') ? undefined : unendedRule(css);
  if (unended)
    yield {
      at: unended.at,
      problem: `the bracket { of ${shown(unended.prelude)} is not closed, so the rules after it are part of it`,
    };
}

interface Prelude {
  readonly at: number;
  /** A selector, or an at-rule. */
  readonly prelude: string;
}

/** Returns the rule of a sheet that lacks its end before further ones. The last rule needs none. */
function unendedRule(css: string): Prelude | undefined {
  const open: Prelude[] = [];
  let around: Prelude | undefined;
  let within: Prelude | undefined;
  let start = 0;
  for (const { 0: sign, index } of css.matchAll(signs)) {
    if (sign === '{') {
      const found = preludeOf(css.slice(start, index), start);
      const outer = open.at(-1);
      around ??= outer;
      // A rule that is not written as a part of another has been read as one.
      if (outer && !outer.prelude.startsWith('@') && !/^[&>+~@:]/.test(found.prelude)) within ??= outer;
      open.push(found);
    } else if (sign === '}') {
      open.pop();
      if (open.length === 0) [around, within] = [undefined, undefined];
    }
    if (/^[{};]$/.test(sign)) start = index + 1;
  }
  return within ?? around;
}

const signs = /\/\*[\s\S]*?(?:\*\/|$)|\\.|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|url\(\s*[^"'()\s][^()]*\)|[{};]/gis;

function preludeOf(text: string, at: number): Prelude {
  const plain = text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length));
  return { prelude: plain.replaceAll(/\s+/g, ' ').trim(), at: at + plain.length - plain.trimStart().length };
}

/** Whether a text ends with its line. At the end of the sheet, it is closed. */
const isOpenText = (css: string, token: string, at: number): boolean =>
  /^(?:"(?:\\[\s\S]|[^"\\])*|'(?:\\[\s\S]|[^'\\])*)$/.test(token) && css[at + token.length] === '\n';
