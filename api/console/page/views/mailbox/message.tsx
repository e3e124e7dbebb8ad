import { useState } from 'preact/hooks';
import type { MailboxMessage } from '../../../../../client/api.ts';
import { send } from '../../common/api.ts';
import { bytes } from '../../common/format.ts';
import { useLoad } from '../../common/load.ts';
import { attachmentsOf } from '../../parts/attachments.ts';
import { DescriptionItem } from '../../parts/descriptionList.tsx';
import { download } from '../../parts/download.ts';
import { Frame } from '../../parts/frame.tsx';
import { Failure, Notice, notify } from '../../parts/notices.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/values/time.tsx';
import { View } from '../../parts/view.tsx';
import { listMessages, mailboxPath } from './mailbox.tsx';

const formats = { html: 'HTML', text: 'Text', headers: 'Headers', raw: 'Raw' } as const;
type Format = keyof typeof formats;

export function MessageView({ id }: { id: string }) {
  const { data, error } = useLoad(
    async (signal) => {
      const found = await listMessages([{ column: 'id', value: id }], signal);
      return found[0] ?? null;
    },
    [id],
  );
  const raw = useLoad(
    async (signal) => (await send('GET', `${mailboxPath}/${encodeURIComponent(id)}/raw`, undefined, { signal })).text(),
    [id],
  ).data;
  return (
    <View title={data?.subject || 'Message'} up={{ label: 'Mailbox', path: ['mailbox'] }}>
      {error && <Failure error={error} />}
      {data === null && <Notice>The message was deleted.</Notice>}
      {data && (
        <>
          <dl class="description-list">
            <DescriptionItem name="From">{data.from}</DescriptionItem>
            <DescriptionItem name="To">{data.to.join(', ')}</DescriptionItem>
            <DescriptionItem name="Received">
              <Time at={data.receivedAt} />
            </DescriptionItem>
            <DescriptionItem name="Channel">{data.channel}</DescriptionItem>
            <DescriptionItem name="Size">{bytes(data.size)}</DescriptionItem>
          </dl>
          {(data.attachments?.length ?? 0) > 0 && <Attachments attachments={data.attachments ?? []} raw={raw} />}
          <Content message={data} raw={raw} />
        </>
      )}
    </View>
  );
}

/** The message in the format that the user chooses. */
function Content({ message, raw }: { message: MailboxMessage; raw: string | undefined }) {
  const [chosen, choose] = useState<Format>();
  const shown = chosen ?? (message.html ? 'html' : 'text');
  return (
    <>
      <fieldset class="group views">
        <legend class="unseen">Show as</legend>
        {(Object.keys(formats) as Format[])
          .filter((format) => format !== 'html' || message.html)
          .map((format) => (
            <button key={format} type="button" aria-pressed={shown === format} onClick={() => choose(format)}>
              {formats[format]}
            </button>
          ))}
      </fieldset>
      {shown === 'html' && <Frame html={message.html ?? ''} title="Message as HTML" />}
      {shown === 'text' && <pre>{message.text ?? ''}</pre>}
      {shown === 'headers' && (
        <pre>{(message.headers ?? []).map(({ name, value }) => `${name}: ${value}`).join('\n')}</pre>
      )}
      {shown === 'raw' && <pre>{raw ?? ''}</pre>}
    </>
  );
}

interface AttachmentsProps {
  readonly attachments: NonNullable<MailboxMessage['attachments']>;
  /** The message in its raw form, from which attachments are extracted. */
  readonly raw: string | undefined;
}

function Attachments({ attachments, raw }: AttachmentsProps) {
  const save = (index: number, name: string | undefined): void => {
    const content = attachmentsOf(raw ?? '')[index];
    // Never with the declared media type: an attachment must not open in the origin of the page.
    if (content) download(new Blob([content], { type: 'application/octet-stream' }), name ?? 'attachment');
    else notify('The attachment could not be read.');
  };
  return (
    <Table
      caption="Attachments"
      rows={attachments.map((attachment, index) => ({ ...attachment, index }))}
      keyOf={({ index }) => String(index)}
      columns={[
        { title: 'Attachment', names: true, cell: ({ name }) => name ?? 'no name' },
        { title: 'Type', cell: ({ mediaType }) => mediaType },
        { title: 'Size', figures: true, cell: ({ size }) => bytes(size ?? 0) },
        {
          title: '',
          cell: ({ name, index }) => (
            <button type="button" class="plain" disabled={raw === undefined} onClick={() => save(index, name)}>
              Download<span class="unseen"> {name}</span>
            </button>
          ),
        },
      ]}
    />
  );
}
