import { useState } from 'preact/hooks';
import type { ErasureAnswer } from '../../../../../client/api.ts';
import { call } from '../../common/api.ts';
import { navigate } from '../../common/router.ts';
import { type Kind, may } from '../../common/schema.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { notify } from '../../parts/notices.tsx';
import { nameOf, type RecordOf, recordPath } from './kinds.ts';

interface EraseProps {
  readonly kind: Kind;
  readonly record: RecordOf;
  readonly id: string;
}

/** Erases a person by a Job, or counts what an erasure would change. */
export function EraseAction({ kind, record, id }: EraseProps) {
  const [asking, setAsking] = useState(false);
  const [dryRun, setDryRun] = useState(true);
  const name = nameOf(record);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Erase…
      </button>
      {asking && (
        <Confirm
          title={`Erase ${name}`}
          action={dryRun ? 'Count' : 'Erase (1)'}
          danger={!dryRun}
          close={() => setAsking(false)}
          run={async () => {
            const answer = await call<ErasureAnswer>('POST', `${recordPath(kind, id)}/erase`, { dryRun });
            notify(noticeOf(answer, name));
            if (may('GET', '/api/v2/jobs/{id}')) navigate(['jobs', answer.jobId]);
          }}
        >
          <p>
            The personal data of this user is erased from its record and all versions of it, and then from every table,
            by a job. This cannot be undone. Open messages to the user are not sent.
          </p>
          <label>
            <input
              type="checkbox"
              checked={dryRun}
              onChange={({ currentTarget }) => setDryRun(currentTarget.checked)}
            />{' '}
            Dry run: only count the rows that would be changed
          </label>
        </Confirm>
      )}
    </>
  );
}

function noticeOf({ dryRun, pseudonym, skipped }: ErasureAnswer, name: string): string {
  const done = dryRun
    ? `A job counts the rows with texts of ${name}.`
    : `The record is erased, and named ${pseudonym}.`;
  const left = skipped.map(({ type, reason }) => `${type} (${reason})`).join(', ');
  return left === '' ? done : `${done} Not replaced in other records: ${left}.`;
}
