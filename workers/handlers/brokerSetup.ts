import type { JobTypeHandler } from '../runtime/handler.ts';

/** BROKER_SETUP: one step that creates every missing queue, each with its dead-letter queue. */
export const brokerSetup: JobTypeHandler = {
  async *plan() {
    yield [{ key: 'queues', name: 'queues' }];
  },
  run: async (_step, { broker }) => ({ processingInfo: { created: await broker.ensureQueues() } }),
};
