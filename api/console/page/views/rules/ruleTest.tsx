import { useState } from 'preact/hooks';
import type { Notification, NotificationRule } from '../../../../../client/api.ts';
import { call, type Filter, get, searchPage } from '../../api.ts';
import { counted, moment } from '../../format.ts';
import { useLoad } from '../../load.ts';
import { Fact } from '../../parts/descriptionList.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Failure, Notice } from '../../parts/notices.tsx';
import { Status } from '../../parts/status.tsx';
import { href } from '../../router.ts';
import { View } from '../../shell.tsx';
import { recipients, type Target, told } from './ruleText.ts';

const ACCEPTED = 'auditInfo.whenInserted';
/** What is accepted can be found within a second; much later it is looked for by hand. */
const LOOKS = 10;
const LOOK_MS = 500;

/** Body of an evaluation. */
interface Evaluation {
  readonly ownerType?: string;
  readonly ownerId?: string;
  readonly notificationTo?: readonly Target[];
  readonly data?: Readonly<Record<string, unknown>>;
}

interface Outcome {
  readonly made?: readonly Notification[];
  readonly error?: Error;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Newest first, of the rule. */
async function notificationsOf(
  code: string,
  filters: readonly Filter[],
  size: number,
): Promise<readonly Notification[]> {
  const found = await searchPage<Notification>('notifications', {
    filters: [{ column: 'templateCode', value: code }, ...filters],
    sort: [{ column: ACCEPTED, direction: 'DESC' }],
    size,
  });
  return found.content;
}

/** Evaluates the rule, and looks for what has come of it: the answer itself says only that it is accepted. */
async function evaluate(code: string, given: Evaluation): Promise<readonly Notification[]> {
  const [last] = await notificationsOf(code, [], 1);
  const since = last?.auditInfo?.whenInserted;
  await call('POST', `/api/v2/notification-rules/${encodeURIComponent(code)}/evaluate`, given);
  const filters: Filter[] = [
    ...(since ? [{ column: ACCEPTED, operator: 'GE', value: since }] : []),
    ...(given.ownerType ? [{ column: 'ownerType', value: given.ownerType }] : []),
    ...(given.ownerId ? [{ column: 'ownerId', value: given.ownerId }] : []),
  ];
  for (let look = 0; look < LOOKS; look++) {
    const found = (await notificationsOf(code, filters, 5)).filter(({ id }) => id !== last?.id);
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return [];
}

/** A notification rule with data to try it on; what it sends is sent. */
export function RuleTrialView({ id }: { id: string }) {
  const { data: rule, error } = useLoad(
    (signal) => get<NotificationRule>(`/api/v2/notification-rules/${encodeURIComponent(id)}`, { signal }),
    [id],
  );
  return (
    <View
      title={`Try out ${rule?.code ?? 'a rule'}`}
      up={{ label: rule?.code ?? 'Rule', path: ['records', 'notification-rules', id] }}
    >
      {error && <Failure error={error} />}
      {rule && <Trial rule={rule} />}
    </View>
  );
}

function Trial({ rule }: { rule: NotificationRule }) {
  const [text, setText] = useState(() => JSON.stringify(beginning(rule), null, 2));
  const [asked, setAsked] = useState<Evaluation>();
  const [outcome, setOutcome] = useState<Outcome>();
  const type = rule.eventType ?? 'REST';
  const isEvaluated = type === 'REST' || type === 'DIRECT';
  const ask = (event: Event): void => {
    event.preventDefault();
    setOutcome(undefined);
    try {
      const given: unknown = JSON.parse(text);
      if (!isObject(given)) throw new Error('It must be an object: {"data": …}.');
      setAsked(given as Evaluation);
    } catch (failure) {
      setOutcome({ error: failure as Error });
    }
  };
  return (
    <div class="beside">
      <form onSubmit={ask}>
        {!isEvaluated && (
          <Notice>
            Rules of the type {type} are evaluated by events. Only those of the types REST and DIRECT are evaluated on
            request.
          </Notice>
        )}
        <h2>
          <label for="event">Data of the event</label>
        </h2>
        <textarea
          id="event"
          class="code"
          rows={16}
          spellcheck={false}
          aria-describedby="event-hint"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <p class="hint" id="event-hint">
          ownerType and ownerId say what it is about, notificationTo who is told, data what the templates are filled
          with.
        </p>
        <div class="actions">
          <button type="submit" class="primary" disabled={!isEvaluated}>
            Evaluate…
          </button>
        </div>
        <div role="status">{outcome?.made && <Made made={outcome.made} code={rule.code} />}</div>
        {outcome?.error && (
          <>
            <p>No notification was made:</p>
            <Failure error={outcome.error} />
          </>
        )}
      </form>
      <section>
        <h2>What it does</h2>
        <dl class="facts">
          <Fact name="Triggered by">{type}</Fact>
          {told(rule).map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
      </section>
      {asked && (
        <Confirm
          title={`Send the notification of ${rule.code}`}
          action="Send"
          danger
          close={() => setAsked(undefined)}
          run={async () => {
            try {
              setOutcome({ made: await evaluate(rule.code, asked) });
            } catch (error) {
              setOutcome({ error: error as Error });
            }
          }}
        >
          <p>This is no rehearsal: what the rule makes of these data is sent.</p>
          <p>To {recipients(rule, asked)}.</p>
          {told(rule)
            .filter(([name]) => name !== 'Recipients')
            .map(([name, value]) => (
              <p key={name}>
                <span class="quiet">{name}:</span> {value}
              </p>
            ))}
        </Confirm>
      )}
    </div>
  );
}

/** What an evaluation begins with: every member, and the parameters that the rule wants. */
function beginning({ config, evalNotificationUrl }: NotificationRule): Evaluation {
  const owner = { ownerType: 'Trial', ownerId: '1' };
  // What is given is not asked for.
  if (evalNotificationUrl !== undefined) return owner;
  const { requiredParams, notificationTo } = (config ?? {}) as Record<string, unknown>;
  const names = Array.isArray(requiredParams) ? requiredParams.filter((name) => typeof name === 'string') : [];
  return {
    ...owner,
    ...(Array.isArray(notificationTo) ? {} : { notificationTo: [{ email: '' }] }),
    data: Object.fromEntries(names.map((name) => [name, ''])),
  };
}

function Made({ made, code }: { made: readonly Notification[]; code: string }) {
  const list = href(['notifications'], { template: code });
  if (made.length === 0)
    return (
      <p class="notice">
        It was accepted, but is not found yet. <a href={list}>Look among the notifications of {code}</a>.
      </p>
    );
  return (
    <div class="notice">
      {made.length > 1 && (
        <p>{counted(made.length, 'notification')} of this rule came meanwhile, this one and others’:</p>
      )}
      {made.map(({ id = '', subject, status, auditInfo, notificationTo = [] }) => (
        <p key={id}>
          <a href={href(['notifications', id])}>{subject || code}</a> to {counted(notificationTo.length, 'recipient')},
          accepted {moment(auditInfo?.whenInserted)} {status && <Status of={status} />}
        </p>
      ))}
    </div>
  );
}
