import { useState } from 'preact/hooks';
import type { SavedQuery } from '../../../../../client/api.ts';
import { call, errorOf, get } from '../../common/api.ts';
import { useLoad } from '../../common/load.ts';
import { type Location, navigate } from '../../common/router.ts';
import { isAdministrator } from '../../common/schema.ts';
import { Failure, notify } from '../notices.tsx';
import { Popup } from './popup.tsx';

const path = '/api/v2/saved-queries';

/** The text of a location's query, without its page. */
function queryText({ query }: Location): string {
  const rest = new URLSearchParams(query);
  rest.delete('page');
  return rest.toString();
}

/** Queries of a list, of the caller and of others who share theirs, and the link of the current one. */
export const SavedQueries = ({ location }: { location: Location }) => (
  <Popup label="Saved queries">
    <QueryPanel location={location} />
  </Popup>
);

function QueryPanel({ location }: { location: Location }) {
  const view = location.path.join('/');
  const { data, error, reload } = useLoad((signal) => get<SavedQuery[]>(path, { query: { view }, signal }), [view]);
  const [failure, setFailure] = useState<Error>();
  const current = queryText(location);
  const perform = async (action: () => Promise<unknown>): Promise<void> => {
    setFailure(undefined);
    try {
      await action();
      reload();
    } catch (reason) {
      setFailure(errorOf(reason));
    }
  };
  const shown = failure ?? error;
  return (
    <>
      {shown && <Failure error={shown} />}
      {data?.length === 0 && <p class="quiet">This list has no saved query.</p>}
      <ul class="saved">
        {data?.map((one) => (
          <Line
            key={one.id}
            query={one}
            isCurrent={one.query === current}
            open={() => navigate(location.path, Object.fromEntries(new URLSearchParams(one.query)))}
            remove={() => perform(() => call('DELETE', `${path}/${one.id}`))}
            share={(shared) => perform(() => call('POST', path, { view, name: one.name, query: one.query, shared }))}
          />
        ))}
      </ul>
      <SaveForm save={(name, shared) => perform(() => call('POST', path, { view, name, query: current, shared }))} />
      <div class="actions">
        <button type="button" class="plain" onClick={() => void copyLink()}>
          Copy link
        </button>
      </div>
    </>
  );
}

interface LineProps {
  readonly query: SavedQuery;
  readonly isCurrent: boolean;
  readonly open: () => void;
  readonly remove: () => Promise<void>;
  readonly share: (shared: boolean) => Promise<void>;
}

/** A query with what the caller may do with it. Administrators delete queries that others share. */
const Line = ({ query: { name, own, shared }, isCurrent, open, remove, share }: LineProps) => (
  <li>
    <button type="button" class="link" aria-current={isCurrent ? 'true' : undefined} onClick={open}>
      {name}
    </button>
    <span class="row">
      {shared && <span class="quiet">{own ? 'shared' : 'by another user'}</span>}
      {own && (
        <button
          type="button"
          class="plain"
          aria-label={shared ? `Stop sharing the query ${name}` : `Share the query ${name}`}
          onClick={() => void share(!shared)}
        >
          {shared ? 'Stop sharing' : 'Share'}
        </button>
      )}
      {(own || isAdministrator()) && (
        <button type="button" class="plain" aria-label={`Delete the query ${name}`} onClick={() => void remove()}>
          Delete
        </button>
      )}
    </span>
  </li>
);

function SaveForm({ save }: { save: (name: string, shared: boolean) => Promise<void> }) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const submit = (event: Event): void => {
    event.preventDefault();
    const trimmed = name.trim();
    if (trimmed === '') return;
    setName('');
    void save(trimmed, shared);
  };
  return (
    <form onSubmit={submit}>
      <div class="row">
        <input
          aria-label="Name of the query"
          placeholder="Name"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <button type="submit" class="plain">
          Save
        </button>
      </div>
      <div class="ticks">
        <label>
          <input type="checkbox" checked={shared} onChange={({ currentTarget }) => setShared(currentTarget.checked)} />
          Share with all users
        </label>
      </div>
    </form>
  );
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(globalThis.location.href);
    notify('Link copied.');
  } catch {
    // Browsers allow it only over HTTPS and on the same machine.
    notify('The browser does not allow copying. Copy the address of this page.');
  }
}
