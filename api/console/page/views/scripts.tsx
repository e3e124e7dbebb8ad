import { useState } from 'preact/hooks';
import type { Script } from '../../../../client/api.ts';
import { parseJson } from '../../../../domain/validation/parseJson.ts';
import { call, errorOf, get, searchPage } from '../common/api.ts';
import { duration } from '../common/format.ts';
import { useLoad } from '../common/load.ts';
import { href, type Location } from '../common/router.ts';
import { may } from '../common/schema.ts';
import { useUnusedInput } from '../common/unsaved.ts';
import { useWritable } from '../common/writable.ts';
import { NoRecords } from '../parts/list/noRecords.tsx';
import { Failure } from '../parts/notices.tsx';
import { Pager, pageOf } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { Json } from '../parts/values/json.tsx';
import { Time } from '../parts/values/time.tsx';
import { View } from '../parts/view.tsx';

const SIZE = 50;

export function ScriptsView({ location }: { location: Location }) {
  const page = pageOf(location);
  const { data, error } = useLoad((signal) => searchPage<Script>('scripts', { page, size: SIZE }, signal), [page]);
  return (
    <View
      title="Scripts"
      pending={!data && !error}
      actions={
        may('POST', '/api/v2/scripts') && (
          <a class="button" href={href(['records', 'scripts', '~new'])}>
            Create
          </a>
        )
      }
    >
      {error && <Failure error={error} />}
      {data && (
        <>
          <Table
            caption="Scripts"
            rows={data.content}
            keyOf={({ id }) => id ?? ''}
            empty={
              <NoRecords of="scripts" about="A script computes a result from an input, in a sandbox." kind="scripts" />
            }
            columns={[
              { title: 'Code', names: true, cell: ({ code }) => <a href={href(['scripts', code])}>{code}</a> },
              { title: 'Name', cell: ({ name }) => name },
              { title: 'Description', wide: true, cell: ({ description }) => <span class="clip">{description}</span> },
              { title: 'Edited', wide: true, cell: ({ auditInfo }) => <Time at={auditInfo?.whenEdited} /> },
            ]}
          />
          <Pager
            location={location}
            page={page}
            size={SIZE}
            total={data.totalElements}
            isLowerBound={data.totalIsLowerBound}
          />
        </>
      )}
    </View>
  );
}

/** A script with a form that runs it with an input. */
export function ScriptView({ code }: { code: string }) {
  const { data: script, error } = useLoad((signal) => get<Script>(scriptPath(code), { signal }), [code]);
  const isWritable = useWritable('Script', script?.id ? [script.id] : []);
  return (
    <View
      title={script?.name ?? code}
      up={{ label: 'Scripts', path: ['scripts'] }}
      actions={
        script?.id && (
          <>
            <a class="button" href={href(['records', 'scripts', script.id])}>
              Record
            </a>
            {isWritable(script.id) && (
              <a class="button" href={href(['records', 'scripts', script.id, 'edit'])}>
                Edit
              </a>
            )}
          </>
        )
      }
    >
      {error && <Failure error={error} />}
      {script && (
        <div class="beside">
          <section>
            <h2>Source</h2>
            <pre>{script.source}</pre>
            {script.inputSchema !== undefined && (
              <>
                <h2>Input schema</h2>
                <Json value={script.inputSchema} of="input schema" />
              </>
            )}
          </section>
          {may('POST', '/api/v2/scripts/{scriptCode}/evaluate') && <RunForm code={code} />}
        </div>
      )}
    </View>
  );
}

const scriptPath = (code: string): string => `/api/v2/scripts/${encodeURIComponent(code)}`;

function RunForm({ code }: { code: string }) {
  const [input, setInput] = useState('{}');
  const [result, setResult] = useState<{ value?: unknown; error?: Error; seconds: number }>();
  const [busy, setBusy] = useState(false);
  const noteUse = useUnusedInput(input);
  const run = async (event: Event): Promise<void> => {
    event.preventDefault();
    const started = performance.now();
    const seconds = (): number => (performance.now() - started) / 1_000;
    setBusy(true);
    try {
      const body: unknown = parseJson(input);
      const value = await call('POST', `${scriptPath(code)}/evaluate`, body);
      setResult({ value, seconds: seconds() });
      noteUse();
    } catch (failure) {
      setResult({ error: errorOf(failure), seconds: seconds() });
    }
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void run(event)}>
      <h2>
        <label for="input">Input</label>
      </h2>
      <textarea
        id="input"
        class="code"
        rows={10}
        spellcheck={false}
        value={input}
        onInput={({ currentTarget }) => setInput(currentTarget.value)}
      />
      <div class="actions">
        <button type="submit" class="primary" disabled={busy} aria-busy={busy}>
          Run
        </button>
        {result && <span class="quiet">{duration(result.seconds)}</span>}
      </div>
      <div role="status">
        {result && !result.error && (
          <>
            <h2>Result</h2>
            <Json value={result.value} of="result" />
          </>
        )}
      </div>
      {result?.error && <Failure error={result.error} />}
    </form>
  );
}
