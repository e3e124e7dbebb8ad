import type { Area, Canvas } from '../layout/canvas.ts';
import type { CellBorders } from '../layout/cellBorders.ts';
import type { Style } from '../style/style.ts';
import type { TableMetrics } from './tableMeasures.ts';

interface Columns {
  readonly metrics: TableMetrics;
  /** Where each column begins, and where one behind the last would. */
  readonly starts: readonly number[];
  /** Of the table. */
  readonly style: Style;
}

/** Draws the borders of the cells of a table with those around its columns and itself, by parts that pages may repeat. */
export class OuterBorders {
  /** Where the rows end that were drawn. */
  readonly bottoms: number[] = [];
  readonly #borders: CellBorders;
  readonly #columns: Columns;
  readonly #place: Omit<Area, 'height'>;
  #from: number;

  /** `place`: of the rows. */
  constructor(borders: CellBorders, columns: Columns, place: Omit<Area, 'height'>) {
    this.#borders = borders;
    this.#columns = columns;
    this.#place = place;
    this.#from = place.y;
  }

  /** Draws the borders of a part that ends at a position. */
  draw(canvas: Canvas, to: number, isLast = false): void {
    const { metrics, starts, style } = this.#columns;
    const { x: left, width } = this.#place;
    const y = this.#from;
    const area = { x: left, y, width, height: to - y };
    if (metrics.collapsed) {
      metrics.grid.styles.forEach((column, at) => {
        if (!column) return;
        const [start = 0, end = start] = [starts[at], starts[at + 1]];
        // Columns from right to left are mirrored.
        const x = style.rightToLeft ? 2 * left + width - end : start;
        this.#add(column, { ...area, x, width: end - start }, isLast);
      });
      this.#add(style, area, isLast);
    }
    this.#borders.draw(canvas);
    this.#from = to;
  }

  #add(style: Style, area: Area, isLast: boolean): void {
    const { border } = style;
    const none = { ...border.top, width: 0 };
    const top = area.y === this.#place.y ? border.top : none;
    const part = { ...style, border: { ...border, top, bottom: isLast ? border.bottom : none } };
    this.#borders.add(part, area, 'centred', this.bottoms);
  }
}
