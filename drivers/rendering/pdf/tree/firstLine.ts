import type { Style } from '../style/style.ts';
import { isInline, isVisible } from './blockContent.ts';
import type { Content } from './lineItems.ts';

/** Finds which children of an element may be in the first line of a block: none after its first block. */
export class FirstLine {
  readonly #content: Content;
  readonly #whole: Style;
  /** The style of the element where the first line is over. */
  readonly #plain: Style;
  #seen = 0;
  #hasText = false;
  #isOver = false;

  /** `content`: of the element, to which its children are added. */
  constructor(content: Content, style: Style) {
    this.#content = content;
    this.#whole = style;
    this.#plain = style.firstLine ? { ...style, firstLine: undefined } : style;
  }

  /** Returns the style of the text that comes next. */
  styleOfLines(): Style {
    this.#read();
    return this.#isOver ? this.#plain : this.#whole;
  }

  /** Returns the style of the child that comes next. `styleBelow` computes it from that of the element. */
  styleOfChild(styleBelow: (parent: Style) => Style): Style {
    const style = styleBelow(this.styleOfLines());
    return style.firstLine && this.#hasText && style.display !== 'inline' ? styleBelow(this.#plain) : style;
  }

  #read(): void {
    if (this.#whole === this.#plain) return;
    for (; this.#seen < this.#content.length; this.#seen++) {
      const item = this.#content[this.#seen];
      if (!item) continue;
      if (isInline(item)) this.#hasText ||= isVisible(item);
      else this.#isOver = true;
    }
  }
}
