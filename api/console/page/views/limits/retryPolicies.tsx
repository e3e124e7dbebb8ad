import { useState } from 'preact/hooks';
import type { RetryPolicy } from '../../../../../client/api.ts';
import { call, get } from '../../common/api.ts';
import { duration, number } from '../../common/format.ts';
import { LIST_REFRESH_MS, useLoad } from '../../common/load.ts';
import { may } from '../../common/schema.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { CountField, InputField, LinesField } from '../../parts/form/dialogFields.tsx';
import { BreakableName } from '../../parts/inlineText.tsx';
import { Failure, notify } from '../../parts/notices.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/values/time.tsx';

const PATH = '/api/v2/admin/retry-policies';
const DAY = 86_400;

const maySet = (): boolean => may('PUT', `${PATH}/{jobType}`);
const pathOf = (jobType: string): string => `${PATH}/${encodeURIComponent(jobType)}`;

/** The retry policies of job types. They refresh. */
export function RetryPolicies() {
  const {
    data = [],
    error,
    reload,
  } = useLoad(async (signal) => (may('GET', PATH) ? get<RetryPolicy[]>(PATH, { signal }) : []), [], LIST_REFRESH_MS);
  const [edited, setEdited] = useState<RetryPolicy | 'new'>();
  const [removed, setRemoved] = useState<RetryPolicy>();
  if (!may('GET', PATH)) return null;
  return (
    <>
      <h2>Retry policies</h2>
      <p class="quiet">
        How often failed steps of a job type are retried. Other types have 3 attempts, after pauses of 2 and 8 seconds.
      </p>
      {error && <Failure error={error} />}
      <Table
        caption="Retry policies"
        rows={data}
        keyOf={({ jobType }) => jobType}
        empty="No job type has a policy of its own."
        columns={[
          { title: 'Job type', names: true, cell: ({ jobType }) => <BreakableName of={jobType} /> },
          { title: 'Attempts', figures: true, cell: ({ attempts }) => number(attempts) },
          { title: 'First pause', figures: true, cell: ({ initialSeconds }) => duration(initialSeconds) },
          { title: 'Factor', figures: true, cell: ({ factor }) => number(factor) },
          { title: 'Longest pause', figures: true, wide: true, cell: ({ maxSeconds }) => duration(maxSeconds) },
          { title: 'Not retried', wide: true, cell: ({ notRetried }) => notRetried.join(', ') },
          { title: 'Set by', wide: true, cell: ({ setBy }) => setBy },
          { title: 'Set', wide: true, cell: ({ setAt }) => <Time at={setAt} /> },
          {
            title: '',
            cell: (policy) =>
              maySet() && (
                <span class="row">
                  <button
                    type="button"
                    class="plain"
                    aria-label={`Edit the policy of ${policy.jobType}`}
                    onClick={() => setEdited(policy)}
                  >
                    Edit
                  </button>
                  <button
                    type="button"
                    class="plain"
                    aria-label={`Remove the policy of ${policy.jobType}`}
                    onClick={() => setRemoved(policy)}
                  >
                    Remove
                  </button>
                </span>
              ),
          },
        ]}
      />
      {maySet() && (
        <div class="actions">
          <button type="button" onClick={() => setEdited('new')}>
            Add a policy
          </button>
        </div>
      )}
      {edited && (
        <PolicyDialog {...(edited !== 'new' && { policy: edited })} close={() => setEdited(undefined)} done={reload} />
      )}
      {removed && (
        <Confirm
          title={`Remove the policy of ${removed.jobType}`}
          action="Remove (1)"
          close={() => setRemoved(undefined)}
          run={async () => {
            await call('PUT', pathOf(removed.jobType), {});
            notify(`${removed.jobType} has the default policy.`);
            reload();
          }}
        >
          <p>The default applies to failures from now on.</p>
        </Confirm>
      )}
    </>
  );
}

function PolicyDialog({ policy, close, done }: { policy?: RetryPolicy; close: () => void; done: () => void }) {
  const [jobType, setJobType] = useState(policy?.jobType ?? '');
  const [attempts, setAttempts] = useState(String(policy?.attempts ?? ''));
  const [initialSeconds, setInitialSeconds] = useState(String(policy?.initialSeconds ?? ''));
  const [factor, setFactor] = useState(String(policy?.factor ?? ''));
  const [maxSeconds, setMaxSeconds] = useState(String(policy?.maxSeconds ?? ''));
  const [notRetried, setNotRetried] = useState(policy?.notRetried.join('\n') ?? '');
  const texts = notRetried.split('\n').filter((line) => line.trim() !== '');
  const numbers = Object.entries({ attempts, initialSeconds, factor, maxSeconds }).filter(([, text]) => text !== '');
  return (
    <Confirm
      title={policy ? `Policy of ${policy.jobType}` : 'Add a policy'}
      action="Save"
      disabled={numbers.length === 0 && texts.length === 0}
      close={close}
      run={async () => {
        const members = Object.fromEntries(numbers.map(([name, text]) => [name, Number(text)]));
        await call('PUT', pathOf(jobType), { ...members, ...(texts.length > 0 && { notRetried: texts }) });
        notify(`${jobType} has a policy of its own.`);
        done();
      }}
    >
      {!policy && <InputField label="Job type" required value={jobType} change={setJobType} />}
      <CountField
        label="Attempts"
        value={attempts}
        change={setAttempts}
        {...{ min: 1, max: 100, hint: 'Failures until a step is FAILED. Empty: 3.' }}
      />
      <CountField
        label="First pause in seconds"
        value={initialSeconds}
        change={setInitialSeconds}
        {...{ min: 0, max: DAY, hint: 'Empty: 2.' }}
      />
      <CountField
        label="Factor"
        value={factor}
        change={setFactor}
        {...{ min: 1, max: 100, step: 'any', hint: 'Each pause is so many times the one before. Empty: 4.' }}
      />
      <CountField
        label="Longest pause in seconds"
        value={maxSeconds}
        change={setMaxSeconds}
        {...{ min: 0, max: DAY, hint: 'Empty: a day.' }}
      />
      <LinesField label="Not retried: parts of messages, one in each line" value={notRetried} change={setNotRetried} />
    </Confirm>
  );
}
