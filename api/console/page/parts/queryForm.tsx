import type { TargetedSubmitEvent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { orderOf, rowsOf } from '../../../../domain/savedQueries/listSearch.ts';
import type { Filter, Filtering } from '../common/api.ts';
import type { NamedColumns } from '../common/columns.ts';
import { labelOf } from '../common/labels.ts';
import { type Location, navigate, type Query } from '../common/router.ts';
import { SearchButtons } from './filters.tsx';
import { type RestoreFocus, useRestoreFocus } from './restoreFocus.ts';

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
  ['IS_NOT_NULL', 'is present'],
];

const needsValue = (operator: string | undefined): boolean => !operator?.endsWith('NULL');

/** A form with a row for each filter, full text and the order. Its values are the query of the location. */
export function QueryForm(props: QueryFormProps) {
  const restoreFocus = useRestoreFocus(props.location);
  return <Form key={props.location.query.toString()} {...props} {...restoreFocus} />;
}

interface QueryFormProps {
  readonly location: Location;
  readonly columns: NamedColumns;
  /** The label of the search for words, and the members that it reads; absent without such a search. */
  readonly words: { readonly label: string; readonly members: readonly string[] } | undefined;
  /** The order if the location has none. */
  readonly defaultSort?: Filtering['sort'];
}

function Form({ location, columns, words, defaultSort, button, leaving }: QueryFormProps & RestoreFocus) {
  const id = useId();
  const [rows, setRows] = useState<readonly Filter[]>(() =>
    rowsOf(location.query).map((row) => ({ ...row, column: columns.labelOf(row.column) })),
  );
  const change = (index: number, values: Partial<Filter>): void =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...values } : row)));
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    leaving();
    const range = location.query.get('range') ?? undefined;
    navigate(location.path, { range, ...queryOf(rows, new FormData(event.currentTarget), columns) });
  };
  return (
    <search>
      <form class="query" onSubmit={submit}>
        <datalist id={`${id}-columns`}>
          {columns.labels.map((label) => (
            <option key={label} value={label} />
          ))}
        </datalist>
        {rows.map((row, index) => (
          <FilterRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key
            key={index}
            row={row}
            number={index + 1}
            columnList={`${id}-columns`}
            change={(values) => change(index, values)}
            remove={() => setRows(rows.filter((_, at) => at !== index))}
          />
        ))}
        <div class="filters">
          {words && (
            <div class="field">
              <label for={`${id}-q`}>{words.label}</label>
              <input
                id={`${id}-q`}
                name="q"
                type="search"
                title={`Searched in ${words.members.map(labelOf).join(', ')}`}
                defaultValue={location.query.get('q') ?? ''}
              />
            </div>
          )}
          <SortFields id={id} columns={columns} order={orderOf(location.query) ?? defaultSort?.[0]} />
          <div class="row">
            <button type="button" onClick={() => setRows([...rows, { column: '', operator: 'EQ', value: '' }])}>
              Add filter
            </button>
            <SearchButtons location={location} button={button} leaving={leaving} action="Search" />
          </div>
        </div>
      </form>
    </search>
  );
}

/** Returns the values of the form as the query of a location. */
function queryOf(rows: readonly Filter[], form: FormData, { pathOf }: NamedColumns): Query {
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  const used = rows
    .filter(({ column }) => column !== '')
    .map(({ column, operator = 'EQ', value = '' }) => ({
      column: pathOf(column),
      operator,
      ...(needsValue(operator) && { value }),
    }));
  return {
    f: used.length === 0 ? undefined : JSON.stringify(used),
    q: text('q'),
    sort: pathOf(text('sort')),
    dir: text('sort') === '' ? undefined : text('dir'),
  };
}

interface FilterRowProps {
  readonly row: Filter;
  /** Number of the row, from 1. */
  readonly number: number;
  /** Id of the datalist of columns. */
  readonly columnList: string;
  readonly change: (values: Partial<Filter>) => void;
  readonly remove: () => void;
}

const FilterRow = ({ row, number, columnList, change, remove }: FilterRowProps) => (
  <fieldset class="row">
    <legend class="unseen">Filter {number}</legend>
    <input
      aria-label="Column"
      placeholder="column"
      list={columnList}
      value={row.column}
      onInput={({ currentTarget }) => change({ column: currentTarget.value })}
    />
    <select
      aria-label="Operator"
      value={row.operator ?? 'EQ'}
      onChange={({ currentTarget }) => change({ operator: currentTarget.value })}
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
        onInput={({ currentTarget }) => change({ value: currentTarget.value })}
      />
    )}
    <button type="button" class="plain" aria-label={`Remove filter ${number}`} onClick={remove}>
      Remove
    </button>
  </fieldset>
);

interface SortFieldsProps {
  readonly id: string;
  readonly columns: NamedColumns;
  readonly order: NonNullable<Filtering['sort']>[number] | undefined;
}

const SortFields = ({ id, columns, order }: SortFieldsProps) => (
  <>
    <div class="field">
      <label for={`${id}-sort`}>Sort by</label>
      <input
        id={`${id}-sort`}
        name="sort"
        list={`${id}-columns`}
        defaultValue={order ? columns.labelOf(order.column) : ''}
      />
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
  </>
);
