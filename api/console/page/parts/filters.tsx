import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useId } from 'preact/hooks';
import type { Filter } from '../common/api.ts';
import { href, type Location, navigate, type Query } from '../common/router.ts';
import { isoOfField } from '../common/zone.ts';
import { type RestoreFocus, useRestoreFocus } from './restoreFocus.ts';

/** A form whose fields are the query of the location, so that a filter can be bookmarked and shared. */
export function Filters({
  location,
  action = 'Filter',
  children,
}: {
  location: Location;
  /** The label of the button. */
  action?: string;
  children: ComponentChildren;
}) {
  const { button, leaving } = useRestoreFocus(location);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    leaving();
    const data = new FormData(event.currentTarget);
    const values = Object.fromEntries([...data].map(([name, value]) => [name, String(value).trim()]));
    navigate(location.path, { ...arrangementOf(location, values), ...values });
  };
  return (
    <search>
      <form class="filters" onSubmit={submit} key={location.query.toString()}>
        {children}
        <div class="row">
          <SearchButtons location={location} button={button} leaving={leaving} action={action} />
        </div>
      </form>
    </search>
  );
}

/** Returns the members of a location that no form has: the order, and the range unless the form has times. */
function arrangementOf({ query }: Location, values: Query): Query {
  const hasTimes = Boolean(values['from'] || values['to']);
  return {
    sort: query.get('sort') ?? undefined,
    dir: query.get('dir') ?? undefined,
    ...(!hasTimes && { range: query.get('range') ?? undefined }),
  };
}

/** The submit button of a form of the location, and the link that clears the form. */
export function SearchButtons({
  location,
  button,
  leaving,
  action,
}: { location: Location; action: string } & RestoreFocus) {
  return (
    <>
      <button type="submit" ref={button}>
        {action}
      </button>
      {[...location.query.keys()].some((name) => name !== 'page') && (
        <a href={href(location.path)} onClick={leaving}>
          Clear
        </a>
      )}
    </>
  );
}

interface FieldProps {
  readonly location: Location;
  readonly name: string;
  readonly label: string;
}

export function TextFilter({
  location,
  name,
  label,
  type = 'text',
  suggestions,
  placeholder,
}: FieldProps & {
  type?: 'text' | 'datetime-local' | 'number';
  suggestions?: readonly string[];
  placeholder?: string;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        placeholder={placeholder}
        defaultValue={location.query.get(name) ?? ''}
        list={suggestions ? `${id}-list` : undefined}
      />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </div>
  );
}

export function ChoiceFilter({
  location,
  name,
  label,
  choices,
  empty = 'Any',
}: FieldProps & {
  choices: readonly (readonly [string, string])[];
  /** What is shown while nothing is chosen. */
  empty?: string;
}) {
  const id = useId();
  const chosen = location.query.get(name) ?? '';
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name}>
        <option value="">{empty}</option>
        {choices.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Returns a filter for each row with a value: column, operator, value. */
export const filtersFrom = (
  rows: readonly (readonly [column: string, operator: string, value: string | undefined])[],
): Filter[] => rows.flatMap(([column, operator, value]) => (value ? { column, operator, value } : []));

/** Returns the value of a `datetime-local` field as ISO 8601 in UTC. */
export const isoOf = (local: string | null): string | undefined => isoOfField(local);
