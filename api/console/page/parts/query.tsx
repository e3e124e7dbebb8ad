import { useId, useState } from 'preact/hooks';
import type { Filter, Filtering } from '../api.ts';
import { go, type Place } from '../router.ts';
import { SearchButtons } from './filters.tsx';
import { useRefocus } from './restoreFocus.ts';

const operators: readonly (readonly [string, string])[] = [
  ['EQ', 'is'],
  ['NE', 'is not'],
  ['LIKE', 'contains'],
  ['NOT_LIKE', 'does not contain'],
  ['IN', 'is one of'],
  ['NOT_IN', 'is none of'],
  ['GT', 'is greater than'],
  ['GE', 'is at least'],
  ['LT', 'is less than'],
  ['LE', 'is at most'],
  ['IS_NULL', 'is absent'],
  ['IS_NOT_NULL', 'is there'],
];

const needsValue = (operator: string | undefined): boolean => !operator?.endsWith('NULL');

/** The filtering that the address names, but for its page. */
export function filteringOf({ query }: Place): Filtering {
  const fulltext = query.get('q');
  const column = query.get('sort');
  return {
    filters: rowsOf(query.get('f')).filter((row) => row.column !== ''),
    ...(fulltext && { fulltext }),
    ...(column && { sort: [{ column, direction: query.get('dir') === 'DESC' ? 'DESC' : 'ASC' }] }),
  };
}

function rowsOf(text: string | null): Filter[] {
  try {
    const rows: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(rows) ? (rows as Filter[]) : [];
  } catch {
    return [];
  }
}

/** A row for each filter, full text, and the order; kept in the address. */
export function QueryForm(props: QueryFormProps) {
  const refocus = useRefocus(props.place);
  return <Form key={props.place.query.toString()} {...props} {...refocus} />;
}

interface QueryFormProps {
  readonly place: Place;
  readonly columns: readonly string[];
  readonly fulltext: boolean;
  /** The order while none is asked for. */
  readonly usual?: Filtering['sort'];
}

function Form({ place, columns, fulltext, usual, button, leaving }: QueryFormProps & ReturnType<typeof useRefocus>) {
  const id = useId();
  const [rows, setRows] = useState<readonly Filter[]>(rowsOf(place.query.get('f')));
  const change = (index: number, values: Partial<Filter>): void =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...values } : row)));
  const order = (filteringOf(place).sort ?? usual)?.[0];
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    leaving();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string): string => String(given.get(name) ?? '').trim();
    const used = rows
      .filter(({ column }) => column !== '')
      .map(({ column, operator = 'EQ', value = '' }) => ({ column, operator, ...(needsValue(operator) && { value }) }));
    go(place.path, {
      f: used.length === 0 ? undefined : JSON.stringify(used),
      q: text('q'),
      sort: text('sort'),
      dir: text('sort') === '' ? undefined : text('dir'),
    });
  };
  return (
    <search>
      <form class="query" onSubmit={submit}>
        <datalist id={`${id}-columns`}>
          {columns.map((column) => (
            <option key={column} value={column} />
          ))}
        </datalist>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
          <fieldset key={index} class="row">
            <legend class="unseen">Filter {index + 1}</legend>
            <input
              aria-label="Column"
              placeholder="column"
              list={`${id}-columns`}
              value={row.column}
              onInput={({ currentTarget }) => change(index, { column: currentTarget.value })}
            />
            <select
              aria-label="Operator"
              value={row.operator ?? 'EQ'}
              onChange={({ currentTarget }) => change(index, { operator: currentTarget.value })}
            >
              {operators.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            {needsValue(row.operator) && (
              <input
                aria-label="Value"
                placeholder={row.operator?.endsWith('IN') ? 'a,b,c' : 'value'}
                value={row.value ?? ''}
                onInput={({ currentTarget }) => change(index, { value: currentTarget.value })}
              />
            )}
            <button
              type="button"
              class="plain"
              aria-label={`Remove filter ${index + 1}`}
              onClick={() => setRows(rows.filter((_, at) => at !== index))}
            >
              Remove
            </button>
          </fieldset>
        ))}
        <div class="filters">
          {fulltext && (
            <div class="field">
              <label for={`${id}-q`}>Words</label>
              <input id={`${id}-q`} name="q" defaultValue={place.query.get('q') ?? ''} />
            </div>
          )}
          <div class="field">
            <label for={`${id}-sort`}>Sort by</label>
            <input id={`${id}-sort`} name="sort" list={`${id}-columns`} defaultValue={order?.column ?? ''} />
          </div>
          <div class="field">
            <label for={`${id}-dir`}>Order</label>
            <select id={`${id}-dir`} name="dir">
              <option value="ASC">Ascending</option>
              <option value="DESC" selected={order?.direction === 'DESC'}>
                Descending
              </option>
            </select>
          </div>
          <div class="row">
            <button type="button" onClick={() => setRows([...rows, { column: '', operator: 'EQ', value: '' }])}>
              Add filter
            </button>
            <SearchButtons place={place} button={button} leaving={leaving} action="Search" />
          </div>
        </div>
      </form>
    </search>
  );
}
