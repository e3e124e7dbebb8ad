import { useState } from 'preact/hooks';
import type { ClaimLimit, ClaimLimitSettings } from '../../../../../client/api.ts';
import { call, get } from '../../common/api.ts';
import { number, pluralize } from '../../common/format.ts';
import { LIST_REFRESH_MS, useLoad } from '../../common/load.ts';
import { may } from '../../common/schema.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { CountField, InputField, SelectField } from '../../parts/form/dialogFields.tsx';
import { BreakableName } from '../../parts/inlineText.tsx';
import { Failure, notify } from '../../parts/notices.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/values/time.tsx';

const PATH = '/api/v2/admin/claim-limits';
const MAX_COUNT = 1_000_000;
const DAY = 86_400;
const scopes = [
  ['TYPE', 'Job type'],
  ['USER', 'User'],
] as const;

const mayLimit = (): boolean => may('PUT', `${PATH}/job-types/{name}`);
const pathOf = ({ scope, name }: Pick<ClaimLimit, 'scope' | 'name'>): string =>
  `${PATH}/${scope === 'TYPE' ? 'job-types' : 'users'}/${encodeURIComponent(name)}`;
const rateOf = ({ starts, perSeconds = 1 }: ClaimLimitSettings): string =>
  starts === undefined ? '' : `${number(starts)} in ${pluralize(perSeconds, 'second')}`;

/** The limits of claims by workers over HTTP. They refresh with the number of steps that run. */
export function ClaimLimits() {
  const { data = [], error, reload } = useLoad((signal) => get<ClaimLimit[]>(PATH, { signal }), [], LIST_REFRESH_MS);
  const [edited, setEdited] = useState<ClaimLimit | 'new'>();
  const [removed, setRemoved] = useState<ClaimLimit>();
  return (
    <>
      <h2>Limits of claims</h2>
      <p class="quiet">
        How many steps of a job type, or of the Jobs of a user, all workers over HTTP run and start together.
      </p>
      {error && <Failure error={error} />}
      <Table
        caption="Limits of claims"
        rows={data}
        keyOf={({ scope, name }) => `${scope} ${name}`}
        empty="Nothing is limited."
        columns={[
          { title: 'Name', names: true, cell: ({ name }) => <BreakableName of={name} /> },
          { title: 'Of', cell: ({ scope }) => scopes.find(([value]) => value === scope)?.[1] },
          { title: 'Running', figures: true, wide: true, cell: ({ running }) => number(running) },
          {
            title: 'At most',
            figures: true,
            cell: ({ concurrency }) => (concurrency === undefined ? '' : number(concurrency)),
          },
          { title: 'Starts', figures: true, cell: rateOf },
          { title: 'Set by', wide: true, cell: ({ setBy }) => setBy },
          { title: 'Set', wide: true, cell: ({ setAt }) => <Time at={setAt} /> },
          {
            title: '',
            cell: (limit) =>
              mayLimit() && (
                <span class="row">
                  <button
                    type="button"
                    class="plain"
                    aria-label={`Edit the limit of ${limit.name}`}
                    onClick={() => setEdited(limit)}
                  >
                    Edit
                  </button>
                  <button
                    type="button"
                    class="plain"
                    aria-label={`Remove the limit of ${limit.name}`}
                    onClick={() => setRemoved(limit)}
                  >
                    Remove
                  </button>
                </span>
              ),
          },
        ]}
      />
      {mayLimit() && (
        <div class="actions">
          <button type="button" onClick={() => setEdited('new')}>
            Add a limit
          </button>
        </div>
      )}
      {edited && (
        <LimitDialog {...(edited !== 'new' && { limit: edited })} close={() => setEdited(undefined)} done={reload} />
      )}
      {removed && (
        <Confirm
          title={`Remove the limit of ${removed.name}`}
          action="Remove (1)"
          close={() => setRemoved(undefined)}
          run={async () => {
            await call('PUT', pathOf(removed), {});
            notify(`${removed.name} has no limit.`);
            reload();
          }}
        >
          <p>Workers claim all waiting steps at once.</p>
        </Confirm>
      )}
    </>
  );
}

const textOf = (value: number | undefined): string => (value === undefined ? '' : String(value));
const numberIn = (text: string): number | undefined => (text === '' ? undefined : Number(text));

function LimitDialog({ limit, close, done }: { limit?: ClaimLimit; close: () => void; done: () => void }) {
  const [scope, setScope] = useState<string>(limit?.scope ?? 'TYPE');
  const [name, setName] = useState(limit?.name ?? '');
  const [concurrency, setConcurrency] = useState(textOf(limit?.concurrency));
  const [starts, setStarts] = useState(textOf(limit?.starts));
  const [perSeconds, setPerSeconds] = useState(textOf(limit?.perSeconds));
  const isEmpty = concurrency === '' && starts === '';
  return (
    <Confirm
      title={limit ? `Limit of ${limit.name}` : 'Add a limit'}
      action="Save"
      disabled={isEmpty}
      close={close}
      run={async () => {
        const settings: ClaimLimitSettings = {
          concurrency: numberIn(concurrency),
          starts: numberIn(starts),
          perSeconds: numberIn(perSeconds),
        } as ClaimLimitSettings;
        await call('PUT', pathOf({ scope: scope as ClaimLimit['scope'], name }), settings);
        notify(`${name} is limited.`);
        done();
      }}
    >
      {!limit && (
        <>
          <SelectField label="Limit of" value={scope} change={setScope} choices={scopes} />
          <InputField
            label={scope === 'TYPE' ? 'Job type' : 'Code of the user'}
            required
            value={name}
            change={setName}
          />
        </>
      )}
      <CountField
        label="Steps at a time"
        value={concurrency}
        change={setConcurrency}
        {...{ min: 1, max: MAX_COUNT, hint: 'Empty: any number.' }}
      />
      <CountField
        label="Steps that start in a period"
        value={starts}
        change={setStarts}
        {...{ min: 1, max: MAX_COUNT, hint: 'Empty: any number.' }}
      />
      <CountField
        label="The period in seconds"
        value={perSeconds}
        change={setPerSeconds}
        {...{ min: 1, max: DAY, hint: 'Empty: 1 second.' }}
      />
      <p class="quiet">Workers follow at once; what runs finishes.</p>
    </Confirm>
  );
}
