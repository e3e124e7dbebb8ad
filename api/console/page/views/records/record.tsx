import { useState } from 'preact/hooks';
import type { Version } from '../../../../../client/api.ts';
import { call, get } from '../../api.ts';
import { counted, moment } from '../../format.ts';
import { useLoad } from '../../load.ts';
import { Changes } from '../../parts/changes.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Failure, tell } from '../../parts/notices.tsx';
import { Value } from '../../parts/value.tsx';
import { go, href } from '../../router.ts';
import { type Interface, type Kind, plural, words } from '../../schema.ts';
import { View } from '../../shell.tsx';
import { canBeDeleted, canBeSaved, hasHistory, nameOf, type RecordOf, recordPath } from './kinds.ts';

export function RecordView({ kind, id, resolve }: { kind: Kind; id: string; resolve: Interface['resolve'] }) {
  const { data: record, error } = useLoad((signal) => get<RecordOf>(recordPath(kind, id), { signal }), [kind.path, id]);
  const [asked, setAsked] = useState(false);
  const title = record ? nameOf(record) : words(kind.name);
  const list = ['records', kind.path];
  return (
    <View
      title={title}
      up={{ label: plural(kind), path: list }}
      actions={
        record && (
          <>
            {kind.name === 'Script' && (
              <a class="button" href={href(['scripts', String(record['code'])])}>
                Try out
              </a>
            )}
            {kind.name === 'NotificationRule' && (
              <a class="button" href={href([...list, id, 'try'])}>
                Try out
              </a>
            )}
            {canBeSaved(kind) && (
              <>
                <a class="button" href={href([...list, id, 'edit'])}>
                  Edit
                </a>
                <a class="button" href={href([...list, '~new'], { copy: id })}>
                  Copy
                </a>
              </>
            )}
            {canBeDeleted(kind) && (
              <button type="button" onClick={() => setAsked(true)}>
                Delete
              </button>
            )}
          </>
        )
      }
    >
      {error && <Failure error={error} />}
      {record && (
        <dl class="members">
          {Object.entries(record)
            .filter(([name]) => name !== 'auditInfo')
            .map(([name, value]) => (
              <div key={name}>
                <dt>{words(name)}</dt>
                <dd>
                  <Value value={value} schema={resolve(kind.schema.properties?.[name] ?? {})} />
                </dd>
              </div>
            ))}
        </dl>
      )}
      {record?.auditInfo && (
        <p class="quiet">
          Version {record.auditInfo.version}, edited {moment(record.auditInfo.whenEdited)} by{' '}
          {record.auditInfo.whoEdited}
        </p>
      )}
      {hasHistory(kind) && <History kind={kind} id={id} of={record} />}
      {asked && record && (
        <Confirm
          title={`Delete ${title}`}
          action="Delete (1)"
          danger
          close={() => setAsked(false)}
          run={async () => {
            await call('DELETE', recordPath(kind, id));
            tell(`${title} is deleted.`);
            go(list);
          }}
        >
          <p>One record is deleted. Its history stays, and is found under its id.</p>
        </Confirm>
      )}
    </View>
  );
}

/** Of a deleted record too, which is there no more. */
function History({ kind, id, of }: { kind: Kind; id: string; of: RecordOf | undefined }) {
  const { data, error } = useLoad(
    (signal) => get<Version[]>(`${recordPath(kind, id)}/history`, { signal }),
    [kind.path, id],
  );
  if (!of && !data) return null;
  return (
    <>
      <h2>History</h2>
      {error && <Failure error={error} />}
      <ol class="history">
        {(data ?? []).map(({ version, who, when, change, changes }) => (
          <li key={`${version} ${when}`}>
            <p>
              <b>{version}</b> {change.toLowerCase()} by {who} <span class="quiet">{moment(when)}</span>
              {changes.length > 0 && <span class="quiet"> · {counted(changes.length, 'member')}</span>}
            </p>
            {changes.length > 0 && <Changes caption={`What version ${version} changed`} changes={changes} />}
            <Whole kind={kind} id={id} version={version} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The record as it was at a version, read when it is asked for. */
function Whole({ kind, id, version }: { kind: Kind; id: string; version: number }) {
  const [open, setOpen] = useState(false);
  const { data, error } = useLoad(
    async (signal) =>
      open ? get<RecordOf>(`${recordPath(kind, id)}/history`, { query: { version }, signal }) : undefined,
    [open, id, version],
  );
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>As it was</summary>
      {error && <Failure error={error} />}
      {data && <pre>{JSON.stringify(data, null, 2)}</pre>}
    </details>
  );
}
