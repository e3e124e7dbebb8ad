import type { Style } from '../style/style.ts';
import { StyleResolver } from '../style/styleResolver.ts';
import { SiblingViews } from './siblingViews.ts';
import type { Survey } from './survey.ts';

/** Returns the custom properties of the root element, which its pages have too. */
export function rootVariables({ root, sheets }: Survey, initial: Style): Style['custom'] {
  if (!root) return undefined;
  const view = new SiblingViews(undefined, [root]).next(root);
  return new StyleResolver(sheets, initial.units).styleOf(view, initial).custom;
}
