import type { Element } from 'domhandler';
import type { BlockBox } from '../../boxes/boxes.ts';
import { textOf } from './nodeText.ts';

/** Returns the bookmark of a heading. */
export function bookmarkOf(element: Element): Pick<BlockBox, 'bookmark'> {
  const level = /^h([1-6])$/.exec(element.name)?.[1];
  const title = level ? textOf(element).replace(/\s+/g, ' ').trim() : '';
  return title ? { bookmark: { title, level: Number(level) } } : {};
}
