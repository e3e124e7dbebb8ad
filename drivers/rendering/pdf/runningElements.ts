import type { Box } from './boxes/boxes.ts';
import type { Mark } from './layout/mark.ts';

/** The elements that run in the margins of pages (`position: running(name)`), while the pages are read in order. */
export class RunningElements {
  /** At the start of the page. */
  #before: ReadonlyMap<string, Box> = new Map();
  /** The first and the last of each name on the page. */
  #firsts: ReadonlyMap<string, Box> = new Map();
  #lasts: ReadonlyMap<string, Box> = new Map();

  /** Takes those of the next page out of its marks. */
  take(marks: Mark[]): Mark[] {
    this.#before = new Map([...this.#before, ...this.#lasts]);
    const found = marks.filter((mark) => mark.kind === 'running');
    if (found.length === 0 && this.#lasts.size === 0) return marks;
    const pairs = found.map(({ name, box }): [string, Box] => [name, box]);
    this.#lasts = new Map(pairs);
    this.#firsts = new Map(pairs.toReversed());
    return marks.filter((mark) => mark.kind !== 'running');
  }

  /** Returns the element that `element()` stands for. */
  elementOf(content: string): Box | undefined {
    const [, name = '', which = 'first'] =
      /^element\(\s*([\w-]+)\s*(?:,\s*([\w-]+)\s*)?\)$/i.exec(content.trim()) ?? [];
    const before = this.#before.get(name);
    if (which === 'start') return before;
    if (which === 'first-except' && this.#firsts.has(name)) return undefined;
    return (which === 'last' ? this.#lasts : this.#firsts).get(name) ?? before;
  }
}
