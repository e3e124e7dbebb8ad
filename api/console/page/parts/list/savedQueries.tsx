import { useState } from 'preact/hooks';
import { usePreference } from '../../common/preference.ts';
import { type Location, navigate } from '../../common/router.ts';
import { notify } from '../notices.tsx';
import { Popup } from './popup.tsx';

interface SavedQuery {
  readonly name: string;
  /** The query of a location, without its page. */
  readonly query: string;
}

/** The text of a location's query, without its page. */
function queryText({ query }: Location): string {
  const rest = new URLSearchParams(query);
  rest.delete('page');
  return rest.toString();
}

/** Queries of a list that this browser remembers, and the link of the current one, which others can open. */
export function SavedQueries({ location }: { location: Location }) {
  const list = location.path.join('/');
  const [saved = [], setSaved] = usePreference<readonly SavedQuery[]>(`queries.${list}`);
  const [name, setName] = useState('');
  const current = queryText(location);
  const save = (event: Event): void => {
    event.preventDefault();
    const trimmed = name.trim();
    if (trimmed === '') return;
    setSaved([...saved.filter((one) => one.name !== trimmed), { name: trimmed, query: current }]);
    setName('');
  };
  const share = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(globalThis.location.href);
      notify('Link copied.');
    } catch {
      // Browsers allow it only over HTTPS and on the same machine.
      notify('The browser does not allow copying. Copy the address of this page.');
    }
  };
  return (
    <Popup label="Saved queries">
      {saved.length === 0 && <p class="quiet">This browser has no saved query of this list.</p>}
      <ul class="saved">
        {saved.map(({ name: title, query }) => (
          <li key={title}>
            <button
              type="button"
              class="link"
              aria-current={query === current ? 'true' : undefined}
              onClick={() => navigate(location.path, Object.fromEntries(new URLSearchParams(query)))}
            >
              {title}
            </button>
            <button
              type="button"
              class="plain"
              aria-label={`Delete the query ${title}`}
              onClick={() => setSaved(saved.filter((one) => one.name !== title))}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
      <form class="row" onSubmit={save}>
        <input
          aria-label="Name of the query"
          placeholder="Name"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <button type="submit" class="plain">
          Save
        </button>
      </form>
      <div class="actions">
        <button type="button" class="plain" onClick={() => void share()}>
          Copy link
        </button>
      </div>
    </Popup>
  );
}
