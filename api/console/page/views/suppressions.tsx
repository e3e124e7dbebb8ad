import { useState } from 'preact/hooks';
import { call, get, type Page } from '../common/api.ts';

import { useLoad } from '../common/load.ts';
import type { Location } from '../common/router.ts';
import { humanize, loadInterface, may } from '../common/schema.ts';
import { Confirm } from '../parts/dialog.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../parts/filters.tsx';
import { InputField, SelectField } from '../parts/form/dialogFields.tsx';
import { BreakableName } from '../parts/inlineText.tsx';
import { PagedTable } from '../parts/list/pagedTable.tsx';
import { notify } from '../parts/notices.tsx';
import { pageOf } from '../parts/pager.tsx';
import { Time } from '../parts/values/time.tsx';
import { View } from '../parts/view.tsx';

interface Suppression {
  readonly id: string;
  readonly channel: string;
  readonly address: string;
  readonly reason?: string;
  readonly description?: string;
  readonly auditInfo?: { readonly whenInserted?: string; readonly whoInserted?: string };
}

const path = '/api/v2/suppressions';
const SIZE = 50;
const titles: Readonly<Record<string, string>> = { email: 'E-mail', sms: 'SMS' };

type Channel = readonly [name: string, title: string];

/** Returns the channels whose addresses can be suppressed, from the OpenAPI document. */
async function readChannels(): Promise<Channel[]> {
  const { resolve } = await loadInterface();
  const { properties } = resolve({ $ref: '#/components/schemas/SuppressionInput' });
  return (properties?.['channel']?.enum ?? []).map((name) => [name, titles[name] ?? humanize(name)]);
}

/** The suppressed addresses, which get no messages. */
export function SuppressionsView({ location }: { location: Location }) {
  const address = location.query.get('address');
  const channel = location.query.get('channel');
  const filters = [
    ...(address ? [{ column: 'address', operator: 'LIKE', value: address }] : []),
    ...(channel ? [{ column: 'channel', value: channel }] : []),
  ];
  const page = pageOf(location);
  const loaded = useLoad(
    (signal) =>
      get<Page<Suppression>>(path, { query: { filtering: JSON.stringify({ filters, page, size: SIZE }) }, signal }),
    [filters, page],
  );
  const { data: channels = [] } = useLoad(readChannels, []);
  const [deleted, setDeleted] = useState<Suppression>();
  const [adding, setAdding] = useState(false);
  return (
    <View
      title="Suppressions"
      pending={loaded.data === undefined && !loaded.error}
      actions={
        may('POST', path) && (
          <button type="button" onClick={() => setAdding(true)}>
            Suppress an address
          </button>
        )
      }
    >
      <p class="quiet">Nothing is ever sent to these addresses.</p>
      <Filters location={location}>
        <TextFilter location={location} name="address" label="Address" />
        <ChoiceFilter location={location} name="channel" label="Channel" choices={channels} />
      </Filters>
      <PagedTable
        caption="Suppressed addresses"
        loaded={loaded}
        location={location}
        page={page}
        size={SIZE}
        keyOf={({ id }) => id}
        empty="No address is suppressed."
        columns={[
          { title: 'Address', names: true, cell: ({ address: one }) => <BreakableName of={one} /> },
          { title: 'Channel', wide: true, cell: (row) => row.channel },
          { title: 'Reason', cell: ({ reason }) => reason?.replaceAll('_', ' ').toLowerCase() },
          { title: 'Description', wide: true, cell: ({ description }) => <span class="clip">{description}</span> },
          { title: 'Since', wide: true, cell: ({ auditInfo }) => <Time at={auditInfo?.whenInserted} /> },
          {
            title: '',
            cell: (row) =>
              may('DELETE', `${path}/{id}`) && (
                <button
                  type="button"
                  class="plain"
                  aria-label={`Delete the suppression of ${row.address}`}
                  onClick={() => setDeleted(row)}
                >
                  Delete
                </button>
              ),
          },
        ]}
      />
      {adding && <AddSuppression channels={channels} close={() => setAdding(false)} done={loaded.reload} />}
      {deleted && (
        <Confirm
          title={`Delete the suppression of ${deleted.address}`}
          action="Delete (1)"
          close={() => setDeleted(undefined)}
          run={async () => {
            await call('DELETE', `${path}/${deleted.id}`);
            notify(`${deleted.address} is no longer suppressed.`);
            loaded.reload();
          }}
        >
          <p>New messages to this address will be sent.</p>
        </Confirm>
      )}
    </View>
  );
}

function AddSuppression({
  channels,
  close,
  done,
}: {
  channels: readonly Channel[];
  close: () => void;
  done: () => void;
}) {
  const [address, setAddress] = useState('');
  const [channel, setChannel] = useState(channels[0]?.[0] ?? '');
  const [description, setDescription] = useState('');
  return (
    <Confirm
      title="Suppress an address"
      action="Suppress (1)"
      danger
      close={close}
      run={async () => {
        const why = description.trim() === '' ? {} : { description };
        await call('POST', path, { channel, address: address.trim(), reason: 'MANUAL', ...why });
        notify(`${address} was suppressed.`);
        done();
      }}
    >
      <div class="filters">
        <SelectField label="Channel" value={channel} change={setChannel} choices={channels} />
        <InputField label="Address or number" required value={address} change={setAddress} />
        <InputField label="Description" value={description} change={setDescription} />
      </div>
    </Confirm>
  );
}
