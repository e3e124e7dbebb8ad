import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { call, errorOf } from '../../common/api.ts';
import { number, pluralize } from '../../common/format.ts';
import { navigate } from '../../common/router.ts';
import { type Kind, plural } from '../../common/schema.ts';
import type { SentBytes } from '../../common/upload.ts';
import { Changes, differences } from '../../parts/changes.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { UploadProgress } from '../../parts/loading/uploadProgress.tsx';
import { Failure, notify } from '../../parts/notices.tsx';
import { View } from '../../parts/view.tsx';
import { kindPath, nameOf, type RecordOf } from './kinds.ts';

interface Entry {
  readonly diffType: 'DIFF_TYPE_NEW' | 'DIFF_TYPE_CHANGE' | 'DIFF_TYPE_REMOVE';
  readonly left?: RecordOf;
  readonly right?: RecordOf;
}

const labels = [
  ['DIFF_TYPE_NEW', 'New'],
  ['DIFF_TYPE_CHANGE', 'Changed'],
  ['DIFF_TYPE_REMOVE', 'Not in the file'],
] as const;

/** Maximum number of entries shown for one type. */
const MAX_SHOWN = 100;

type DiffType = Entry['diffType'];

/** Compares a file with the records, shows the differences, and saves the selected ones. */
export function ImportView({ kind }: { kind: Kind }) {
  const hasCode = kind.schema.properties?.['code'] !== undefined;
  const [compareField, setCompareField] = useState(hasCode ? 'code' : 'id');
  const [entries, setEntries] = useState<readonly Entry[]>();
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<SentBytes>();
  const compare = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData();
    form.append('file', new FormData(event.currentTarget).get('file') ?? '');
    setBusy(true);
    setError(undefined);
    setEntries(undefined);
    try {
      const options = { query: { compareField }, onSent: setSent };
      setEntries(await call<Entry[]>('POST', `${kindPath(kind)}/diff/file`, form, options));
    } catch (failure) {
      setError(errorOf(failure));
    }
    setBusy(false);
    setSent(undefined);
  };
  return (
    <View title={`Import: ${plural(kind).toLowerCase()}`} up={{ label: plural(kind), path: ['records', kind.path] }}>
      <form class="filters" onSubmit={(event) => void compare(event)}>
        <div class="field">
          <label for="file">File (export, JSON, NDJSON or CSV, optionally gzipped)</label>
          <input id="file" name="file" type="file" required />
        </div>
        <div class="field">
          <label for="by">Match records by</label>
          <select id="by" value={compareField} onChange={({ currentTarget }) => setCompareField(currentTarget.value)}>
            {hasCode && <option value="code">code</option>}
            <option value="id">id</option>
          </select>
        </div>
        <button type="submit" disabled={busy} aria-busy={busy}>
          Show the differences
        </button>
      </form>
      {error && <Failure error={error} />}
      <div role="status">
        {sent && <UploadProgress of={sent} work="The service compares its records with the stored ones." />}
        {entries?.length === 0 && <p>The file and the records are the same.</p>}
      </div>
      {entries && entries.length > 0 && <Differences kind={kind} compareField={compareField} entries={entries} />}
    </View>
  );
}

interface DifferencesProps {
  readonly kind: Kind;
  readonly compareField: string;
  readonly entries: readonly Entry[];
}

/** The differences by type, and the form that saves them. */
function Differences({ kind, compareField, entries }: DifferencesProps) {
  const [types, setTypes] = useState<ReadonlySet<DiffType>>(new Set(['DIFF_TYPE_NEW', 'DIFF_TYPE_CHANGE']));
  const [confirming, setConfirming] = useState(false);
  const chosen = entries.filter(({ diffType }) => types.has(diffType));
  const ofType = (type: DiffType): readonly Entry[] => entries.filter(({ diffType }) => diffType === type);
  const toggle = (type: DiffType): void => {
    const next = new Set(types);
    if (!next.delete(type)) next.add(type);
    setTypes(next);
  };
  return (
    <>
      <fieldset class="choices">
        <legend>Changes to save</legend>
        {labels.map(([type, label]) => (
          <label key={type}>
            <input type="checkbox" checked={types.has(type)} onChange={() => toggle(type)} /> {label}:{' '}
            {number(ofType(type).length)}
            {type === 'DIFF_TYPE_REMOVE' && ' (to be deleted)'}
          </label>
        ))}
      </fieldset>
      <div class="row">
        <button type="button" class="primary" disabled={chosen.length === 0} onClick={() => setConfirming(true)}>
          Save {pluralize(chosen.length, 'change')}
        </button>
      </div>
      {labels.map(
        ([type, label]) => ofType(type).length > 0 && <Entries key={type} label={label} entries={ofType(type)} />,
      )}
      {confirming && (
        <Confirm
          title={`Save ${pluralize(chosen.length, 'change')}`}
          action={`Save (${number(chosen.length)})`}
          danger={chosen.some(({ diffType }) => diffType === 'DIFF_TYPE_REMOVE')}
          close={() => setConfirming(false)}
          run={async () => {
            await call('POST', `${kindPath(kind)}/diff/save`, chosen, { query: { compareField } });
            notify(`${pluralize(chosen.length, 'change')} saved.`);
            navigate(['records', kind.path]);
          }}
        >
          <ul>
            {labels
              .filter(([type]) => types.has(type) && ofType(type).length > 0)
              .map(([type, label]) => (
                <li key={type}>
                  {type === 'DIFF_TYPE_REMOVE' ? 'Deleted' : label}: {number(ofType(type).length)}
                </li>
              ))}
          </ul>
          <p>Either every change is saved or none. The import fails if a record was changed meanwhile.</p>
        </Confirm>
      )}
    </>
  );
}

function Entries({ label, entries }: { label: string; entries: readonly Entry[] }) {
  return (
    <section aria-label={label}>
      <h2>
        {label} <span class="quiet">{number(entries.length)}</span>
      </h2>
      {entries.slice(0, MAX_SHOWN).map(({ left, right }) => {
        const name = nameOf((right ?? left) as RecordOf);
        const changes =
          left && right
            ? differences(left, right).filter(({ path }) => path !== 'id' && !path.startsWith('auditInfo'))
            : [];
        return (
          <details key={left?.id ?? name}>
            <summary>
              {name} <span class="quiet">{changes.map(({ path }) => path).join(', ')}</span>
            </summary>
            {changes.length > 0 ? (
              <Changes caption={`Changes of ${name}`} changes={changes} />
            ) : (
              <pre>{JSON.stringify(right ?? left, null, 2)}</pre>
            )}
          </details>
        );
      })}
      {entries.length > MAX_SHOWN && (
        <p class="quiet">and {number(entries.length - MAX_SHOWN)} more that are not shown but will be saved</p>
      )}
    </section>
  );
}
