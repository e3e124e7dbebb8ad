import type { LikePattern } from './parsed.ts';

/** Compares texts by code point: negative, zero or positive. JavaScript's `<` compares UTF-16 code units. */
export function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const [one, other] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (one !== other) return rank(one) - rank(other);
  }
  return left.length - right.length;
}

/** Surrogates stand for code points above all others, but lie below U+E000. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** The parts of a pattern between two `%`. Each matches a fixed number of code points. */
type Run = readonly Exclude<LikePattern[number], { readonly wildcard: 'any' }>[];

/** Returns a test of folded texts. Its time is bounded by the length of the text times that of the pattern. */
export function likeTest(pattern: LikePattern): (folded: string) => boolean {
  const [first = [], ...rest] = runsOf(pattern);
  const last = rest.pop();
  if (!last) return (text) => endOf(first, text, 0) === text.length;
  return (text) => {
    let at = endOf(first, text, 0);
    for (const run of rest) {
      if (at < 0) return false;
      at = nextEndOf(run, text, at);
    }
    return at >= 0 && endsWith(last, text, at);
  };
}

function runsOf(pattern: LikePattern): Run[] {
  const runs: Exclude<LikePattern[number], { readonly wildcard: 'any' }>[][] = [[]];
  for (const part of pattern) {
    if (typeof part !== 'string' && part.wildcard === 'any') runs.push([]);
    else runs.at(-1)?.push(part as Run[number]);
  }
  return runs;
}

/** Returns the end of the run that begins at `from`, or -1. */
function endOf(run: Run, text: string, from: number): number {
  let at = from;
  for (const part of run) {
    if (typeof part === 'string') {
      if (!text.startsWith(part, at)) return -1;
      at += part.length;
    } else {
      if (at >= text.length) return -1;
      at += isPairAt(text, at) ? 2 : 1;
    }
  }
  return at;
}

/** Returns the end of the first occurrence of the run at or after `from`, or -1. */
function nextEndOf(run: Run, text: string, from: number): number {
  const [first] = run;
  for (let at = from; at <= text.length; at += isPairAt(text, at) ? 2 : 1) {
    if (typeof first === 'string') {
      at = text.indexOf(first, at);
      if (at < 0) return -1;
    }
    const end = endOf(run, text, at);
    if (end >= 0) return end;
  }
  return -1;
}

function endsWith(run: Run, text: string, from: number): boolean {
  let at = text.length;
  for (const part of run.toReversed()) {
    if (typeof part === 'string') {
      at -= part.length;
      if (at < from || !text.startsWith(part, at)) return false;
    } else {
      at -= at >= 2 && isPairAt(text, at - 2) ? 2 : 1;
      if (at < from) return false;
    }
  }
  return true;
}

const isPairAt = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xffff;
