import { useState } from 'preact/hooks';
import { call } from '../../api.ts';
import { counted, number } from '../../format.ts';
import { Changes, differences } from '../../parts/changes.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Failure, tell } from '../../parts/notices.tsx';
import { go } from '../../router.ts';
import { type Kind, plural } from '../../schema.ts';
import { View } from '../../shell.tsx';
import { nameOf, type RecordOf, root } from './kinds.ts';

interface Entry {
  readonly diffType: 'DIFF_TYPE_NEW' | 'DIFF_TYPE_CHANGE' | 'DIFF_TYPE_REMOVE';
  readonly left?: RecordOf;
  readonly right?: RecordOf;
}

const types = [
  ['DIFF_TYPE_NEW', 'New'],
  ['DIFF_TYPE_CHANGE', 'Changed'],
  ['DIFF_TYPE_REMOVE', 'Not in the file'],
] as const;

/** Entries of one type that are shown. */
const SHOWN = 100;

/** A file is compared first, what it would do is shown, and exactly that is saved. */
export function ImportView({ kind }: { kind: Kind }) {
  const hasCode = kind.schema.properties?.['code'] !== undefined;
  const [by, setBy] = useState(hasCode ? 'code' : 'id');
  const [entries, setEntries] = useState<readonly Entry[]>();
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set(['DIFF_TYPE_NEW', 'DIFF_TYPE_CHANGE']));
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const compare = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData();
    form.append('file', new FormData(event.currentTarget as HTMLFormElement).get('file') as File);
    setBusy(true);
    setError(undefined);
    setEntries(undefined);
    try {
      setEntries(await call<Entry[]>('POST', `${root(kind)}/diff/file`, form, { query: { compareField: by } }));
    } catch (failure) {
      setError(failure as Error);
    }
    setBusy(false);
  };
  const chosen = (entries ?? []).filter(({ diffType }) => taken.has(diffType));
  const of = (type: string): readonly Entry[] => (entries ?? []).filter(({ diffType }) => diffType === type);
  return (
    <View title={`Import: ${plural(kind).toLowerCase()}`} up={{ label: plural(kind), path: ['records', kind.path] }}>
      <form class="filters" onSubmit={(event) => void compare(event)}>
        <div class="field">
          <label for="file">File (export, JSON, NDJSON or CSV; gzip too)</label>
          <input id="file" name="file" type="file" required />
        </div>
        <div class="field">
          <label for="by">Records are the same by</label>
          <select id="by" value={by} onChange={({ currentTarget }) => setBy(currentTarget.value)}>
            {hasCode && <option value="code">code</option>}
            <option value="id">id</option>
          </select>
        </div>
        <button type="submit" disabled={busy} aria-busy={busy}>
          Show the difference
        </button>
      </form>
      {error && <Failure error={error} />}
      <div role="status">{entries?.length === 0 && <p>The file and the records do not differ.</p>}</div>
      {entries && entries.length > 0 && (
        <>
          <fieldset class="choices">
            <legend>What is saved</legend>
            {types.map(([type, label]) => (
              <label key={type}>
                <input
                  type="checkbox"
                  checked={taken.has(type)}
                  onChange={() => {
                    const next = new Set(taken);
                    if (!next.delete(type)) next.add(type);
                    setTaken(next);
                  }}
                />{' '}
                {label}: {number(of(type).length)}
                {type === 'DIFF_TYPE_REMOVE' && ' (would be deleted)'}
              </label>
            ))}
          </fieldset>
          <div class="row">
            <button type="button" class="primary" disabled={chosen.length === 0} onClick={() => setAsked(true)}>
              Save {counted(chosen.length, 'change')}
            </button>
          </div>
          {types.map(([type, label]) => of(type).length > 0 && <Entries key={type} label={label} entries={of(type)} />)}
        </>
      )}
      {asked && (
        <Confirm
          title={`Save ${counted(chosen.length, 'change')}`}
          action={`Save (${number(chosen.length)})`}
          danger={chosen.some(({ diffType }) => diffType === 'DIFF_TYPE_REMOVE')}
          close={() => setAsked(false)}
          run={async () => {
            await call('POST', `${root(kind)}/diff/save`, chosen, { query: { compareField: by } });
            tell(`${counted(chosen.length, 'change')} saved.`);
            go(['records', kind.path]);
          }}
        >
          <ul>
            {types.map(([type, label]) => {
              const count = chosen.filter(({ diffType }) => diffType === type).length;
              return (
                count > 0 && (
                  <li key={type}>
                    {type === 'DIFF_TYPE_REMOVE' ? 'Deleted' : label}: {number(count)}
                  </li>
                )
              );
            })}
          </ul>
          <p>All of it is saved, or nothing. A record that was changed meanwhile stops it.</p>
        </Confirm>
      )}
    </View>
  );
}

function Entries({ label, entries }: { label: string; entries: readonly Entry[] }) {
  return (
    <section aria-label={label}>
      <h2>
        {label} <span class="quiet">{number(entries.length)}</span>
      </h2>
      {entries.slice(0, SHOWN).map(({ left, right }) => {
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
              <Changes caption={`What changes in ${name}`} changes={changes} />
            ) : (
              <pre>{JSON.stringify(right ?? left, null, 2)}</pre>
            )}
          </details>
        );
      })}
      {entries.length > SHOWN && <p class="quiet">and {number(entries.length - SHOWN)} more, which are saved too</p>}
    </section>
  );
}
