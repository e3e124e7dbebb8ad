import { useState } from 'preact/hooks';
import type { Notification, NotificationRule } from '../../../../../client/api.ts';
import { parseJson } from '../../../../../domain/validation/parseJson.ts';
import { call, errorOf, type Filter, get, searchPage } from '../../common/api.ts';
import { pluralize } from '../../common/format.ts';
import { useLoad } from '../../common/load.ts';
import { href } from '../../common/router.ts';
import { useUnusedInput } from '../../common/unsaved.ts';
import { DescriptionItem } from '../../parts/descriptionList.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Failure, Notice } from '../../parts/notices.tsx';
import { Status } from '../../parts/status.tsx';
import { Time } from '../../parts/values/time.tsx';
import { View } from '../../parts/view.tsx';
import { describeRecipients, describeRule, type Target } from './ruleText.ts';

const ACCEPTED = 'auditInfo.whenInserted';
/** Search usually finds a new notification within a second. */
const MAX_SEARCHES = 10;
const SEARCH_INTERVAL_MS = 500;

/** The body of an evaluation. */
interface Evaluation {
  readonly ownerType?: string;
  readonly ownerId?: string;
  readonly notificationTo?: readonly Target[];
  readonly data?: Readonly<Record<string, unknown>>;
}

interface Outcome {
  readonly created?: readonly Notification[];
  readonly error?: Error;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The notifications of a rule, newest first. */
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

/** Evaluates the rule and returns its new notifications. It searches for them, because the response has no body. */
async function evaluate(code: string, evaluation: Evaluation): Promise<readonly Notification[]> {
  const [last] = await notificationsOf(code, [], 1);
  const since = last?.auditInfo?.whenInserted;
  await call('POST', `/api/v2/notification-rules/${encodeURIComponent(code)}/evaluate`, evaluation);
  const filters: Filter[] = [
    ...(since ? [{ column: ACCEPTED, operator: 'GE', value: since }] : []),
    ...(evaluation.ownerType ? [{ column: 'ownerType', value: evaluation.ownerType }] : []),
    ...(evaluation.ownerId ? [{ column: 'ownerId', value: evaluation.ownerId }] : []),
  ];
  for (let search = 0; search < MAX_SEARCHES; search++) {
    const found = (await notificationsOf(code, filters, 5)).filter(({ id }) => id !== last?.id);
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, SEARCH_INTERVAL_MS));
  }
  return [];
}

/** A notification rule with a form that evaluates it. The notification is sent, not simulated. */
export function RuleTestView({ id }: { id: string }) {
  const { data: rule, error } = useLoad(
    (signal) => get<NotificationRule>(`/api/v2/notification-rules/${encodeURIComponent(id)}`, { signal }),
    [id],
  );
  return (
    <View
      title={`Test ${rule?.code ?? 'a rule'}`}
      up={{ label: rule?.code ?? 'Rule', path: ['records', 'notification-rules', id] }}
    >
      {error && <Failure error={error} />}
      {rule && <RuleTest rule={rule} />}
    </View>
  );
}

