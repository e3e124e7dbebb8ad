import PostalMime from 'postal-mime';
import { sendNotification } from '../../../domain/notifications/send.ts';
import type { QueueName } from '../../../domain/queue/definitions.ts';
import { caller } from '../workerHarness.ts';
import type { DrivenProcess } from './drivenProcess.ts';
import type { KillPoint } from './processFate.ts';
import { startProvidersForFile } from './providers.ts';
import { makeStageForFile } from './stage.ts';

export interface Sent {
  readonly id: string;
  readonly number: number;
}

export const emailOf = (number: number, name = 'm'): string => `${name}${number}@example.com`;
export const phoneOf = (number: number): string => `+420601${String(100_000 + number)}`;

/** Each queue adds kill points, so that a scenario works on those that it needs. */
export const queuesOf = (...names: QueueName[]): readonly QueueName[] => [...names, 'index.sync'];

/** From the confirmation of a hand-over to the answer of the provider, no other worker knows if a message was sent. */
const handOvers = /unsent_fence = null|^(?:twilio|webhook) POST/;

interface Ending {
  readonly statuses: readonly string[];
  /** The number of messages that the provider got. */
  readonly received: number;
  /** Whether the provider can look a message up. */
  readonly isListed: boolean;
}

/** A message is sent once, or its outcome is unknown and it is never sent again. */
export function onceProblems({ statuses, received, isListed }: Ending, point: KillPoint | undefined): string[] {
  const [, status] = statuses;
  const isInDoubt = point !== undefined && handOvers.test(point.label);
  const isRight =
    (status === 'SENT' && received === 1) ||
    (status === 'UNKNOWN' && ((received === 0 && isInDoubt) || (received === 1 && point !== undefined && !isListed)));
  return isRight ? [] : [`${received} messages arrived, and the statuses are ${statuses}`];
}

/** A database and the servers of all channels, with rules and notifications of a file. */
export async function makeMessageStageForFile() {
  const { url, sql } = await makeStageForFile();
  const providers = await startProvidersForFile();
  const made = new Set<string>();
  let count = 0;

  async function ok(survivor: DrivenProcess, path: string, body: object): Promise<void> {
    const { status, text } = await survivor.request('POST', path, body);
    if (status !== 200) throw new Error(text);
  }

  /** Makes the templates and a rule, unless they exist. */
  async function makeRule(survivor: DrivenProcess, code: string, config: object, members: object = {}): Promise<void> {
    if (made.has(code)) return;
    made.add(code);
    const templates = { mail: 'EMAIL', short: 'SOURCE' };
    for (const [template, documentType] of made.size === 1 ? Object.entries(templates) : [])
      await ok(survivor, '/formatter-templates', { code: template, inputType: 'HTML', documentType, content: 'x' });
    await ok(survivor, '/notification-rules', { code, name: code, config, ...members });
  }

  /** Sends a notification by a rule. */
  const sending =
    (code: string, config: object, targetsOf: (number: number) => object[], members: object = {}) =>
    async (survivor: DrivenProcess): Promise<Sent> => {
      await makeRule(survivor, code, config, members);
      const number = ++count;
      const id = crypto.randomUUID();
      const body = { id, ownerType: 'Ticket', ownerId: '1', templateCode: code, data: { number }, subject: 'S' };
      await sendNotification(survivor.services, { ...body, notificationTo: targetsOf(number) }, 'single', caller);
      return { id, number };
    };

  /** The statuses of the deliveries of a notification, and its own. */
  async function statusesOf(id: string): Promise<string[]> {
    const targets = await sql<{ status: string; reason: string | null }[]>`
      select status, status_reason as reason from notification_target where notification_id = ${id} order by position, address`;
    const [notification] = await sql<{ status: string }[]>`select status from notification where id = ${id}`;
    return [
      notification?.status ?? '',
      ...targets.map(({ status, reason }) => (reason?.startsWith('OUTCOME_UNKNOWN') ? 'UNKNOWN' : status)),
    ];
  }

  /** An e-mail arrives, and a second time at most, with the same Message-ID. */
  async function emailProblems(address: string): Promise<string[]> {
    const received = providers.smtp.accepted.filter(({ to }) => to === address);
    const ids = new Set<string | undefined>();
    for (const { raw } of received) ids.add((await PostalMime.parse(raw)).messageId);
    const isRight = ids.size === 1 && received.length <= 2;
    return isRight ? [] : [`${received.length} e-mails to ${address} with ${ids.size} ids`];
  }

  return {
    ...{ url, sql, providers, ok, makeRule, sending, statusesOf, emailProblems },
    hasRule: (code: string) => made.has(code),
    newNumber: () => ++count,
    lastNumber: () => count,
  };
}
