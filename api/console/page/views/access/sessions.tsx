import { useState } from 'preact/hooks';
import type { Session } from '../../../../../client/api.ts';
import { call, get } from '../../common/api.ts';

import { LIST_REFRESH_MS, useLoad } from '../../common/load.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { Failure, notify } from '../../parts/notices.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/values/time.tsx';
import { View } from '../../parts/view.tsx';

const path = '/api/v2/sessions';

/** The sessions of the caller, or of all users for an administrator. */
export function SessionsView() {
  const { data, error, reload } = useLoad((signal) => get<Session[]>(path, { signal }), [], LIST_REFRESH_MS);
  const [ending, setEnding] = useState<Session>();
  return (
    <View title="Sessions" pending={!data && !error}>
      {error && <Failure error={error} />}
      {data && (
        <Table
          caption="Sessions"
          rows={data}
          keyOf={({ id }) => id}
          empty="Nobody is signed in."
          columns={[
            { title: 'User', names: true, cell: ({ user }) => user },
            { title: 'Signed in', cell: ({ createdAt }) => <Time at={createdAt} /> },
            { title: 'Last request', wide: true, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
            { title: 'Ends', wide: true, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
            { title: 'Address', wide: true, cell: ({ address }) => address },
            { title: 'Browser', wide: true, cell: ({ userAgent }) => <span class="clip">{userAgent}</span> },
            {
              title: '',
              cell: (session) => (
                <button
                  type="button"
                  class="plain"
                  aria-label={`End the session of ${session.user}`}
                  onClick={() => setEnding(session)}
                >
                  End
                </button>
              ),
            },
          ]}
        />
      )}
      {ending && (
        <Confirm
          title={`End the session of ${ending.user}`}
          action="End (1)"
          danger
          close={() => setEnding(undefined)}
          run={async () => {
            await call('DELETE', `${path}/${ending.id}`);
            notify('The session has ended.');
            reload();
          }}
        >
          <p>The user has to sign in to continue. It may be the session of this page.</p>
        </Confirm>
      )}
    </View>
  );
}
