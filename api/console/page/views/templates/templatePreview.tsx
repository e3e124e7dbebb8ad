import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { parseJson } from '../../../../../domain/validation/parseJson.ts';
import { ApiError, errorOf, send } from '../../common/api.ts';
import { marksOf } from '../../parts/editor/codeSettings.ts';
import { JsonField } from '../../parts/form/jsonField.tsx';
import { Frame } from '../../parts/frame.tsx';
import { Failure } from '../../parts/notices.tsx';
import { Pdf } from '../../parts/pdf.tsx';
import type { EditorState } from '../records/recordEdit.tsx';

/** Delay in ms between the last keystroke and the preview. */
const PAUSE_MS = 500;

const formats = [
  ['html', 'HTML'],
  ['pdf', 'PDF'],
] as const;
type Format = (typeof formats)[number][0];

/** A preview: HTML text or a PDF, with what it lacks. */
type Shown = ({ readonly html: string } | { readonly pdf: Blob }) & { readonly warnings: readonly string[] };

/** Reads the header of warnings, whose letters outside of ASCII are escaped as in JSON. */
function warningsOf(response: Response): string[] {
  const text = response.headers.get('x-warnings');
  if (!text) return [];
  return text
    .replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .split('; ')
    .map((warning) => warning.replace(/^content: /, ''));
}

interface PreviewRequest {
  readonly format: Format;
  readonly inputType: string;
  readonly content: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** JSON text of an object. */
  readonly data: string;
  /** Code of the saved template. */
  readonly code: string | undefined;
}

/** Renders the content of the form if it is HTML. Otherwise, renders the saved template: its script or file needs a worker. */
async function renderPreview(request: PreviewRequest, signal: AbortSignal): Promise<Shown> {
  const response = await sendPreview(request, request.format, signal);
  const warnings = warningsOf(response);
  return request.format === 'pdf'
    ? { pdf: await response.blob(), warnings }
    : { html: await response.text(), warnings };
}

/**
 * Returns the warnings of the PDF that a template is for, which only its layout finds: texts that leave the page or cannot be read. Undefined
 * where the preview is of another kind; what a PDF lacks because it fails is a warning, too.
 */
async function warningsOfPdf(request: PreviewRequest, signal: AbortSignal): Promise<string[] | undefined> {
  const { format, settings } = request;
  if (format === 'pdf' || /^(?:EMAIL|SOURCE)$/.test(String(settings['documentType']))) return undefined;
  try {
    const pdf = await sendPreview(request, 'pdf', signal);
    await pdf.body?.cancel();
    return warningsOf(pdf);
  } catch (failure) {
    if (signal.aborted) throw failure;
    return [`As a PDF: ${errorOf(failure).message}`];
  }
}

async function sendPreview(request: PreviewRequest, format: Format, signal: AbortSignal): Promise<Response> {
  const { content, inputType, code = '' } = request;
  const data: unknown = parseJson(request.data);
  const accept = format === 'pdf' ? 'application/pdf' : 'text/html';
  if (inputType !== 'HTML') {
    const path = `/api/v2/documents/generate/${encodeURIComponent(code)}/${format}`;
    return await send('POST', path, data, { signal, accept, query: { warnings: true } });
  }
  const body = { data, content, ...request.settings };
  return await send('POST', '/api/v2/formatter-templates/preview', body, { signal, accept });
}

interface TemplatePreviewProps extends EditorState {
  /** Code of the saved template. */
  readonly code: string | undefined;
  /** Shown below the preview. */
  readonly children?: ComponentChildren;
}

/** The preview beside the form. It is rendered after a pause in typing. */
export function TemplatePreview({ values, change, form, code, children }: TemplatePreviewProps) {
  const text = (name: string): string => (typeof values[name] === 'string' ? values[name] : '');
  const [format, setFormat] = useState<Format>('html');
  const [shown, setShown] = useState<Shown>();
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const content = text('content');
  const inputType = text('inputType') || 'HTML';
  const { documentType, documentSize, renderer, remoteImages } = values;
  const data = JSON.stringify(values['previewData'] ?? {});
  const usesSaved = inputType !== 'HTML';
  const { setMarks } = form;
  const canPreview = !usesSaved || code !== undefined;
  useEffect(() => {
    if (!canPreview) return;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(async () => {
      setBusy(true);
      const settings = { documentType, documentSize, renderer, remoteImages };
      try {
        const request = { format, inputType, content, settings, data, code };
        const next = await renderPreview(request, signal);
        const show = (warnings: readonly string[]): void => {
          setShown({ ...next, warnings });
          setMarks('content', marksOf(warnings, 'warning'));
        };
        show(next.warnings);
        setError(undefined);
        const ofPdf = await warningsOfPdf(request, signal);
        if (ofPdf) show(ofPdf);
      } catch (failure) {
        if (!signal.aborted) {
          setError(errorOf(failure));
          const problems = failure instanceof ApiError ? failure.details.map(({ message }) => message) : [];
          setMarks('content', marksOf(problems, 'error'));
        }
      }
      if (!signal.aborted) setBusy(false);
    }, PAUSE_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [
    format,
    inputType,
    content,
    documentType,
    documentSize,
    renderer,
    remoteImages,
    data,
    code,
    canPreview,
    setMarks,
  ]);
  return (
    <section class="preview" aria-label="Preview">
      <JsonField
        path="previewData"
        label="Preview data"
        schema={{ type: 'object', description: 'Saved with the template.' }}
        value={values['previewData']}
        change={(previewData) => change({ ...values, previewData })}
        form={form}
        maxRows={16}
      />
      <div class="row">
        <fieldset class="group views">
          <legend class="unseen">Show as</legend>
          {formats.map(([value, label]) => (
            <button key={value} type="button" aria-pressed={format === value} onClick={() => setFormat(value)}>
              {label}
            </button>
          ))}
        </fieldset>
        <span class="quiet" aria-live="polite">
          {canPreview && (busy ? 'rendering' : usesSaved && 'of the saved template')}
        </span>
      </div>
      {!canPreview && <p class="quiet">The output of a script or a file is shown once the template is saved.</p>}
      <div role="status">
        {canPreview && error && <Failure error={error} />}
        {canPreview && !error && shown && shown.warnings.length > 0 && (
          <div class="notice">
            <p>The document lacks something:</p>
            <ul>
              {shown.warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {canPreview && shown && 'html' in shown && <Frame html={shown.html} title="Preview as HTML" />}
      {canPreview && shown && 'pdf' in shown && (
        <Pdf pdf={shown.pdf} title="Preview as PDF" name={`${text('code') || 'template'}.pdf`} />
      )}
      {children}
    </section>
  );
}
