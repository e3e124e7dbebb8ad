import type { TextMark } from './layout/mark.ts';
import { hexOf, type Rgb } from './style/values/colours.ts';
import { widthOfText } from './transforms/clipping.ts';

export const MAX_EXCERPT = 40;
/** Maximum number of faint texts of a document that are named. Of further ones, their number is. */
const MAX_NAMED = 20;
/** Maximum space between words of a line, as a share of their size: the cells of a table stand further apart. */
const MAX_SPACE = 0.6;

/** The colour of a text, and that of its background. */
export interface SeenColours {
  readonly colour: Rgb;
  readonly background: Rgb;
}

/** A text in a colour too near to that of its background. */
interface FaintText {
  readonly text: string;
  /** Absent for a transparent text. */
  readonly seen?: SeenColours;
  readonly page: number;
  /** Where it stands; absent for a text of a drawing. */
  readonly mark?: TextMark;
}

type Report = (problem: { readonly problem: string; readonly text: string }) => void;

interface Group extends FaintText {
  readonly colours: string;
  /** How many lines of the page have it. */
  lines: number;
  last: FaintText;
}

/** Reports each text that nobody can read, once for all of its lines. */
export class FaintTexts {
  readonly #report: Report;
  readonly #named = new Set<string>();
  /** How many further texts each pair of colours has. */
  readonly #further = new Map<string, number>();
  #open: Group | undefined;
  /** By drawing, how it has been seen. */
  readonly #drawings = new WeakMap<object, Set<string>>();

  constructor(report: Report) {
    this.#report = report;
  }

  /** Adds a text. Those of a page come in the order in which they are drawn. */
  add(found: FaintText): void {
    const { seen } = found;
    const open = this.#open;
    const colours = seen ? `${hexOf(seen.colour)} on ${hexOf(seen.background)}` : 'transparent';
    const isNext = open !== undefined && open.colours === colours && open.page === found.page && continues(open, found);
    if (!isNext) {
      this.close();
      this.#open = { ...found, colours, lines: 1, last: found };
      return;
    }
    if (found.mark?.y !== open.last.mark?.y) open.lines++;
    open.last = found;
  }

  /** Whether a drawing is added in this way for the first time: it may be on many pages, or continue on them. */
  isNew(drawing: object, way: string): boolean {
    const known = this.#drawings.get(drawing) ?? new Set();
    this.#drawings.set(drawing, known);
    return known.size < known.add(way).size;
  }

  /** Ends a text: the next one is another. */
  close(): void {
    const group = this.#open;
    if (!group) return;
    this.#open = undefined;
    const { text, page, lines, colours } = group;
    const key = `${text.trim()} ${colours}`;
    if (this.#named.has(key)) return;
    if (this.#named.size >= MAX_NAMED) {
      this.#further.set(colours, (this.#further.get(colours) ?? 0) + 1);
      return;
    }
    this.#named.add(key);
    const more = lines > 1 ? `, with ${lines - 1} more ${lines === 2 ? 'line' : 'lines'},` : '';
    this.#report({
      problem: `${excerptOf(text)}${more} on page ${page} is ${colours}, which nobody can read`,
      text: text.trim().slice(0, MAX_EXCERPT),
    });
  }

  /** Reports how many texts are not named. */
  end(): void {
    this.close();
    for (const [colours, count] of this.#further) {
      const problem = `${count} more ${count === 1 ? 'text is' : 'texts are'} ${colours}, which nobody can read`;
      this.#report({ problem, text: '' });
    }
  }
}

/** Whether a text stands behind the last part of another one in its line, or begins the next line of it. */
function continues({ last }: Group, { mark }: FaintText): boolean {
  const before = last.mark;
  if (!before || !mark) return false;
  if (mark.y + mark.baseline === before.y + before.baseline) {
    const end = before.x + widthOfText(before, before.text.trimEnd());
    return mark.x >= before.x && mark.x - end < MAX_SPACE * mark.size;
  }
  const isBelow = Math.abs(before.y + before.height - mark.y) < 0.1;
  return isBelow && mark.face === before.face && mark.size === before.size && mark.x <= before.x;
}

export function excerptOf(whole: string): string {
  const text = whole.trim();
  const excerpt = text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT).toWellFormed()}…` : text;
  return JSON.stringify(excerpt.replaceAll(';', ','));
}
