import { sendOfJob } from '../../domain/notifications/notificationJob.ts';
import type { JobTypeHandler } from '../runtime/handler.ts';
import { servicesOfHolder } from '../runtime/servicesOfHolder.ts';

/** SEND_NOTIFICATION: one step that sends the notification of the Job, with the rights of the user that has created it. */
export const notificationJob: JobTypeHandler = {
  async *plan() {
    yield [{ key: 'notification', name: 'notification' }];
  },
  async run({ job }, { services: ownServices, caller }) {
    const services = await servicesOfHolder(ownServices, job, 'NotificationSend');
    const after = (job.after ?? []).map(({ jobId }) => jobId);
    const sender = { ...caller, ...(job.holder && { holder: job.holder }) };
    return { processingInfo: await sendOfJob(services, { id: job.id, data: job.data, after }, sender) };
  },
};
