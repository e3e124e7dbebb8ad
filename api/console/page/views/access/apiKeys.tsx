import { useState } from 'preact/hooks';
import type { ApiKey, CreatedApiKey } from '../../../../../client/api.ts';
import { call, get } from '../../common/api.ts';

import { useLoad } from '../../common/load.ts';
import { Confirm, Dialog } from '../../parts/dialog.tsx';
import { Failure, notify } from '../../parts/notices.tsx';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/values/time.tsx';
import { View } from '../../parts/view.tsx';
import { NewKey } from './newKey.tsx';

const path = '/api/v2/api-keys';

const stateOf = ({ revokedAt, validTo }: ApiKey): string => {
  if (revokedAt) return 'revoked';
  return validTo && Date.parse(validTo) <= Date.now() ? 'expired' : 'active';
};

/** Returns what a key has of the rights of its user: `READ User, READ_WRITE everything`. */
const rightsOf = ({ scopes, limited }: ApiKey): string => {
  const rights = scopes?.map(({ entityName = 'everything', accessRule }) => `${accessRule} ${entityName}`).join(', ');
  return `${rights ?? 'all'}${limited ? ', limited' : ''}`;
};

/** The API keys of the caller, or of all users for an administrator. */
export function ApiKeysView() {
  const { data, error, reload } = useLoad((signal) => get<ApiKey[]>(path, { signal }), []);
  const [adding, setAdding] = useState(false);
  const [created, setCreated] = useState<CreatedApiKey>();
  const [revoking, setRevoking] = useState<ApiKey>();
  return (
    <View
      title="API keys"
      pending={!data && !error}
      actions={
        <button type="button" onClick={() => setAdding(true)}>
          Create
        </button>
      }
    >
      {error && <Failure error={error} />}
      {data && <KeyTable keys={data} revoke={setRevoking} />}
      {adding && (
        <NewKey
          close={() => setAdding(false)}
          create={async (values) => {
            setCreated(await call<CreatedApiKey>('POST', path, values));
            reload();
          }}
        />
      )}
      {created && <CreatedKey created={created} close={() => setCreated(undefined)} />}
      {revoking && (
        <Confirm
          title={`Revoke ${revoking.name}`}
          action="Revoke (1)"
          danger
          close={() => setRevoking(undefined)}
          run={async () => {
            await call('DELETE', `${path}/${revoking.id}`);
            notify(`${revoking.name} was revoked.`);
            reload();
          }}
        >
          <p>Requests with this key are refused within a second. A revoked key cannot be restored.</p>
        </Confirm>
      )}
    </View>
  );
}

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly revoke: (key: ApiKey) => void;
}

const KeyTable = ({ keys, revoke }: KeyTableProps) => (
  <Table
    caption="API keys"
    rows={keys}
    keyOf={({ id }) => id}
    empty="There is no API key."
    columns={[
      {
        title: 'Name',
        names: true,
        cell: ({ name, prefix }) => (
          <>
            {name} <span class="quiet code">{prefix}…</span>
          </>
        ),
      },
      { title: 'User', cell: ({ user }) => user },
      { title: 'State', cell: (key) => <Status of={stateOf(key)} /> },
      { title: 'Rights', wide: true, cell: rightsOf },
      { title: 'Valid until', wide: true, cell: ({ validTo }) => <Time at={validTo} /> },
      { title: 'Last use', wide: true, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
      {
        title: '',
        cell: (key) =>
          stateOf(key) === 'active' && (
            <button type="button" class="plain" aria-label={`Revoke ${key.name}`} onClick={() => revoke(key)}>
              Revoke
            </button>
          ),
      },
    ]}
  />
);

/** Shows a new key once: the service does not store it. */
const CreatedKey = ({ created: { name, key }, close }: { created: CreatedApiKey; close: () => void }) => (
  <Dialog title={`The key ${name}`} close={close}>
    <p>Copy the key now. It is shown only once.</p>
    <pre>{key}</pre>
    <div class="actions">
      <button type="button" class="primary" onClick={close}>
        Close
      </button>
    </div>
  </Dialog>
);
