import type { Transaction } from '../../db/client.ts';
import {
  type BouncedTarget,
  lockBounced,
  reopenEscalations,
  sentTargets,
  writeBounces,
} from '../../db/queries/notifications/bounces/bounceRows.ts';
import { rulesOfSystemEvent } from '../../db/queries/notifications/eventRows.ts';
import { lockNotifications } from '../../db/queries/notifications/statusRows.ts';
import { insertSuppressions } from '../../db/queries/notifications/suppressionRows.ts';
import { enqueue } from '../../db/queries/queue/outbox.ts';
import type { JsonObject } from '../../domain/kinds/kind.ts';
import { inPartitions } from '../../domain/logs/logWriter.ts';
import { emailChannel } from '../../domain/notifications/channels/email.ts';
import { EMAIL_WAS_SENT, stateOf } from '../../domain/notifications/delivery/deliveryState.ts';
import { transition } from '../../domain/notifications/delivery/stateMachine.ts';
import { type NewSuppression, newSuppression } from '../../domain/notifications/recipients/suppressionKind.ts';
import { defaultDeliveryRules } from '../../domain/notifications/retries.ts';
import { rollUp } from '../../domain/notifications/rollUp.ts';
import type { Services } from '../../domain/ports/services.ts';
import type { ReportBounce } from '../../domain/queue/bounceReport.ts';
import { contextOf, workerCaller } from '../../domain/queue/context.ts';
import { systemEventRow } from '../../domain/queue/systemEvents.ts';
import { parseStored } from '../../domain/records/storedText.ts';
import { type Exchange, type ExchangeLog, exchangeLogs, insertExchangeLogs } from '../deliveries/exchangeLogs.ts';

/** Maximum number of reports in the story of a target: a loop of mail servers can send them without an end. */
const MAX_REPORTS = 20;

/** What became of a report. `early`: its message is still being sent. */
export type ReportFate =
  | { readonly type: 'recorded' }
  | { readonly type: 'ignored'; readonly because: string }
  | { readonly type: 'early'; readonly seconds: number };

/** A target with the reports that were recorded in this transaction. */
interface Changed {
  readonly target: BouncedTarget;
  readonly entries: readonly string[];
  /** The report that has changed the status, if one has. */
  readonly decisive?: ReportBounce;
}

/**
 * Records reports in the stories of their targets, with all that follows from them: statuses, suppressions, the SMS of
 * escalations, events and Logs, in one transaction. A report of an unknown message, of another address, or that was recorded
 * before changes nothing.
 *
 * @returns the fate of each report, in their order
 */
export async function recordBounces(
  services: Services,
  reports: readonly ReportBounce[],
  { logsExchanges }: { readonly logsExchanges: boolean },
): Promise<ReportFate[]> {
  const ids = [...new Set(reports.map(({ targetId }) => targetId))];
  const notifications = new Map(
    (await sentTargets(services.sql, ids)).map(({ id, notificationId }) => [id, notificationId]),
  );
  const logged = logsExchanges ? reports.filter(({ targetId }) => notifications.has(targetId)) : [];
  const logs = await exchangeLogs(
    services,
    logged.map((report) => exchangeOf(report, notifications.get(report.targetId) ?? '')),
  );
  const logOf = new Map(logged.map((report, index) => [report, logs[index]]));
  return inPartitions(
    services,
    logs.map(({ month }) => month),
    () => services.sql.begin((transaction) => record(transaction, reports, [...notifications], logOf)),
  );
}

