/** At-rules whose blocks contain what the block around them may contain. */
const groups = /^@(?:media|supports|layer|container|scope)\b/i;
const leading = /^(?:\s|\/\*[\s\S]*?\*\/)*/;
const signs = /\/\*[\s\S]*?\*\/|\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[(){};]/gs;

/** Stands before nested rules whose `&` is behind another selector, because css-tree reads only those that begin with `&`. */
const MARK = '&:-waybill-nested ';

export const withoutMarks = (css: string): string => css.replaceAll(MARK, '');

/** Puts `&` before nested rules that have none, `& { … }` around what is in a layer within a rule, and a mark before those that begin otherwise: css-tree takes both for declarations. */
export function withNestingSelectors(css: string): string {
  let result = '';
  let copied = 0;
  let start = 0;
  /** Whether each open block is that of a rule. */
  const open: boolean[] = [];
  /** Whether each open block is that of a layer in a rule. */
  const layers: boolean[] = [];
  for (const { sign, at } of boundariesOf(css)) {
    if (sign === '{') {
      const segment = css.slice(start, at);
      const from = start + (leading.exec(segment)?.[0].length ?? 0);
      const prelude = css.slice(from, at);
      const isInRule = open.at(-1) === true;
      if (isInRule && /^[^@&]/.test(prelude)) {
        result += `${css.slice(copied, from)}${prelude.includes('&') && !/^[>+~]/.test(prelude) ? MARK : '& '}`;
        copied = from;
      }
      // css-tree reads rules alone in a layer.
      const isLayer = isInRule && /^@layer\b/i.test(prelude);
      if (isLayer) {
        result += `${css.slice(copied, at + 1)}& {`;
        copied = at + 1;
      }
      layers.push(isLayer);
      open.push(isOfRule(prelude, isInRule));
    } else if (sign === '}') {
      open.pop();
      const isLayer = layers.pop() === true;
      result += isLayer ? `${css.slice(copied, at)}}` : '';
      copied = isLayer ? at : copied;
    }
    start = at + 1;
  }
  return result + css.slice(copied);
}

/** Whether what is in a block is in a rule. */
const isOfRule = (prelude: string, isInRule: boolean): boolean =>
  prelude.startsWith('@') ? isInRule && groups.test(prelude) : true;

/** Generates the braces and semicolons outside of brackets, texts and comments. */
function* boundariesOf(css: string): Generator<{ readonly sign: string; readonly at: number }> {
  let brackets = 0;
  for (const { 0: sign, index } of css.matchAll(signs)) {
    if (sign === '(') brackets++;
    else if (sign === ')') brackets = Math.max(0, brackets - 1);
    else if (sign === '}' || (brackets === 0 && sign.length === 1)) {
      brackets = 0;
      yield { sign, at: index };
    }
  }
}