function RuleTest({ rule }: { rule: NotificationRule }) {
  const [text, setText] = useState(() => JSON.stringify(initialEvaluation(rule), null, 2));
  const noteUse = useUnusedInput(text);
  const [confirming, setConfirming] = useState<Evaluation>();
  const [outcome, setOutcome] = useState<Outcome>();
  const type = rule.eventType ?? 'REST';
  const isEvaluated = type === 'REST' || type === 'DIRECT';
  const confirm = (event: Event): void => {
    event.preventDefault();
    setOutcome(undefined);
    try {
      const body: unknown = parseJson(text);
      if (!isObject(body)) throw new Error('The event data must be an object: {"data": …}.');
      setConfirming(body as Evaluation);
    } catch (failure) {
      setOutcome({ error: errorOf(failure) });
    }
  };
  return (
    <div class="beside">
      <form onSubmit={confirm}>
        {!isEvaluated && (
          <Notice>
            Rules of the type {type} are evaluated by events. Only rules of the types REST and DIRECT can be evaluated
            on request.
          </Notice>
        )}
        <EventField text={text} setText={setText} />
        <div class="actions">
          <button type="submit" class="primary" disabled={!isEvaluated}>
            Evaluate…
          </button>
        </div>
        <div role="status">
          {outcome?.created && <CreatedNotifications created={outcome.created} code={rule.code} />}
        </div>
        {outcome?.error && (
          <>
            <p>No notification was created:</p>
            <Failure error={outcome.error} />
          </>
        )}
      </form>
      <section>
        <h2>Effect of the rule</h2>
        <dl class="description-list">
          <DescriptionItem name="Triggered by">{type}</DescriptionItem>
          {describeRule(rule).map(([name, value]) => (
            <DescriptionItem key={name} name={name}>
              {value}
            </DescriptionItem>
          ))}
        </dl>
      </section>
      {confirming && (
        <ConfirmEvaluation
          rule={rule}
          evaluation={confirming}
          close={() => setConfirming(undefined)}
          done={(result) => {
            setOutcome(result);
            if (result.created) noteUse();
          }}
        />
      )}
    </div>
  );
}

const EventField = ({ text, setText }: { text: string; setText: (text: string) => void }) => (
  <>
    <h2>
      <label for="event">Event data</label>
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
      ownerType and ownerId name the subject, notificationTo the recipients. The templates are filled with data.
    </p>
  </>
);

interface ConfirmEvaluationProps {
  readonly rule: NotificationRule;
  readonly evaluation: Evaluation;
  readonly close: () => void;
  readonly done: (outcome: Outcome) => void;
}

const ConfirmEvaluation = ({ rule, evaluation, close, done }: ConfirmEvaluationProps) => (
  <Confirm
    title={`Send the notification of ${rule.code}`}
    action="Send"
    danger
    close={close}
    run={async () => {
      try {
        done({ created: await evaluate(rule.code, evaluation) });
      } catch (error) {
        done({ error: errorOf(error) });
      }
    }}
  >
    <p>This is not a dry run: the notification is sent to its recipients.</p>
    <p>To {describeRecipients(rule, evaluation)}.</p>
    {describeRule(rule)
      .filter(([name]) => name !== 'Recipients')
      .map(([name, value]) => (
        <p key={name}>
          <span class="quiet">{name}:</span> {value}
        </p>
      ))}
  </Confirm>
);

/** Returns the initial text of the form: all members, and the parameters that the rule requires. */
function initialEvaluation({ config, evalNotificationUrl }: NotificationRule): Evaluation {
  const owner = { ownerType: 'Trial', ownerId: '1' };
  // The URL of the rule is called only for members that the body lacks.
  if (evalNotificationUrl !== undefined) return owner;
  const { requiredParams, notificationTo } = (config ?? {}) as Record<string, unknown>;
  const names = Array.isArray(requiredParams) ? requiredParams.filter((name) => typeof name === 'string') : [];
  return {
    ...owner,
    ...(Array.isArray(notificationTo) ? {} : { notificationTo: [{ email: '' }] }),
    data: Object.fromEntries(names.map((name) => [name, ''])),
  };
}

function CreatedNotifications({ created, code }: { created: readonly Notification[]; code: string }) {
  const list = href(['notifications'], { template: code });
  if (created.length === 0)
    return (
      <p class="notice">
        The notification was accepted, but search does not find it yet. <a href={list}>Notifications of {code}</a>
      </p>
    );
  return (
    <div class="notice">
      {created.length > 1 && (
        <p>{pluralize(created.length, 'notification')} of this rule were created since, including this one:</p>
      )}
      {created.map(({ id = '', subject, status, auditInfo, notificationTo = [] }) => (
        <p key={id}>
          <a href={href(['notifications', id])}>{subject || code}</a> to {pluralize(notificationTo.length, 'recipient')}
          , accepted <Time at={auditInfo?.whenInserted} /> {status && <Status of={status} />}
        </p>
      ))}
    </div>
  );
}
