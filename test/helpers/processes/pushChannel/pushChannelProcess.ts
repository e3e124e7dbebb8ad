import { makeApi } from '../../../../api/http/server.ts';
import { allRoutes } from '../../../../api/routes/index.ts';
import type { ChannelDrivers } from '../../../../domain/notifications/channels/index.ts';
import type { Channel, SendResult } from '../../../../domain/ports/channels.ts';
import { SearchUnavailable } from '../../../../domain/ports/search.ts';
import { migrateQueues } from '../../../../drivers/queue/pgBossQueues.ts';
import { plainRenderer } from '../../plainRenderer.ts';
import { engineOf, makeHarness, RecordingEngine, startWorker, testDefinitions } from '../../workerHarness.ts';
import type { PushMessage } from './push.ts';

/** An api and a worker with an added channel. The process prints each message of that channel as a line of JSON. */
const databaseUrl = process.argv[2] ?? '';

/** The driver of the channel. */
const driver: Channel<PushMessage> = {
  provider: 'push:test',
  maxSendMs: 1_000,
  send: async (message): Promise<SendResult> => {
    console.log(JSON.stringify({ pushed: message }));
    if (message.token === 'deadbeef')
      return { outcome: 'rejected', answer: 'unregistered', provider: 'push:test', address: 'bounced' };
    return { outcome: 'sent', answer: 'accepted', provider: 'push:test', providerId: `push-${message.id}` };
  },
};

const engine = engineOf(new RecordingEngine(), SearchUnavailable);
const drivers: ChannelDrivers & { readonly push: readonly Channel<PushMessage>[] } = {
  email: [],
  sms: [],
  webhook: [],
  push: [driver],
};
await migrateQueues(databaseUrl, testDefinitions);
const { services } = await makeHarness(databaseUrl, engine);
await startWorker(
  databaseUrl,
  engine,
  {},
  {
    channels: drivers,
    renderer: plainRenderer(),
    deliveryRules: {
      maxAttempts: 2,
      backoff: () => 0.05,
      limits: { perSecond: { push: 1_000 }, recipientPerHour: 100 },
    },
    logExchanges: 'full',
  },
);
const api = makeApi(services, { host: '127.0.0.1', port: 0, maxBody: 1024 * 1024, routes: allRoutes() });
await api.start();
console.log(JSON.stringify({ ready: api.url }));
