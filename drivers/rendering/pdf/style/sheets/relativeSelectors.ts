import type { ElementView } from './elementView.ts';

/** Maximum number of siblings that `~` tries: without a limit, long lists would cost the square of their length. */
export const MAX_SIBLINGS = 1000;

/** Maximum number of elements that `:has()` tries with a selector of several parts. */
const MAX_TRIED = 10_000;

/** Whether an element matches a selector that begins at the element of `:has()`, which `isAnchor` recognizes. */
type Matches = (element: ElementView, isAnchor: (element: ElementView) => boolean) => boolean;

/**
 * Returns a test of whether an element has what `:has()` describes.
 *
 * @param combinator between the element and what it has
 * @param isSimple whether the selector names one element alone
 */
export function relativeTest(
  combinator: string,
  isSimple: boolean,
  matches: Matches,
): (anchor: ElementView) => boolean {
  if (isSimple && combinator === ' ') return withDescendant((one) => matches(one, () => true));
  return (anchor) => {
    // Views of one element made at different times are equal in this.
    const isAnchor = ({ parent, index }: ElementView): boolean => parent === anchor.parent && index === anchor.index;
    let tried = 0;
    for (const one of candidatesOf(anchor, combinator, isSimple)) {
      if (matches(one, isAnchor)) return true;
      if (++tried === MAX_TRIED) return false;
    }
    return false;
  };
}

/** Returns a test that asks each element once, however many elements around it are tested. */
function withDescendant(matches: (element: ElementView) => boolean): (element: ElementView) => boolean {
  const known = new WeakMap<ElementView, boolean>();
  const has = (element: ElementView): boolean => {
    let result = known.get(element);
    if (result === undefined) {
      result = element.children().some((one) => matches(one) || has(one));
      known.set(element, result);
    }
    return result;
  };
  return has;
}

/** Generates the elements that the last part of a selector may name. */
function* candidatesOf(anchor: ElementView, combinator: string, isSimple: boolean): Generator<ElementView> {
  const isBeside = combinator === '+' || combinator === '~';
  const all = (isBeside ? anchor.parent : anchor)?.children() ?? [];
  const from = isBeside ? anchor.index : 0;
  const limit = isSimple && combinator === '+' ? 1 : isBeside ? MAX_SIBLINGS : all.length;
  for (let at = from; at < Math.min(all.length, from + limit); at++) {
    const one = all[at];
    if (!one) return;
    yield one;
    if (!isSimple) yield* candidatesOf(one, ' ', false);
  }
}
