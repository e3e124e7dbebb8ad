import { useState } from 'preact/hooks';
import type { Version } from '../../../../../client/api.ts';
import { call, get } from '../../common/api.ts';
import { pluralize } from '../../common/format.ts';
import { useLoad } from '../../common/load.ts';
import { humanize, type Kind } from '../../common/schema.ts';
import { Changes } from '../../parts/changes.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { TextChanges } from '../../parts/editor/textChanges.tsx';
import { Failure, notify } from '../../parts/notices.tsx';
import { Json } from '../../parts/values/json.tsx';
import { Time } from '../../parts/values/time.tsx';
import { nameOf, type RecordOf, recordPath } from './kinds.ts';

interface HistoryProps {
  readonly kind: Kind;
  readonly id: string;
  readonly record: RecordOf | undefined;
  readonly isWritable: boolean;
  /** Called after a version was restored. */
  readonly onRestored: () => void;
}

type Change = Version['changes'][number];

const isText = (value: unknown): value is string => typeof value === 'string' && value.includes('\n');
const isTextChange = ({ from, to }: Change): boolean =>
  typeof from === 'string' && typeof to === 'string' && (isText(from) || isText(to));

/** The history of a record, whose versions can be restored. A deleted record also has one. */
export function History({ kind, id, record, isWritable, onRestored }: HistoryProps) {
  const { data, error, reload } = useLoad(
    (signal) => get<Version[]>(`${recordPath(kind, id)}/history`, { signal }),
    [kind.path, id, record?.auditInfo?.version],
  );
  const [restoring, setRestoring] = useState<number>();
  if (!record && !data) return null;
  const versions = data ?? [];
  const canRestore = (version: number, change: string): boolean =>
    kind.offers.has('POST /{idOrCode}/restore') &&
    (isWritable || !record) &&
    change !== 'DELETED' &&
    version !== record?.auditInfo?.version;
  return (
    <>
      <h2>History</h2>
      {error && <Failure error={error} />}
      <ol class="history">
        {versions.map(({ version, who, when, change, changes }) => (
          <li key={`${version} ${when}`}>
            <div class="row">
              <p>
                <b>{version}</b> {change.toLowerCase()} by {who}{' '}
                <span class="quiet">
                  <Time at={when} />
                </span>
                {changes.length > 0 && <span class="quiet"> · {pluralize(changes.length, 'member')}</span>}
              </p>
              {canRestore(version, change) && (
                <button type="button" class="plain" onClick={() => setRestoring(version)}>
                  Restore version {version}
                </button>
              )}
            </div>
            {changes.some((one) => !isTextChange(one)) && (
              <Changes
                caption={`Changes of version ${version}`}
                changes={changes.filter((one) => !isTextChange(one))}
              />
            )}
            {changes.filter(isTextChange).map(({ path, from, to }) => (
              <TextChanges key={path} label={humanize(path)} from={String(from)} to={String(to)} />
            ))}
            <RecordAtVersion kind={kind} id={id} version={version} />
          </li>
        ))}
      </ol>
      {restoring !== undefined && (
        <Confirm
          title={`Restore version ${restoring}`}
          action="Restore"
          close={() => setRestoring(undefined)}
          run={async () => {
            const restored = await call<RecordOf>('POST', `${recordPath(kind, id)}/restore`, undefined, {
              query: { version: restoring },
            });
            notify(`${nameOf(restored)} is as it was in version ${restoring}.`);
            onRestored();
            reload();
          }}
        >
          <p>The record gets the content of this version, as a new version. Nothing is lost.</p>
        </Confirm>
      )}
    </>
  );
}

/** The record at a version, loaded when its row is opened. */
function RecordAtVersion({ kind, id, version }: { kind: Kind; id: string; version: number }) {
  const [open, setOpen] = useState(false);
  const { data, error } = useLoad(
    async (signal) =>
      open ? get<RecordOf>(`${recordPath(kind, id)}/history`, { query: { version }, signal }) : undefined,
    [open, id, version],
  );
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Full record</summary>
      {error && <Failure error={error} />}
      {data && <Json value={data} of="record" />}
    </details>
  );
}
