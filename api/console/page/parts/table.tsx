import type { ComponentChildren } from 'preact';

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
  readonly empty?: string;
}

export function Table<T>({ caption, columns, rows, keyOf, nameOf = keyOf, selection, empty }: TableProps<T>) {
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
            <tr key={keyOf(row)} aria-selected={selection ? selection.selected.has(keyOf(row)) : undefined}>
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
              {columns.map(({ title, cell, figures, wide, names }) =>
                names ? (
                  <th key={title} scope="row" class={classes(figures, wide)}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title} class={classes(figures, wide)}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const classes = (figures?: boolean, wide?: boolean): string | undefined =>
  [figures && 'figures', wide && 'wide'].filter(Boolean).join(' ') || undefined;
