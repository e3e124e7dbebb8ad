import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { href, navigate, type Place } from '../common/router.ts';
import { type RestoreFocus, useRestoreFocus } from './restoreFocus.ts';

/** A form whose fields are the query of the address, so that a filter can be bookmarked and shared. */
export function Filters({ place, children }: { place: Place; children: ComponentChildren }) {
  const { button, leaving } = useRestoreFocus(place);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    leaving();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    navigate(place.path, Object.fromEntries([...data].map(([name, value]) => [name, String(value).trim()])));
  };
  return (
    <search>
      <form class="filters" onSubmit={submit} key={place.query.toString()}>
        {children}
        <div class="row">
          <SearchButtons place={place} button={button} leaving={leaving} action="Filter" />
        </div>
      </form>
    </search>
  );
}

/** The button that submits a form of the address, and the link that clears it. */
export function SearchButtons({ place, button, leaving, action }: { place: Place; action: string } & RestoreFocus) {
  return (
    <>
      <button type="submit" ref={button}>
        {action}
      </button>
      {[...place.query.keys()].some((name) => name !== 'page') && (
        <a href={href(place.path)} onClick={leaving}>
          Clear
        </a>
      )}
    </>
  );
}

interface FieldProps {
  readonly place: Place;
  readonly name: string;
  readonly label: string;
}

export function TextFilter({
  place,
  name,
  label,
  type = 'text',
  suggestions,
}: FieldProps & { type?: 'text' | 'datetime-local' | 'number'; suggestions?: readonly string[] }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        defaultValue={place.query.get(name) ?? ''}
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
  place,
  name,
  label,
  choices,
}: FieldProps & { choices: readonly (readonly [string, string])[] }) {
  const id = useId();
  const chosen = place.query.get(name) ?? '';
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name}>
        <option value="">Any</option>
        {choices.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The value of a `datetime-local` field as ISO 8601 in UTC. */
export const isoOf = (local: string | null): string | undefined => {
  const at = local ? new Date(local) : undefined;
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : undefined;
};
