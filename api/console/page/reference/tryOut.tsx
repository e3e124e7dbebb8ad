import { useState } from 'preact/hooks';
import { useUnusedInput } from '../common/unsaved.ts';
import { codeSample, type SampleLanguage, type SampleRequest, sampleLanguages } from './codeSamples.ts';
import { exampleNote, mainContent, type OpenApi, type Operation, type Parameter } from './openApi.ts';
import { sampleValue } from './sampleValue.ts';

type Inputs = Readonly<Record<string, string>>;

interface Reply {
  readonly status: string;
  readonly headers: string;
  readonly body: string;
}

/** Samples of a request, made from the fields of a form, which also sends it. */
export function TryOut({ document, operation }: { document: OpenApi; operation: Operation }) {
  const fields = operation.parameters.filter(({ in: place }) => place !== 'header');
  const content = operation.requestBody ? mainContent(operation.requestBody.content) : undefined;
  const isUpload = content?.type.startsWith('multipart/') === true;
  const [inputs, setInputs] = useState<Inputs>(() =>
    Object.fromEntries(fields.map((field) => [field.name, field.required ? sampleText(document, field) : ''])),
  );
  const [body, setBody] = useState(() =>
    content === undefined || isUpload
      ? ''
      : JSON.stringify(content.example ?? sampleValue(document, content.schema ?? {}), null, 2),
  );
  const [file, setFile] = useState<File>();
  const noteUse = useUnusedInput(JSON.stringify([inputs, body]));
  const [key, setKey] = useState('');
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  const [reply, setReply] = useState<Reply | undefined>();
  const [isBusy, setBusy] = useState(false);
  const note = exampleNote(operation);
  const request = requestOf(operation, inputs, {
    ...(content && !isUpload && { body, type: content.type }),
    ...(isUpload && { upload: true }),
    key,
  });

  async function send(event: Event): Promise<void> {
    event.preventDefault();
    setBusy(true);
    const answer = await replyOf(request, file);
    setReply(answer);
    if (answer.status.startsWith('2')) noteUse();
    setBusy(false);
  }

  return (
    <section class="try" aria-label="Samples and try-out">
      <fieldset class="tabs" aria-label="Language">
        {sampleLanguages.map((one) => (
          <button type="button" key={one} aria-pressed={one === language} onClick={() => setLanguage(one)}>
            {one}
          </button>
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
      <pre tabIndex={0}>{codeSample(language, request)}</pre>
      <form onSubmit={send}>
        <h2>Try it</h2>
        <p class="note">Sends the request to this service: an operation that writes changes its records.</p>
        {note === undefined ? null : <p class="note">{note}</p>}
        {fields.map((field) => (
          <label key={field.name}>
            {field.name}
            {field.required ? ' (required)' : ''}
            <input
              value={inputs[field.name] ?? ''}
              placeholder={field.required ? '' : `such as ${sampleText(document, field)}`}
              onInput={(event) => setInputs({ ...inputs, [field.name]: event.currentTarget.value })}
            />
          </label>
        ))}
        {isUpload ? (
          <label>
            File
            <input type="file" onChange={(event) => setFile(event.currentTarget.files?.[0])} />
          </label>
        ) : null}
        {content && !isUpload ? (
          <label>
            Body ({content.type})
            <textarea
              rows={Math.min(16, body.split('\n').length + 1)}
              value={body}
              spellcheck={false}
              onInput={(event) => setBody(event.currentTarget.value)}
            />
          </label>
        ) : null}
        <label>
          API key or access token (not stored; a session of the console counts too)
          <input
            type="password"
            autocomplete="off"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="send" disabled={isBusy}>
          Send {operation.method}
        </button>
      </form>
      <div aria-live="polite">{reply === undefined ? null : <ReplyView reply={reply} />}</div>
    </section>
  );
}

const ReplyView = ({ reply: { status, headers, body } }: { reply: Reply }) => (
  <>
    <h2>Answer: {status}</h2>
    <details>
      <summary>Headers</summary>
      <pre>{headers}</pre>
    </details>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
    <pre tabIndex={0}>{body === '' ? '(empty)' : body}</pre>
  </>
);

function sampleText(document: OpenApi, { content, example, schema = {} }: Parameter): string {
  if (content) return JSON.stringify(mainContent(content).example ?? {});
  const value = example ?? sampleValue(document, schema);
  return Array.isArray(value) ? value.join(',') : String(value);
}

interface BodyInput {
  readonly body?: string;
  readonly type?: string;
  readonly upload?: true;
  readonly key: string;
}

function requestOf({ method, path, parameters }: Operation, inputs: Inputs, input: BodyInput): SampleRequest {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inputs[name] ?? ''));
  const query = parameters
    .filter(({ in: place, name }) => place === 'query' && inputs[name])
    .map(({ name }) => `${name}=${encodeURIComponent(inputs[name] ?? '')}`);
  return {
    method,
    url: `${location.origin}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: {
      ...(input.key !== '' && { Authorization: `Bearer ${input.key}` }),
      ...(input.type !== undefined && { 'Content-Type': input.type }),
    },
    ...(input.body !== undefined && { body: input.body }),
    ...(input.upload && { upload: input.upload }),
  };
}

/** An answer can be long or without an end, such as events. The page shows its beginning. */
const MAX_SHOWN = 100_000;

async function replyOf({ method, url, headers, body, upload }: SampleRequest, file: File | undefined): Promise<Reply> {
  const form = new FormData();
  if (upload && file) form.append('file', file);
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(upload ? { body: form } : body !== undefined && { body }),
    });
    return {
      status: `${response.status} ${response.statusText}`.trim(),
      headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
      body: pretty(await beginningOf(response)),
    };
  } catch (error) {
    return { status: 'none', headers: '', body: `The service did not answer: ${String(error)}` };
  }
}

async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return '';
  let text = '';
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  while (text.length < MAX_SHOWN) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (isStream) break;
  }
  await reader.cancel();
  return `${text.slice(0, MAX_SHOWN)}\n…`;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
