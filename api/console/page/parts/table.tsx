import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ColumnTitle, type Sorting, sortStateOf } from './order/columnTitle.tsx';

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Aligned to the right, with figures of equal width. */
  readonly figures?: boolean;
  /** Hidden on a narrow screen. */
  readonly wide?: boolean;
  /** Whether the cell is the header of its row. */
  readonly names?: boolean;
  readonly width?: string;
  /** Whether the cell's text opens the details of the row. */
  readonly opens?: boolean;
  /** The member that the list can be sorted by; with a `-` before it, the first press of the title sorts descending. */
  readonly sort?: string;
  /** Not shown until the user chooses it. */
  readonly optional?: boolean;
}

export interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly select: (selected: ReadonlySet<string>) => void;
  /** Whether the row can be selected; every row if absent. */
  readonly canSelect?: (key: string) => boolean;
}

export interface TableProps<T> {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly nameOf?: (row: T) => string;
  readonly selection?: Selection | undefined;
  /** The text shown instead of a table without rows. */
  readonly empty?: ComponentChildren;
  /** The order of the rows, which the titles of the columns change. */
  readonly sorting?: Sorting | undefined;
  /** The details of a row, shown below it in the full width once its opening cell is pressed. */
  readonly details?: (row: T) => ComponentChildren;
}

export function Table<T>(props: TableProps<T>) {
  const { caption, columns, rows, keyOf, selection, empty, sorting } = props;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  if (rows.length === 0 && empty !== undefined) return <div class="empty">{empty}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard
    <section class="table" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {selection && <SelectAll keys={rows.map(keyOf)} selection={selection} />}
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                class={classes(column)}
                style={column.width ? { width: column.width } : undefined}
                aria-sort={sortStateOf(column, sorting)}
              >
                <ColumnTitle title={column.title} sort={column.sort} sorting={sorting} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = keyOf(row);
            return (
              <Row key={key} {...props} row={row} isOpen={open.has(key)} toggle={() => setOpen(toggled(open, key))} />
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function SelectAll({ keys: rows, selection }: { keys: readonly string[]; selection: Selection }) {
  const keys = rows.filter((key) => isSelectable(selection, key));
  const all = keys.length > 0 && keys.every((key) => selection.selected.has(key));
  const toggleAll = (): void => {
    const next = new Set(selection.selected);
    for (const key of keys) all ? next.delete(key) : next.add(key);
    selection.select(next);
  };
  return (
    <th scope="col" class="check">
      {keys.length > 0 ? (
        <input type="checkbox" aria-label="Select all on this page" checked={all} onChange={toggleAll} />
      ) : (
        <span class="unseen">Selection</span>
      )}
    </th>
  );
}

const isSelectable = ({ canSelect }: Selection, key: string): boolean => canSelect?.(key) ?? true;

interface RowProps<T> extends TableProps<T> {
  readonly row: T;
  readonly isOpen: boolean;
  /** Shows or hides the details. */
  readonly toggle: () => void;
}

function Row<T>({ row, isOpen, toggle, columns, keyOf, nameOf = keyOf, selection, details }: RowProps<T>) {
  const key = keyOf(row);
  const isSelected = selection?.selected.has(key);
  const contentOf = ({ cell, opens }: Column<T>): ComponentChildren => {
    if (!opens || !details) return cell(row);
    return (
      <button type="button" class="opener" aria-expanded={isOpen} onClick={toggle}>
        <span class="clip">{cell(row)}</span>
      </button>
    );
  };
  return (
    <>
      <tr aria-selected={isSelected}>
        {selection && (
          <td class="check">
            {isSelectable(selection, key) && (
              <input
                type="checkbox"
                aria-label={`Select ${nameOf(row)}`}
                checked={isSelected}
                onChange={() => selection.select(toggled(selection.selected, key))}
              />
            )}
          </td>
        )}
        {columns.map((column) =>
          column.names ? (
            <th key={column.title} scope="row" class={classes(column)}>
              {contentOf(column)}
            </th>
          ) : (
            <td key={column.title} class={classes(column)}>
              {contentOf(column)}
            </td>
          ),
        )}
      </tr>
      {details && isOpen && (
        <tr class="more">
          <td colSpan={columns.length + (selection ? 1 : 0)}>{details(row)}</td>
        </tr>
      )}
    </>
  );
}

/** Returns the set with the key toggled. */
function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

const classes = ({ figures, wide }: { figures?: boolean; wide?: boolean }): string | undefined =>
  [figures && 'figures', wide && 'wide'].filter(Boolean).join(' ') || undefined;
