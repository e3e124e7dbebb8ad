/** Elements without an end tag, and those whose start tag browsers add. */
const others = new Set('html head body tbody tr colgroup br col hr img meta wbr'.split(' '));

/** Finds end tags without a start tag. */
export class StrayEndTags {
  /** How many elements of a name are open. */
  readonly #open = new Map<string, number>();
  readonly #known: ReadonlySet<string>;
  #isCut = false;

  /** @param known the names that are judged: end tags of others may have a meaning of their own */
  constructor(known: ReadonlySet<string>) {
    this.#known = known;
  }

  /** Start tags are lost in a part that is not closed: no end tag behind it is judged. */
  cut(): void {
    this.#isCut = true;
  }

  start(name: string): void {
    const key = keyOf(name);
    this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
  }

  /** Returns what is wrong with an end tag. */
  end(name: string): string | undefined {
    const key = keyOf(name);
    const count = this.#open.get(key) ?? 0;
    if (count > 0) this.#open.set(key, count - 1);
    if (count > 0 || this.#isCut || !this.#known.has(name) || others.has(name)) return undefined;
    const effect = name === 'p' ? 'an empty paragraph stands there' : 'it is ignored';
    return `</${name}> has no start tag, so ${effect}: one is missing, or an end tag above is one too many`;
  }
}

/** The end tag of any heading ends an open one. */
const keyOf = (name: string): string => (/^h[1-6]$/.test(name) ? 'heading' : name);
