import { useEffect, useState } from 'preact/hooks';
import { get, searchPage, send } from '../api.ts';
import { useLoad } from '../load.ts';
import type { Values } from '../parts/form.tsx';
import { Frame } from '../parts/frame.tsx';
import { Failure, Notice } from '../parts/notices.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { href, type Place } from '../router.ts';
import { View } from '../shell.tsx';
import { type RecordOf, recordPath, useInterface } from './kinds.ts';
import { EditForm } from './recordEdit.tsx';

const KIND = 'formatter-templates';
const SIZE = 50;

export function TemplatesView({ place }: { place: Place }) {
  const page = pageOf(place);
  const words = place.query.get('q');
  const { data, error } = useLoad(
    (signal) => searchPage<RecordOf>(KIND, { page, size: SIZE, ...(words && { fulltext: words }) }, signal),
    [page, words],
  );
  return (
    <View
      title="Templates"
      actions={
        <a class="button" href={href(['templates', '~new'])}>
          Create
        </a>
      }
    >
      {error && <Failure error={error} />}
      {data && (
        <>
          <Table
            caption="Templates"
            rows={data.content}
            keyOf={({ id }) => id}
            empty="There is no template yet."
            columns={[
              {
                title: 'Code',
                names: true,
                cell: ({ id, code }) => <a href={href(['templates', id])}>{String(code)}</a>,
              },
              { title: 'Name', cell: ({ name }) => name as string },
              { title: 'Input', wide: true, cell: ({ inputType }) => inputType as string },
              { title: 'Makes', wide: true, cell: ({ documentType }) => documentType as string },
              { title: 'Size', wide: true, cell: ({ documentSize }) => documentSize as string },
            ]}
          />
          <Pager place={place} page={page} size={SIZE} total={data.totalElements} />
        </>
      )}
    </View>
  );
}

/** A template in its form, with what it gives beside it. */
export function TemplateView({ id }: { id: string }) {
  const isNew = id === '~new';
  const { data, error } = useInterface();
  const kind = data?.kinds.find(({ path }) => path === KIND);
  const loaded = useLoad(
    async (signal) => (kind && !isNew ? get<RecordOf>(recordPath(kind, id), { signal }) : null),
    [kind?.name, id],
  );
  const record = loaded.data;
  const ready = kind && record !== undefined && (isNew || record !== null);
  const failure = error ?? loaded.error;
  return (
    <View
      title={isNew ? 'New template' : record ? String(record['code']) : 'Template'}
      up={{ label: 'Templates', path: ['templates'] }}
      actions={
        record && (
          <a class="button" href={href(['records', KIND, record.id])}>
            Record and history
          </a>
        )
      }
    >
      {failure && <Failure error={failure} />}
      {data && !kind && <Notice>This service has no templates.</Notice>}
      {data && ready && (
        <EditForm
          key={`${id} ${record?.auditInfo?.version}`}
          kind={kind}
          list={['templates']}
          done={loaded.reload}
          resolve={data.resolve}
          record={record}
          isNew={isNew}
          beside={(values) => <Preview values={values} code={record ? String(record['code']) : undefined} />}
        />
      )}
    </View>
  );
}

/** How long nothing is typed before it is looked at. */
const PAUSE_MS = 500;

function Preview({ values, code }: { values: Values; code: string | undefined }) {
  const content = typeof values['content'] === 'string' ? values['content'] : '';
  const [data, setData] = useState(() => JSON.stringify(values['previewData'] ?? {}, null, 2));
  const [html, setHtml] = useState<string>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const given: unknown = JSON.parse(data);
        const { signal } = controller;
        const response = await send('POST', `/api/v2/${KIND}/preview`, { data: given, content }, { signal });
        setHtml(await response.text());
        setError(undefined);
      } catch (failure) {
        if (!controller.signal.aborted) setError(failure as Error);
      }
    }, PAUSE_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [content, data]);
  return (
    <section class="preview" aria-label="Preview">
      <div class="field">
        <label for="preview-data">Data of the preview</label>
        <textarea
          id="preview-data"
          class="code"
          rows={6}
          spellcheck={false}
          value={data}
          onInput={({ currentTarget }) => setData(currentTarget.value)}
        />
      </div>
      <div role="status">{error && <Failure error={error} />}</div>
      {html !== undefined && <Frame html={html} title="Preview as HTML" />}
      <Pdf code={code} data={data} />
    </section>
  );
}

/** The saved template as a PDF. A document is made of a template by its code, so what is typed has to be saved first. */
function Pdf({ code, data }: { code: string | undefined; data: string }) {
  const [url, setUrl] = useState<string>();
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  if (code === undefined) return <p class="quiet">Save it to see it as a PDF.</p>;
  const make = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const response = await fetch(`/api/v2/documents/generate/${encodeURIComponent(code)}/pdf`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/pdf' },
        body: data,
      });
      if (!response.ok) {
        const told = (await response.json()) as { message: string; errors?: string[] };
        throw new Error([told.message, ...(told.errors ?? [])].join(' '));
      }
      setUrl(URL.createObjectURL(await response.blob()));
    } catch (failure) {
      setError(failure as Error);
    }
    setBusy(false);
  };
  return (
    <>
      <div class="actions">
        <button type="button" onClick={() => void make()} disabled={busy} aria-busy={busy}>
          Show as PDF
        </button>
        {url && (
          <a href={url} download={`${code}.pdf`}>
            Download the PDF
          </a>
        )}
        <span class="quiet">of the template as it is saved</span>
      </div>
      {error && <Failure error={error} />}
      {url && <iframe class="shown tall" title="Preview as PDF" src={url} />}
    </>
  );
}
