/** A part of a sheet that no program reads. */
interface BrokenPart {
  readonly at: number;
  readonly problem: string;
}

const tokens = /\/\*[\s\S]*?(\*\/|$)|\\.|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|url\(\s*[^"'()\s][^()]*\)|[(){}]/gis;

/**
 * Generates the places of a sheet, or of a `style` attribute, whose comments and brackets hide rules or declarations, as CSS
 * Syntax says.
 */
export function* brokenPartsOf(css: string, { isSheet }: { readonly isSheet: boolean }): Generator<BrokenPart> {
  const rest = isSheet ? 'the rest of the sheet' : 'all that follows in it';
  const next = isSheet ? 'the rule' : 'the declaration';
  const open: { readonly sign: string; readonly at: number }[] = [];
  for (const { 0: token, 1: end, index: at } of css.matchAll(tokens)) {
    const last = open.at(-1);
    if (end === '') yield { at, problem: `the comment is not closed, so ${rest} is ignored` };
    else if (isOpenText(css, token, at))
      yield {
        at,
        problem: `the quotation mark ${token.charAt(0)} is not closed in its line, so its declaration is ignored`,
      };
    else if (token === '(' || token === '{') open.push({ sign: token, at });
    else if (token === ')' && last?.sign === '(') open.pop();
    else if (token === '}' && last?.sign === '{') open.pop();
    else if (token === '}' && last) {
      yield { at: last.at, problem: 'the bracket ( is not closed before }, so the CSS up to the next ) is ignored' };
      return;
    } else if (token === '}') yield { at, problem: `this } closes nothing, so ${next} after it is ignored` };
  }
}

/** Whether a text ends with its line. At the end of the sheet, it is closed. */
const isOpenText = (css: string, token: string, at: number): boolean =>
  /^(?:"(?:\\[\s\S]|[^"\\])*|'(?:\\[\s\S]|[^'\\])*)$/.test(token) && css[at + token.length] === '\n';
