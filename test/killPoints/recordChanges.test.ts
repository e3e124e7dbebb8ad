import { setDefaultTimeout } from 'bun:test';
import type { DrivenProcess } from '../helpers/killPoints/drivenProcess.ts';
import { startProvidersForFile } from '../helpers/killPoints/providers.ts';
import { unequal } from '../helpers/killPoints/recovery.ts';
import { makeStageForFile, testKillPoints, testReachedHandlers } from '../helpers/killPoints/stage.ts';

/** Workers that die while they post the changes of records. */

setDefaultTimeout(120_000);
const { url } = await makeStageForFile();
const providers = await startProvidersForFile();
const { webhooks } = providers;

interface Batch {
  readonly id: string;
  readonly changes: readonly { readonly version: number; readonly record: { readonly code: string } }[];
}

let count = 0;
const VERSIONS = 3;

async function send(survivor: DrivenProcess, method: string, path: string, body: object): Promise<void> {
  const { status, text } = await survivor.request(method, path, body);
  if (status !== 200) throw new Error(text);
}

testKillPoints<string>(url, {
  name: 'a worker posts the changes of records',
  drivers: providers.drivers(['rule.changes', 'index.sync']),
  prepare: async (survivor) => {
    if (count === 0) {
      const config = { event: 'RECORD_CHANGED', kinds: ['WorklogType'], url: webhooks.url };
      const rule = { code: 'follow', name: 'Follow', eventType: 'SYSTEM', apiSenderBeanName: 'webhookSender', config };
      await send(survivor, 'POST', '/notification-rules', rule);
    }
    const code = `TYPE_${++count}`;
    await send(survivor, 'POST', '/worklog-types', { code, name: code });
    for (let version = 2; version <= VERSIONS; version++)
      await send(survivor, 'PATCH', `/worklog-types/${code}`, { icon: `icon${version}` });
    return code;
  },
  act: async (process) => {
    await process.reconcile();
    await process.work();
  },
  problems: async (_survivor, code) => {
    const batches = webhooks.received.map(({ body }) => JSON.parse(body) as Batch);
    const versionsOf = ({ changes }: Batch) =>
      changes.flatMap(({ version, record }) => (record.code === code ? [version] : []));
    const own = batches.filter((batch) => versionsOf(batch).length > 0);
    const first = [...new Map(own.map((batch) => [batch.id, batch])).values()];
    const repeated = own.filter((batch) => JSON.stringify(batch) === JSON.stringify(first[0])).length;
    return [
      ...unequal('the versions', first.flatMap(versionsOf), [1, 2, 3]),
      ...(repeated <= 2 ? [] : [`a batch was posted ${repeated} times`]),
    ];
  },
});

testReachedHandlers(import.meta.file);
