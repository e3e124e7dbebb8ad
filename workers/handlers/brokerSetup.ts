import type { JobTypeHandler } from '../runtime/handler.ts';

/** BROKER_SETUP: one step that makes every missing queue, each with its dead-letter queue. */
export const brokerSetup: JobTypeHandler = {
  async *plan() {
    yield [{ key: 'queues', name: 'queues' }];
  },
  run: async (_step, { broker }) => ({ processingInfo: { made: await broker.ensureQueues() } }),
};
