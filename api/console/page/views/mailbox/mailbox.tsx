import { useState } from 'preact/hooks';
import type { MailboxMessage } from '../../../../../client/api.ts';
import { call, get } from '../../common/api.ts';
import { bytes } from '../../common/format.ts';
import { LIST_REFRESH_MS, useLoad } from '../../common/load.ts';
import { href, type Location } from '../../common/router.ts';
import { may } from '../../common/schema.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filters.tsx';
import { Failure, notify } from '../../parts/notices.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/values/time.tsx';
import { View } from '../../parts/view.tsx';

export const mailboxPath = '/api/v2/admin/mailbox';
const MAX_SHOWN = 100;

export const listMessages = (filters: readonly object[], signal: AbortSignal): Promise<MailboxMessage[]> =>
  get(mailboxPath, {
    query: {
      filtering: JSON.stringify({ filters, sort: [{ column: 'receivedAt', direction: 'DESC' }], size: MAX_SHOWN }),
    },
    signal,
  });

export function MailboxView({ location }: { location: Location }) {
  const to = location.query.get('to');
  const subject = location.query.get('subject');
  const channel = location.query.get('channel');
  const filters = [
    ...(to ? [{ column: 'to', operator: 'LIKE', value: to }] : []),
    ...(subject ? [{ column: 'subject', operator: 'LIKE', value: subject }] : []),
    ...(channel ? [{ column: 'channel', value: channel }] : []),
  ];
  const { data, error, reload } = useLoad((signal) => listMessages(filters, signal), [filters], LIST_REFRESH_MS);
  const [confirming, setConfirming] = useState(false);
  return (
    <View
      title="Mailbox"
      pending={!data && !error}
      actions={
        may('DELETE', mailboxPath) && (
          // Enabled once the mailbox is empty, too: a disabled button loses the focus that returns to it.
          <button type="button" onClick={() => setConfirming(true)} disabled={!data}>
            Empty
          </button>
        )
      }
    >
      <p class="quiet">
        Messages of this service while no mail server or SMS provider is configured. They reached no recipient.
      </p>
      <Filters location={location}>
        <TextFilter location={location} name="to" label="To" />
        <TextFilter location={location} name="subject" label="Subject" />
        <ChoiceFilter
          location={location}
          name="channel"
          label="Channel"
          choices={[
            ['EMAIL', 'E-mail'],
            ['SMS', 'SMS'],
          ]}
        />
      </Filters>
      {error && <Failure error={error} />}
      {data && <MessageTable messages={data} />}
      {data?.length === MAX_SHOWN && (
        <p class="quiet">Only the newest {MAX_SHOWN} messages are shown. Use the filter to find older ones.</p>
      )}
      {confirming && data && (
        <Confirm
          title="Empty the mailbox"
          action="Empty"
          danger
          close={() => setConfirming(false)}
          run={async () => {
            await call('DELETE', mailboxPath);
            notify('The mailbox is empty.');
            reload();
          }}
        >
          <p>All messages are deleted, including those that do not match the filter.</p>
        </Confirm>
      )}
    </View>
  );
}

const MessageTable = ({ messages }: { messages: readonly MailboxMessage[] }) => (
  <Table
    caption="Messages"
    rows={messages}
    keyOf={({ id }) => id ?? ''}
    empty="The mailbox is empty."
    columns={[
      { title: 'Received', cell: ({ receivedAt }) => <Time at={receivedAt} /> },
      {
        title: 'Message',
        names: true,
        cell: ({ id, subject: about, text }) => (
          <a href={href(['mailbox', id ?? ''])}>{about || text?.slice(0, 60) || 'no subject'}</a>
        ),
      },
      { title: 'To', cell: ({ to: receivers }) => receivers.join(', ') },
      { title: 'Channel', wide: true, cell: ({ channel: by }) => by },
      {
        title: 'Attachments',
        wide: true,
        figures: true,
        cell: ({ attachments }) => attachments?.length || '',
      },
      { title: 'Size', wide: true, figures: true, cell: ({ size }) => bytes(size) },
    ]}
  />
);
