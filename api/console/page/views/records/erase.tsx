import { useState } from 'preact/hooks';
import type { ErasureAnswer } from '../../../../../client/api.ts';
import { call } from '../../common/api.ts';
import { href } from '../../common/router.ts';
import { type Kind, may } from '../../common/schema.ts';
import { Confirm, Dialog } from '../../parts/dialog.tsx';
import { nameOf, type RecordOf, recordPath } from './kinds.ts';

interface EraseProps {
  readonly kind: Kind;
  readonly record: RecordOf;
  readonly id: string;
  /** Called after the record has changed. */
  readonly done: () => void;
}

/** Erases a person by a Job, or counts what an erasure would change. */
export function EraseAction({ kind, record, id, done }: EraseProps) {
  const [asking, setAsking] = useState(false);
  const [dryRun, setDryRun] = useState(true);
  const [answer, setAnswer] = useState<ErasureAnswer>();
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Erase…
      </button>
      {asking && (
        <Confirm
          title={`Erase ${nameOf(record)}`}
          action={dryRun ? 'Count' : 'Erase (1)'}
          danger={!dryRun}
          close={() => setAsking(false)}
          run={async () => setAnswer(await call<ErasureAnswer>('POST', `${recordPath(kind, id)}/erase`, { dryRun }))}
        >
          <p>
            The personal data of this user is erased from its record and all versions of it, and then from every table,
            by a job. This cannot be undone. Messages that wait are not sent to the user.
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
      {answer && (
        <Answer
          answer={answer}
          close={() => {
            setAnswer(undefined);
            if (!answer.dryRun) done();
          }}
        />
      )}
    </>
  );
}

/** What an erasure has begun: nothing else says later which texts are left. */
function Answer({ answer, close }: { answer: ErasureAnswer; close: () => void }) {
  const { dryRun, jobId, pseudonym, skipped } = answer;
  return (
    <Dialog title={dryRun ? 'A job counts the rows' : 'The record is erased'} close={close}>
      <div class="explanation">
        <p>{dryRun ? 'Its steps show the tables.' : `It is named ${pseudonym} now. A job erases the rest.`}</p>
        {skipped.length > 0 && (
          <>
            <p>These texts are not replaced in other records:</p>
            <ul>
              {skipped.map(({ type, reason }) => (
                <li key={`${type} ${reason}`}>
                  {type} ({reason})
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div class="actions">
        {may('GET', '/api/v2/jobs/{id}') && (
          <a class="button" href={href(['jobs', jobId])}>
            Show the job
          </a>
        )}
        <button type="button" class="primary" onClick={close}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
