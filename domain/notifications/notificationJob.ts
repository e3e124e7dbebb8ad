import { type DocumentFile, documentsOfJobs } from '../documents/documentFiles.ts';
import type { Caller, JsonObject } from '../kinds/kind.ts';
import { notificationCreate } from '../kinds/processing/notification.ts';
import type { Services } from '../ports/services.ts';
import { derivedId } from '../records/record.ts';
import { readRecord } from '../validation/readRecord.ts';
import { isObject, isObjects } from '../validation/values.ts';
import { MAX_ATTACHMENTS } from './attachments.ts';
import { sendOnce } from './send.ts';

/** SEND_NOTIFICATION: a notification that is sent when other Jobs have ended, with their documents. */

/** Returns the problems of the `data` of such a Job. Rules, templates and recipients are read when it runs. */
export function checkNotificationData(data: unknown): string[] {
  const problems: string[] = [];
  const { notification } = isObject(data) ? data : {};
  if (!isObject(notification)) return problems;
  if (notification.id !== undefined)
    problems.push('data.notification.id: must be absent, it follows from that of the Job');
  readRecord(notificationCreate, notification, problems, 'data.notification');
  return problems;
}

interface Predecessors {
  readonly id: string;
  readonly data: JsonObject;
  /** The Jobs after which it has started. */
  readonly after: readonly string[];
}

/**
 * Sends the notification of a Job. Its id follows from that of the Job, so that it is sent once.
 *
 * @returns the id, and the number of attached documents
 * @throws ServiceError a 400 if it cannot be sent, or if a document cannot be attached
 */
export async function sendOfJob(
  services: Services,
  { id: jobId, data, after }: Predecessors,
  caller: Caller,
): Promise<{ readonly notificationId: string; readonly attached: number }> {
  const notification = isObject(data.notification) ? data.notification : {};
  const files = data.attachDocuments === true ? await documentsOfJobs(services, after, MAX_ATTACHMENTS) : [];
  const own = isObjects(notification.attachments) ? notification.attachments : [];
  const id = derivedId(`notification of the Job ${jobId}`);
  const attachments = [...own, ...files.map(attachmentOf)];
  await sendOnce(services, { ...notification, id, ...(attachments.length > 0 && { attachments }) }, 'single', caller);
  return { notificationId: id, attached: files.length };
}

const attachmentOf = ({ name, mediaType, content }: DocumentFile): JsonObject => ({
  name,
  mimeType: mediaType,
  data: Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64'),
});
