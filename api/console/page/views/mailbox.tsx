import { useState } from 'preact/hooks';
import type { MailboxMessage } from '../../../../client/api.ts';
import { call, get } from '../api.ts';
import { bytes, counted, moment } from '../format.ts';
import { LIST_MS, useLoad } from '../load.ts';
import { Fact } from '../parts/descriptionList.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { download } from '../parts/download.ts';
import { ChoiceFilter, Filters, TextFilter } from '../parts/filters.tsx';
import { Frame } from '../parts/frame.tsx';
import { attachmentsOf } from '../parts/message.ts';
import { Failure, Notice, tell } from '../parts/notices.tsx';
import { Table } from '../parts/table.tsx';
import { href, type Place } from '../router.ts';
import { View } from '../shell.tsx';

const path = '/api/v2/admin/mailbox';
const SHOWN = 100;

const listOf = (filters: readonly object[], signal: AbortSignal): Promise<MailboxMessage[]> =>
  get(path, {
    query: { filtering: JSON.stringify({ filters, sort: [{ column: 'receivedAt', direction: 'DESC' }], size: SHOWN }) },
    signal,
  });

export function MailboxView({ place }: { place: Place }) {
  const to = place.query.get('to');
  const subject = place.query.get('subject');
  const channel = place.query.get('channel');
  const filters = [
    ...(to ? [{ column: 'to', operator: 'LIKE', value: to }] : []),
    ...(subject ? [{ column: 'subject', operator: 'LIKE', value: subject }] : []),
    ...(channel ? [{ column: 'channel', value: channel }] : []),
  ];
  const { data, error, reload } = useLoad((signal) => listOf(filters, signal), [filters], LIST_MS);
  const [asked, setAsked] = useState(false);
  return (
    <View
      title="Mailbox"
      actions={
        <button type="button" onClick={() => setAsked(true)} disabled={!data || data.length === 0}>
          Empty
        </button>
      }
    >
      <p class="quiet">What this service has sent while no mail server or SMS provider is set. Nobody else got it.</p>
      <Filters place={place}>
        <TextFilter place={place} name="to" label="To" />
        <TextFilter place={place} name="subject" label="Subject" />
        <ChoiceFilter
          place={place}
          name="channel"
          label="Channel"
          choices={[
            ['EMAIL', 'E-mail'],
            ['SMS', 'SMS'],
          ]}
        />
      </Filters>
      {error && <Failure error={error} />}
      {data && (
        <Table
          caption="Messages"
          rows={data}
          keyOf={({ id }) => id ?? ''}
          empty="Nothing has come."
          columns={[
            { title: 'When', cell: ({ receivedAt }) => <span class="nowrap">{moment(receivedAt)}</span> },
            {
              title: 'Message',
              names: true,
              cell: ({ id, subject: about, text }) => (
                <a href={href(['mailbox', id ?? ''])}>{about || text?.slice(0, 60) || 'without a subject'}</a>
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
      )}
      {data?.length === SHOWN && <p class="quiet">The newest {SHOWN} are shown; filter to see others.</p>}
      {asked && data && (
        <Confirm
          title="Empty the mailbox"
          action="Empty"
          danger
          close={() => setAsked(false)}
          run={async () => {
            await call('DELETE', path);
            tell('The mailbox is empty.');
            reload();
          }}
        >
          <p>
            All messages are deleted, those that the filter leaves out too. {counted(data.length, 'is', 'are')} shown.
          </p>
        </Confirm>
      )}
    </View>
  );
}

export function MessageView({ id }: { id: string }) {
  const { data, error } = useLoad(
    async (signal) => {
      const found = await listOf([{ column: 'id', value: id }], signal);
      return found[0] ?? null;
    },
    [id],
  );
  const raw = useLoad(
    (signal) => fetch(`${path}/${encodeURIComponent(id)}/raw`, { signal }).then((answer) => answer.text()),
    [id],
  );
  const [as, setAs] = useState<'html' | 'text' | 'headers' | 'raw'>();
  const shown = as ?? (data?.html ? 'html' : 'text');
  return (
    <View title={data?.subject || 'Message'} up={{ label: 'Mailbox', path: ['mailbox'] }}>
      {error && <Failure error={error} />}
      {data === null && <Notice>The message is not there any more.</Notice>}
      {data && (
        <>
          <dl class="facts">
            <Fact name="From">{data.from}</Fact>
            <Fact name="To">{data.to.join(', ')}</Fact>
            <Fact name="Received">{moment(data.receivedAt)}</Fact>
            <Fact name="Channel">{data.channel}</Fact>
            <Fact name="Size">{bytes(data.size)}</Fact>
          </dl>
          {(data.attachments?.length ?? 0) > 0 && (
            <Table
              caption="Attachments"
              rows={(data.attachments ?? []).map((attachment, place) => ({ ...attachment, place }))}
              keyOf={({ place }) => String(place)}
              columns={[
                { title: 'Attachment', names: true, cell: ({ name }) => name ?? 'without a name' },
                { title: 'Type', cell: ({ mediaType }) => mediaType },
                { title: 'Size', figures: true, cell: ({ size }) => bytes(size ?? 0) },
                {
                  title: '',
                  cell: ({ name, place }) => (
                    <button
                      type="button"
                      class="plain"
                      disabled={!raw.data}
                      onClick={() => {
                        const found = attachmentsOf(raw.data ?? '')[place];
                        // Never under its own type: nothing of it is to open in the page's origin.
                        if (found)
                          download(new Blob([found], { type: 'application/octet-stream' }), name ?? 'attachment');
                        else tell('The attachment could not be read.');
                      }}
                    >
                      Download<span class="unseen"> {name}</span>
                    </button>
                  ),
                },
              ]}
            />
          )}
          <fieldset class="group views">
            <legend class="unseen">Show as</legend>
            {(['html', 'text', 'headers', 'raw'] as const)
              .filter((one) => one !== 'html' || data.html)
              .map((one) => (
                <button key={one} type="button" aria-pressed={shown === one} onClick={() => setAs(one)}>
                  {{ html: 'HTML', text: 'Text', headers: 'Headers', raw: 'As it came' }[one]}
                </button>
              ))}
          </fieldset>
          {shown === 'html' && <Frame html={data.html ?? ''} title="Message as HTML" />}
          {shown === 'text' && <pre>{data.text ?? ''}</pre>}
          {shown === 'headers' && (
            <pre>{(data.headers ?? []).map(({ name, value }) => `${name}: ${value}`).join('\n')}</pre>
          )}
          {shown === 'raw' && <pre>{raw.data ?? ''}</pre>}
        </>
      )}
    </View>
  );
}
