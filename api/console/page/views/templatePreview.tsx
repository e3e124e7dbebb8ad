import { useEffect, useState } from 'preact/hooks';
import { call, send } from '../api.ts';
import { JsonField } from '../parts/form.tsx';
import { Frame } from '../parts/frame.tsx';
import { Failure } from '../parts/notices.tsx';
import { Pdf } from '../parts/pdf.tsx';
import type { Typed } from './records/recordEdit.tsx';

/** How long nothing is typed before it is looked at. */
const PAUSE_MS = 500;

const formats = [
  ['html', 'HTML'],
  ['pdf', 'PDF'],
] as const;
type Format = (typeof formats)[number][0];

/** What is shown: HTML as text, or a PDF. */
type Shown = { readonly html: string } | { readonly pdf: Blob };

interface Asked {
  readonly format: Format;
  readonly inputType: string;
  readonly content: string;
  readonly documentSize: unknown;
  /** JSON text of an object. */
  readonly data: string;
  /** Of the saved template. */
  readonly code: string | undefined;
}

/**
 * What a template is rendered to. Of HTML that is what is typed; what a script or a file gives is only made of the saved
 * template.
 */
async function rendered(asked: Asked, signal: AbortSignal): Promise<Shown> {
  const { format, content, inputType, code = '' } = asked;
  const data: unknown = JSON.parse(asked.data);
  if (inputType !== 'HTML') {
    const path = `/api/v2/documents/generate/${encodeURIComponent(code)}/${format}`;
    if (format === 'html') return { html: await call<string>('POST', path, data, { signal }) };
    return { pdf: await (await send('POST', path, data, { signal, accept: 'application/pdf' })).blob() };
  }
  const size = typeof asked.documentSize === 'string' ? { documentSize: asked.documentSize } : {};
  const body = { data, content, ...size };
  const accept = format === 'pdf' ? 'application/pdf' : 'text/html';
  const response = await send('POST', '/api/v2/formatter-templates/preview', body, { signal, accept });
  return format === 'pdf' ? { pdf: await response.blob() } : { html: await response.text() };
}

/** What is typed, as it comes out: beside the form, and made anew whenever nothing has been typed for a moment. */
export function TemplatePreview({ values, change, form, code }: Typed & { code: string | undefined }) {
  const text = (name: string): string => (typeof values[name] === 'string' ? values[name] : '');
  const [format, setFormat] = useState<Format>('html');
  const [shown, setShown] = useState<Shown>();
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const content = text('content');
  const inputType = text('inputType') || 'HTML';
  const documentSize = values['documentSize'];
  const data = JSON.stringify(values['previewData'] ?? {});
  const isSaved = inputType !== 'HTML';
  const possible = !isSaved || code !== undefined;
  useEffect(() => {
    if (!possible) return;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(async () => {
      setBusy(true);
      try {
        setShown(await rendered({ format, inputType, content, documentSize, data, code }, signal));
        setError(undefined);
      } catch (failure) {
        if (!signal.aborted) setError(failure as Error);
      }
      if (!signal.aborted) setBusy(false);
    }, PAUSE_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [format, inputType, content, documentSize, data, code, possible]);
  return (
    <section class="preview" aria-label="Preview">
      <JsonField
        path="previewData"
        label="Data of the preview"
        schema={{ type: 'object', description: 'Kept with the template.' }}
        value={values['previewData']}
        change={(previewData) => change({ ...values, previewData })}
        form={form}
        most={8}
      />
      <div class="row">
        <fieldset class="group views">
          <legend class="unseen">Shown as</legend>
          {formats.map(([value, label]) => (
            <button key={value} type="button" aria-pressed={format === value} onClick={() => setFormat(value)}>
              {label}
            </button>
          ))}
        </fieldset>
        <span class="quiet" aria-live="polite">
          {possible && (busy ? 'is being made' : isSaved && 'of the template as it is saved')}
        </span>
      </div>
      {!possible && <p class="quiet">What a script or a file gives is shown once the template is saved.</p>}
      <div role="status">{possible && error && <Failure error={error} />}</div>
      {possible && shown && 'html' in shown && <Frame html={shown.html} title="Preview as HTML" />}
      {possible && shown && 'pdf' in shown && (
        <Pdf pdf={shown.pdf} title="Preview as PDF" name={`${text('code') || 'template'}.pdf`} />
      )}
    </section>
  );
}
