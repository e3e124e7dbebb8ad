import { useState } from 'preact/hooks';
import type { SavedQuery } from '../../../../../client/api.ts';
import { call, errorOf, get } from '../../common/api.ts';
import { useLoad } from '../../common/load.ts';
import { type Location, navigate } from '../../common/router.ts';
import { isAdministrator } from '../../common/schema.ts';
import { Confirm } from '../dialog.tsx';
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
  const store = async (query: Pick<SavedQuery, 'name' | 'query' | 'shared'>): Promise<void> => {
    await call('POST', path, { view, ...query });
    reload();
  };
  const replaced = (name: string, shared: boolean): SavedQuery | undefined =>
    data?.find((one) => one.own && one.name === name && (one.query !== current || one.shared !== shared));
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
            deleted={reload}
            share={(shared) => store({ name: one.name, query: one.query, shared })}
          />
        ))}
      </ul>
      <SaveForm
        replaced={replaced}
        save={(name, shared) => store({ name, query: current, shared })}
        failed={setFailure}
      />
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
  readonly deleted: () => void;
  readonly share: (shared: boolean) => Promise<unknown>;
}

/** A query with what the caller may do with it. Administrators delete queries that others share. */
function Line({ query, isCurrent, open, deleted, share }: LineProps) {
  const { name, own, shared } = query;
  const [confirming, setConfirming] = useState<'delete' | 'share'>();
  const close = (): void => setConfirming(undefined);
  return (
    <li>
      <button type="button" class="link" aria-current={isCurrent ? 'true' : undefined} onClick={open}>
        {name}
      </button>
      <span class="row">
        {shared && <span class="quiet">{own ? 'shared' : `by ${ownerOf(query)}`}</span>}
        {own && (
          <button
            type="button"
            class="plain"
            aria-label={shared ? `Stop sharing the query ${name}` : `Share the query ${name}`}
            onClick={() => setConfirming('share')}
          >
            {shared ? 'Stop sharing' : 'Share'}
          </button>
        )}
        {(own || isAdministrator()) && (
          <button
            type="button"
            class="plain"
            aria-label={`Delete the query ${name}`}
            onClick={() => setConfirming('delete')}
          >
            Delete
          </button>
        )}
      </span>
      {confirming === 'share' && <ConfirmShare query={query} close={close} share={share} />}
      {confirming === 'delete' && <ConfirmDelete query={query} close={close} deleted={deleted} />}
    </li>
  );
}

const ownerOf = ({ owner }: SavedQuery): string => owner ?? 'another user';

const ConfirmDelete = ({ query, close, deleted }: Pick<LineProps, 'query' | 'deleted'> & { close: () => void }) => (
  <Confirm
    title={`Delete the query ${query.name}`}
    action="Delete 1 query"
    danger
    close={close}
    run={async () => {
      await call('DELETE', `${path}/${query.id}`);
      notify('Delete: done.');
      deleted();
    }}
  >
    <p>
      {query.own ? 'It is your query' : `It is the query of ${ownerOf(query)}`}
      {query.shared ? ', and all users lose it.' : ', and nobody else sees it.'}
    </p>
  </Confirm>
);

/** Others see the query from then on, or lose it. */
const ConfirmShare = ({
  query: { name, shared },
  close,
  share,
}: Pick<LineProps, 'share'> & { query: Pick<SavedQuery, 'name' | 'shared'>; close: () => void }) => (
  <Confirm
    title={shared ? `Stop sharing the query ${name}` : `Share the query ${name}`}
    action={shared ? 'Stop sharing' : 'Share with all users'}
    close={close}
    run={async () => {
      await share(!shared);
      notify(shared ? `${name} is no longer shared.` : `${name} is shared with all users.`);
    }}
  >
    <p>
      {shared
        ? 'All other users lose the query. You keep it.'
        : 'All users see its name and its filters. The list shows each of them the records that they may read.'}
    </p>
  </Confirm>
);

interface SaveFormProps {
  /** Returns the query of the caller that a save would change. */
  readonly replaced: (name: string, shared: boolean) => SavedQuery | undefined;
  readonly save: (name: string, shared: boolean) => Promise<void>;
  readonly failed: (error: Error | undefined) => void;
}

function SaveForm({ replaced, save, failed }: SaveFormProps) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [replacing, setReplacing] = useState<SavedQuery>();
  const [isSharing, setSharing] = useState(false);
  const run = async (): Promise<void> => {
    await save(name.trim(), shared);
    setName('');
    // The next query is shared only if the user says so again.
    setShared(false);
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    failed(undefined);
    const before = replaced(name.trim(), shared);
    if (before) setReplacing(before);
    else if (name.trim() === '') return;
    else if (shared) setSharing(true);
    else run().catch((reason) => failed(errorOf(reason)));
  };
  return (
    <>
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
            <input
              type="checkbox"
              checked={shared}
              onChange={({ currentTarget }) => setShared(currentTarget.checked)}
            />
            Share with all users
          </label>
        </div>
      </form>
      {isSharing && (
        <ConfirmShare query={{ name: name.trim(), shared: false }} close={() => setSharing(false)} share={run} />
      )}
      {replacing && (
        <Confirm
          title={`Replace the query ${replacing.name}`}
          action="Replace 1 query"
          close={() => setReplacing(undefined)}
          run={run}
        >
          <p>You have a query of this name. It gets the filters, the range and the order of this list.</p>
          {replacing.shared && (
            <p>{shared ? 'All users see them.' : 'It is no longer shared: all other users lose it.'}</p>
          )}
        </Confirm>
      )}
    </>
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
