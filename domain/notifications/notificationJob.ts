import { type DocumentFile, documentsOfJobs } from '../documents/documentFiles.ts';
import { badRequest } from '../errors.ts';
import type { DataContext } from '../jobs/types.ts';
import { boolean, free, type Members } from '../kinds/declaration/members.ts';
import type { Caller, JsonObject } from '../kinds/kind.ts';
import type { Services } from '../ports/services.ts';
import { derivedId } from '../records/record.ts';
import { countProblems } from '../validation/problems.ts';
import { readMembers } from '../validation/readMembers.ts';
import { describe, isObject, isObjects } from '../validation/values.ts';
import { MAX_ATTACHMENTS } from './attachments.ts';
import { problemsOfNotification, readNotification } from './readNotification.ts';
import { sendOnce } from './send.ts';

/** SEND_NOTIFICATION: a notification that is sent when other Jobs have ended, with their documents. */

/** The members of `data` of such a Job. */
export const notificationData = {
  notification: free({ required: true, description: 'A NotificationCreate without an id.' }),
  attachDocuments: boolean({
    description:
      'Attaches the documents of the Jobs in `after` that are of the type GENERATE_DOCUMENTS or EXPORT_RECORDS; false by default.',
  }),
} satisfies Members;

/** Returns the problems of the `data` of such a Job, whose unknown members have theirs already. */
export function checkNotificationData(data: unknown, { after, phoneRules }: DataContext): string[] {
  const problems: string[] = [];
  const { notification, attachDocuments } = readMembers(
    notificationData,
    isObject(data) ? data : {},
    problems,
    'data.',
  );
  if (attachDocuments === true && after.length === 0)
    problems.push('data.attachDocuments: needs `after`, which names the Jobs whose documents are attached');
  if (notification === undefined) return problems;
  if (!isObject(notification))
    return [...problems, `data.notification: must be an object, not ${describe(notification)}`];
  if (notification.id !== undefined)
    problems.push('data.notification.id: must be absent, it follows from that of the Job');
  return [...problems, ...problemsOfNotification({ phoneRules }, notification, 'data.notification')];
}

/** Throws the 400 of a Job whose notification could not be sent now. It is read again when the Job runs. */
export async function refuseNotification(services: Services, { notification }: JsonObject) {
  const problems: string[] = [];
  if (isObject(notification)) await readNotification(services, notification, 'single', problems, 'data.notification');
  if (problems.length > 0) throw badRequest(`The Job has ${countProblems(problems)}.`, problems);
  return async () => {};
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
  const files =
    data.attachDocuments === true ? await documentsOfJobs(services, after, { caller, maxBytes: MAX_ATTACHMENTS }) : [];
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
