import { useState } from 'preact/hooks';
import type { ImportResult } from '../../../../client/api.ts';
import { call, send } from '../api.ts';
import { counted, number } from '../format.ts';
import { Confirm } from '../parts/dialog.tsx';
import { download } from '../parts/download.ts';
import { Failure, tell } from '../parts/notices.tsx';
import { Table } from '../parts/table.tsx';
import { words } from '../schema.ts';
import { View } from '../shell.tsx';

const path = '/api/v2/admin/import';

const changesOf = (results: readonly ImportResult[]): number =>
  results.reduce((sum, { created, updated, removed }) => sum + created + updated + removed, 0);

/** All kinds as one file, out and in; what it would do is shown before it is saved. */
export function ArchiveView() {
  const [file, setFile] = useState<File>();
  const [results, setResults] = useState<readonly ImportResult[]>();
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const attempt = async (what: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    await what().catch(setError);
    setBusy(false);
  };
  const post = (given: File, dryRun: boolean): Promise<ImportResult[]> => {
    const form = new FormData();
    form.append('file', given);
    return call('POST', path, form, { query: { dryRun } });
  };
  return (
    <View title="All kinds as one file" up={{ label: 'Records', path: ['records'] }}>
      <div class="row">
        <button
          type="button"
          disabled={busy}
          onClick={() =>
            void attempt(async () => {
              const response = await send('POST', '/api/v2/admin/export');
              download(await response.blob(), `waybill-${new Date().toISOString().slice(0, 10)}.zip`);
              tell('Exported.');
            })
          }
        >
          Export everything
        </button>
      </div>
      <h2>Import</h2>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          if (!file) return;
          setResults(undefined);
          void attempt(async () => setResults(await post(file, true)));
        }}
      >
        <div class="field">
          <label for="archive">Archive (zip or tar.gz)</label>
          <input
            id="archive"
            type="file"
            required
            onChange={({ currentTarget }) => {
              setFile(currentTarget.files?.[0]);
              setResults(undefined);
            }}
          />
        </div>
        <button type="submit" disabled={busy} aria-busy={busy}>
          Show the difference
        </button>
      </form>
      {error && <Failure error={error} />}
      {results && (
        <>
          <Table
            caption="What the archive would do"
            rows={results}
            keyOf={({ entityType }) => entityType}
            columns={[
              { title: 'Kind', names: true, cell: ({ entityType }) => words(entityType) },
              { title: 'New', figures: true, cell: ({ created }) => number(created) },
              { title: 'Changed', figures: true, cell: ({ updated }) => number(updated) },
              {
                title: 'Deleted',
                figures: true,
                cell: ({ removed }) => <span class={removed > 0 ? 'alarm' : undefined}>{number(removed)}</span>,
              },
            ]}
          />
          <div class="actions">
            <button type="button" class="primary" disabled={changesOf(results) === 0} onClick={() => setAsked(true)}>
              Save {counted(changesOf(results), 'change')}
            </button>
          </div>
        </>
      )}
      {asked && results && file && (
        <Confirm
          title={`Save ${counted(changesOf(results), 'change')}`}
          action={`Save (${number(changesOf(results))})`}
          danger={results.some(({ removed }) => removed > 0)}
          close={() => setAsked(false)}
          run={async () => {
            const saved = await post(file, false);
            tell(`${counted(changesOf(saved), 'change')} saved.`);
            setResults(undefined);
          }}
        >
          <p>The file is compared again and saved in one transaction: all of it, or nothing.</p>
        </Confirm>
      )}
    </View>
  );
}
