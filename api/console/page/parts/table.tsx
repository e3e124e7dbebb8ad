import { type ComponentChildren, Fragment } from 'preact';
import { useState } from 'preact/hooks';

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Set to the right, in figures of one width. */
  readonly figures?: boolean;
  /** Left out where there is little room. */
  readonly wide?: boolean;
  /** The cell that names the row. */
  readonly names?: boolean;
  readonly width?: string;
  /** The cell whose text opens what more there is of the row. */
  readonly opens?: boolean;
}

export interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly select: (selected: ReadonlySet<string>) => void;
}

interface TableProps<T> {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly nameOf?: (row: T) => string;
  readonly selection?: Selection | undefined;
  readonly empty?: string | undefined;
  /** What more there is of a row, shown below it in the whole width when its cell that opens is pressed. */
  readonly more?: (row: T) => ComponentChildren;
}

export function Table<T>({ caption, columns, rows, keyOf, nameOf = keyOf, selection, empty, more }: TableProps<T>) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  if (rows.length === 0 && empty !== undefined) return <p class="empty">{empty}</p>;
  const all = rows.length > 0 && selection !== undefined && rows.every((row) => selection.selected.has(keyOf(row)));
  const toggleAll = (): void => {
    if (!selection) return;
    const next = new Set(selection.selected);
    for (const row of rows) all ? next.delete(keyOf(row)) : next.add(keyOf(row));
    selection.select(next);
  };
  const toggle = (key: string): void => {
    if (!selection) return;
    const next = new Set(selection.selected);
    if (!next.delete(key)) next.add(key);
    selection.select(next);
  };
  const contentOf = (row: T, { cell, opens }: Column<T>): ComponentChildren => {
    if (!opens || !more) return cell(row);
    const key = keyOf(row);
    const isOpen = open.has(key);
    return (
      <button
        type="button"
        class="opener"
        aria-expanded={isOpen}
        onClick={() => setOpen(new Set(isOpen ? [...open].filter((one) => one !== key) : [...open, key]))}
      >
        <span class="clip">{cell(row)}</span>
      </button>
    );
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section class="table" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" class="check">
                <input type="checkbox" aria-label="Select all on this page" checked={all} onChange={toggleAll} />
              </th>
            )}
            {columns.map(({ title, figures, wide, width }) => (
              <th key={title} scope="col" class={classes(figures, wide)} style={width ? { width } : undefined}>
                {title === '' ? <span class="unseen">Actions</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={keyOf(row)}>
              <tr aria-selected={selection ? selection.selected.has(keyOf(row)) : undefined}>
                {selection && (
                  <td class="check">
                    <input
                      type="checkbox"
                      aria-label={`Select ${nameOf(row)}`}
                      checked={selection.selected.has(keyOf(row))}
                      onChange={() => toggle(keyOf(row))}
                    />
                  </td>
                )}
                {columns.map((column) =>
                  column.names ? (
                    <th key={column.title} scope="row" class={classes(column.figures, column.wide)}>
                      {contentOf(row, column)}
                    </th>
                  ) : (
                    <td key={column.title} class={classes(column.figures, column.wide)}>
                      {contentOf(row, column)}
                    </td>
                  ),
                )}
              </tr>
              {more && open.has(keyOf(row)) && (
                <tr class="more">
                  <td colSpan={columns.length + (selection ? 1 : 0)}>{more(row)}</td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const classes = (figures?: boolean, wide?: boolean): string | undefined =>
  [figures && 'figures', wide && 'wide'].filter(Boolean).join(' ') || undefined;
