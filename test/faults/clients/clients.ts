import type { Client, ClientContext, InHand } from './client.ts';
import { startStreamClient } from './eventStream.ts';
import { type HttpWorkerClient, startHttpWorkers } from './httpWorkers.ts';
import { type JobClient, startJobClient } from './jobs.ts';
import { createTemplates, type NotificationClient, startNotificationClient } from './notifications.ts';
import { type RecordClient, startRecordClient } from './records.ts';

/** The clients that work during a whole run. */
export interface Clients {
  readonly records: RecordClient;
  readonly notifications: NotificationClient;
  readonly jobs: JobClient;
  readonly httpWorkers: HttpWorkerClient;
  readonly stream: Client;
}

/** @param maxRecords number of records that the client of records leaves undeleted; all but a tenth by default */
export async function startClients(
  context: ClientContext,
  { maxRecords, seed = 1 }: { readonly maxRecords?: number; readonly seed?: number } = {},
): Promise<Clients> {
  await createTemplates(context);
  return {
    records: startRecordClient(context, maxRecords),
    notifications: startNotificationClient(context),
    jobs: startJobClient(context),
    httpWorkers: startHttpWorkers(context, seed + 2),
    stream: await startStreamClient(context),
  };
}

export async function stopClients(clients: Clients): Promise<void> {
  await Promise.all(Object.values(clients).map((client) => client.stop()));
}

export const inHandOf = (clients: Clients): InHand[] => Object.values(clients).map(({ inHand }) => inHand);

/** What was accepted, for the summary of a run. */
export interface Accepted {
  readonly records: number;
  readonly emails: number;
  readonly sms: number;
  readonly jobs: number;
}

export function acceptedBy({ records, notifications, jobs, httpWorkers }: Clients): Accepted {
  const recipients = (channel: 'email' | 'sms') =>
    [...notifications.accepted.values()].reduce(
      (sum, one) => sum + (one.channel === channel ? one.recipients.length : 0),
      0,
    );
  return {
    records: records.acknowledged().length + records.deleted().length,
    ...{ emails: recipients('email'), sms: recipients('sms'), jobs: jobs.accepted.size + httpWorkers.accepted.size },
  };
}