async function record(
  transaction: Transaction,
  reports: readonly ReportBounce[],
  sent: readonly (readonly [target: string, notification: string])[],
  logOf: ReadonlyMap<ReportBounce, ExchangeLog | undefined>,
): Promise<ReportFate[]> {
  // Notifications are locked before their targets, in the same order as by the end of an attempt.
  const locked = await lockNotifications(
    transaction,
    sent.map(([, notification]) => notification),
  );
  const ids = sent.map(([target]) => target);
  const targets = new Map((await lockBounced(transaction, ids)).map((target) => [target.id, target]));
  const changed = new Map<string, Changed>();
  const suppressions: NewSuppression[] = [];
  const logs: ExchangeLog[] = [];
  const fates = reports.map((report): ReportFate => {
    const before = changed.get(report.targetId);
    const target = before?.target ?? targets.get(report.targetId);
    const refusal = refusalOf(report, target, before?.entries ?? []);
    if (!target || refusal !== undefined) return { type: 'ignored', because: refusal ?? 'no target' };
    const { effects } = transition(stateOf(target), eventOf(report), defaultDeliveryRules);
    const returned = effects.find((effect) => effect.type === 'returnJob');
    if (returned) return { type: 'early', seconds: returned.seconds };
    if (!effects.some(({ type }) => type === 'recordReport'))
      return { type: 'ignored', because: 'no message was sent' };
    const write = effects.find((effect) => effect.type === 'write');
    const suppress = effects.find((effect) => effect.type === 'suppressAddress');
    if (suppress && target.address !== null) {
      const { reason, description } = suppress;
      const values = { channel: emailChannel.name, address: target.address, reason, description };
      suppressions.push(newSuppression({ ...values, notificationToId: target.id }, workerCaller(report.context)));
    }
    const log = logOf.get(report);
    if (log) logs.push(log);
    const decisive = write ? report : before?.decisive;
    changed.set(target.id, {
      target: write ? { ...target, status: write.status, statusReason: write.reason } : target,
      entries: [...(before?.entries ?? []), entryOf(report)],
      ...(decisive && { decisive }),
    });
    return { type: 'recorded' };
  });
  if (changed.size === 0) return fates;
  await writeBounces(
    transaction,
    [...changed.values()].map(({ target: { id, status, statusReason }, entries }) => ({
      ...{ id, status, statusReason },
      entries: entries.join(','),
    })),
  );
  // In one order, so that concurrent transactions do not lock each other out.
  const inOrder = suppressions.sort((one, other) => (one.address < other.address ? -1 : 1));
  await insertSuppressions(transaction, inOrder);
  await insertExchangeLogs(transaction, logs);
  await follow(transaction, [...changed.values()]);
  await rollUp(transaction, locked);
  return fates;
}

const eventOf = ({ outcome, suppress, answer }: ReportBounce) =>
  ({ type: 'reported', outcome, suppress, reason: `${outcome}: ${answer}` }) as const;

/** Returns why a report changes nothing; undefined if it may. */
function refusalOf(
  { targetId, recipients, reportId }: ReportBounce,
  target: BouncedTarget | undefined,
  entries: readonly string[],
): string | undefined {
  if (!target) return `no target has the id ${targetId}, or nothing was sent to it`;
  const { channel, address, attempts, openSince } = target;
  if (channel !== emailChannel.name || address === null) return `the target ${targetId} is not an e-mail`;
  // Whoever knows the id of a target could suppress another address.
  const canonical = (text: string) => (emailChannel.address?.canonical(text) ?? text).toLowerCase();
  if (!recipients.some((recipient) => canonical(recipient) === canonical(address)))
    return `the target ${targetId} has another address`;
  const stored = parseStored<JsonObject[]>(attempts);
  if (stored.length === 0 && openSince === null) return `nothing was sent to the target ${targetId}`;
  const known = [...stored, ...entries.map((entry) => parseStored<JsonObject>(entry))].flatMap(({ report }) =>
    report === undefined ? [] : [report],
  );
  if (known.includes(reportId)) return 'the report was recorded before';
  return known.length >= MAX_REPORTS ? `the target ${targetId} has ${MAX_REPORTS} reports` : undefined;
}

const entryOf = ({ at, source, outcome, answer, reportId }: ReportBounce): string =>
  JSON.stringify({ at, provider: source, outcome, answer, report: reportId });

function exchangeOf(report: ReportBounce, notificationId: string): Exchange {
  const { targetId, at, source, outcome, answer, recipients, context } = report;
  return {
    owner: { type: 'Notification', id: notificationId },
    targetId,
    since: new Date(at),
    durationMs: 0,
    request: { channel: emailChannel.name, to: recipients[0] ?? null },
    provider: source,
    outcome,
    answer,
    messageId: targetId,
    context,
  };
}

/** Reopens the SMS of escalations, and enqueues the events that rules wait for. */
async function follow(transaction: Transaction, changed: readonly Changed[]): Promise<void> {
  const decided = changed.flatMap(({ target, decisive }) => (decisive ? [{ target, report: decisive }] : []));
  const bounced = decided.filter(({ report }) => report.outcome === 'bounced');
  await reopenEscalations(
    transaction,
    bounced.map(({ target }) => target.id),
    { reason: EMAIL_WAS_SENT, context: contextOf(bounced[0]?.report.context ?? workerCaller(undefined)) },
  );
  for (const { target, report } of decided) {
    // The message of a rule that reports bounces can bounce too.
    if (target.ownerType === 'Notification') continue;
    const event = report.outcome === 'bounced' ? 'MESSAGE_BOUNCED' : 'MESSAGE_COMPLAINED';
    if ((await rulesOfSystemEvent(transaction, { event, jobType: null })).length === 0) continue;
    const { id: notificationToId, notificationId } = target;
    const data = { event, notificationId, notificationToId, email: target.address, reason: report.answer };
    await enqueue(transaction, [systemEventRow({ ownerType: 'Notification', ownerId: notificationId, data })]);
  }
}
