import { SiblingViews } from '../style/sheets/siblingViews.ts';
import type { Style } from '../style/style.ts';
import { StyleResolver } from '../style/styleResolver.ts';
import type { Survey } from './survey.ts';

/** Returns the style of the root element, from which pages and the boxes in their margins inherit. */
export function rootStyle({ root, sheets, isQuirky }: Survey, initial: Style): Style {
  if (!root) return initial;
  const view = new SiblingViews(undefined, [root], isQuirky).next(root);
  return new StyleResolver(sheets, initial.units).styleOf(view, initial);
}
