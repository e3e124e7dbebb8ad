import { useState } from 'preact/hooks';
import { call, get } from '../../common/api.ts';
import { labelOf } from '../../common/labels.ts';
import { useLoad } from '../../common/load.ts';
import { href, navigate } from '../../common/router.ts';
import { humanize, type Interface, type Kind, may, plural } from '../../common/schema.ts';
import { useWritable } from '../../common/writable.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { Failure, notify } from '../../parts/notices.tsx';
import { Time } from '../../parts/values/time.tsx';
import { View } from '../../parts/view.tsx';
import { EraseAction } from './erase.tsx';
import { canBeDeleted, canBeSaved, hasHistory, nameOf, type RecordOf, recordPath } from './kinds.ts';
import { MemberValue } from './memberValue.tsx';
import { History } from './recordHistory.tsx';
import { postsChanges, RuleFeedState } from './ruleFeed.tsx';
import { RuleInWords } from './ruleInWords.tsx';

export function RecordView({ kind, id, resolve }: { kind: Kind; id: string; resolve: Interface['resolve'] }) {
  const {
    data: record,
    error,
    reload,
  } = useLoad((signal) => get<RecordOf>(recordPath(kind, id), { signal }), [kind.path, id]);
  const isWritable = useWritable(kind.name, [id])(id);
  const [confirming, setConfirming] = useState(false);
  const title = record ? nameOf(record) : humanize(kind.name);
  const list = ['records', kind.path];
  return (
    <View
      title={title}
      pending={!record && !error}
      up={{ label: plural(kind), path: list }}
      actions={
        record && (
          <RecordActions
            kind={kind}
            record={record}
            id={id}
            isWritable={isWritable}
            remove={() => setConfirming(true)}
            reload={reload}
          />
        )
      }
    >
      {error && <Failure error={error} />}
      {record && (
        <dl class="members">
          {Object.entries(record)
            .filter(([name]) => name !== 'auditInfo')
            .map(([name]) => (
              <div key={name}>
                <dt>{labelOf(name)}</dt>
                <dd>
                  <MemberValue {...{ kind, record, name, resolve }} />
                </dd>
              </div>
            ))}
        </dl>
      )}
      {record && kind.name === 'AccessRule' && <RuleInWords rule={record} />}
      {record && kind.name === 'NotificationRule' && postsChanges(record) && <RuleFeedState id={record.id} />}
      {record?.auditInfo && (
        <p class="quiet">
          Version {record.auditInfo.version}, edited <Time at={record.auditInfo.whenEdited} /> by{' '}
          {record.auditInfo.whoEdited}
        </p>
      )}
      {/* Before the version of the record is known, its history would be requested twice. */}
      {(record || error) && hasHistory(kind) && (
        <History kind={kind} id={id} record={record} isWritable={isWritable} onRestored={reload} />
      )}
      {confirming && record && (
        <Confirm
          title={`Delete ${title}`}
          action="Delete (1)"
          danger
          close={() => setConfirming(false)}
          run={async () => {
            await call('DELETE', recordPath(kind, id));
            notify(`${title} was deleted.`);
            navigate(list);
          }}
        >
          <p>One record is deleted. Its history remains available under its id.</p>
        </Confirm>
      )}
    </View>
  );
}

interface RecordActionsProps {
  readonly kind: Kind;
  readonly record: RecordOf;
  readonly id: string;
  readonly isWritable: boolean;
  readonly remove: () => void;
  readonly reload: () => void;
}

function RecordActions({ kind, record, id, isWritable, remove, reload }: RecordActionsProps) {
  const list = ['records', kind.path];
  return (
    <>
      {may('POST', '/api/v2/scripts/{scriptCode}/evaluate') && kind.name === 'Script' && (
        <a class="button" href={href(['scripts', String(record['code'])])}>
          Run
        </a>
      )}
      {kind.offers.has('POST /{idOrCode}/evaluate') && (
        <a class="button" href={href([...list, id, 'test'])}>
          Test
        </a>
      )}
      {isWritable && canBeSaved(kind) && (
        <>
          <a class="button" href={href([...list, id, 'edit'])}>
            Edit
          </a>
          <a class="button" href={href([...list, '~new'], { copy: id })}>
            Copy
          </a>
        </>
      )}
      {isWritable && kind.offers.has('POST /{idOrCode}/erase') && (
        <EraseAction kind={kind} record={record} id={id} done={reload} />
      )}
      {isWritable && canBeDeleted(kind) && (
        <button type="button" onClick={remove}>
          Delete
        </button>
      )}
    </>
  );
}
