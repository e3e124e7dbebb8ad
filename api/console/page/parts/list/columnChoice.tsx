import { usePreference } from '../../common/preference.ts';
import type { Column } from '../table.tsx';
import { Popup } from './popup.tsx';

interface ColumnChoice<T> {
  /** The columns to show. */
  readonly shown: readonly Column<T>[];
  /** The button that opens the choice. */
  readonly chooser: preact.JSX.Element;
}

/** Columns that name the row or have its actions are always shown. */
const isFixed = ({ names, title }: Pick<Column<never>, 'names' | 'title'>): boolean => names === true || title === '';

/**
 * The columns that the user has chosen for a list; this browser remembers them.
 *
 * @param list names the list
 */
export function useColumnChoice<T>(list: string, columns: readonly Column<T>[]): ColumnChoice<T> {
  const [chosen, setChosen] = usePreference<string[]>(`columns.${list}`);
  const isShown = ({ title, optional }: Column<T>): boolean => chosen?.includes(title) ?? !optional;
  const shown = columns
    .filter((column) => isFixed(column) || isShown(column))
    // Someone who has chosen a column wants to see it on a narrow screen too.
    .map((column) => (chosen?.includes(column.title) ? { ...column, wide: false } : column));
  const free = columns.filter((column) => !isFixed(column));
  const toggle = (title: string): void =>
    setChosen(free.filter((column) => isShown(column) !== (column.title === title)).map((column) => column.title));
  const chooser = (
    <Popup label="Columns">
      <fieldset class="ticks">
        <legend>Columns</legend>
        {free.map((column) => (
          <label key={column.title}>
            <input type="checkbox" checked={isShown(column)} onChange={() => toggle(column.title)} />
            {column.title}
          </label>
        ))}
      </fieldset>
      <div class="actions">
        <button type="button" class="plain" disabled={chosen === undefined} onClick={() => setChosen(undefined)}>
          Reset
        </button>
      </div>
    </Popup>
  );
  return { shown, chooser };
}
