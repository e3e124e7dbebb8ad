import { useState } from 'preact/hooks';
import type { ImportResult } from '../../../../../client/api.ts';
import { call, send } from '../../common/api.ts';
import { number, pluralize } from '../../common/format.ts';
import { humanize, may } from '../../common/schema.ts';
import type { SentBytes } from '../../common/upload.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { download } from '../../parts/download.ts';
import { UploadProgress } from '../../parts/loading/uploadProgress.tsx';
import { Failure, notify } from '../../parts/notices.tsx';
import { Table } from '../../parts/table.tsx';
import { View } from '../../parts/view.tsx';

const path = '/api/v2/admin/import';

const changesOf = (results: readonly ImportResult[]): number =>
  results.reduce((sum, { created, updated, removed }) => sum + created + updated + removed, 0);

function importArchive(
  file: File,
  dryRun: boolean,
  onSent: (progress: SentBytes | undefined) => void,
): Promise<ImportResult[]> {
  const form = new FormData();
  form.append('file', file);
  return call<ImportResult[]>('POST', path, form, { query: { dryRun }, onSent }).finally(() => onSent(undefined));
}

async function exportArchive(): Promise<void> {
  const response = await send('POST', '/api/v2/admin/export');
  download(await response.blob(), `waybill-${new Date().toISOString().slice(0, 10)}.zip`);
  notify('Exported.');
}

/** Exports and imports all kinds as one file. The changes of an import are shown before they are saved. */
export function ArchiveView() {
  const [file, setFile] = useState<File>();
  const [results, setResults] = useState<readonly ImportResult[]>();
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [sent, setSent] = useState<SentBytes>();
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    await work().catch(setError);
    setBusy(false);
  };
  const choose = (chosen: File | undefined): void => {
    setFile(chosen);
    setResults(undefined);
  };
  const compare = (event: Event): void => {
    event.preventDefault();
    if (!file) return;
    setResults(undefined);
    void attempt(async () => setResults(await importArchive(file, true, setSent)));
  };
  return (
    <View title="All kinds as one file" up={{ label: 'Records', path: ['records'] }}>
      <div class="row">
        <button type="button" disabled={busy} onClick={() => void attempt(exportArchive)}>
          Export everything
        </button>
      </div>
      {may('POST', path) && (
        <>
          <h2>Import</h2>
          <form class="filters" onSubmit={compare}>
            <div class="field">
              <label for="archive">Archive (zip or tar.gz)</label>
              <input
                id="archive"
                type="file"
                required
                onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
              />
            </div>
            <button type="submit" disabled={busy} aria-busy={busy}>
              Show the differences
            </button>
          </form>
        </>
      )}
      <div role="status">
        {sent && !confirming && (
          <UploadProgress of={sent} work="The service compares its records with the stored ones." />
        )}
      </div>
      {error && <Failure error={error} />}
      {results && <Results results={results} save={() => setConfirming(true)} />}
      {confirming && results && file && (
        <Confirm
          title={`Save ${pluralize(changesOf(results), 'change')}`}
          action={`Save (${number(changesOf(results))})`}
          danger={results.some(({ removed }) => removed > 0)}
          close={() => setConfirming(false)}
          run={async () => {
            const saved = await importArchive(file, false, setSent);
            notify(`${pluralize(changesOf(saved), 'change')} saved.`);
            setResults(undefined);
          }}
        >
          <p>The file is compared with the current records and saved in one transaction: all changes or none.</p>
          <div role="status">
            {sent && <UploadProgress of={sent} work="The service compares and saves its records." />}
          </div>
        </Confirm>
      )}
    </View>
  );
}

const Results = ({ results, save }: { results: readonly ImportResult[]; save: () => void }) => (
  <>
    <Table
      caption="Changes of the archive"
      rows={results}
      keyOf={({ entityType }) => entityType}
      columns={[
        { title: 'Kind', names: true, cell: ({ entityType }) => humanize(entityType) },
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
      <button type="button" class="primary" disabled={changesOf(results) === 0} onClick={save}>
        Save {pluralize(changesOf(results), 'change')}
      </button>
    </div>
  </>
);
