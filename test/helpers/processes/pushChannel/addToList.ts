import { join } from 'node:path';
import { plugin } from 'bun';

/**
 * A preloaded module that adds the channel to the list of channels and its queue to those of the service, by an import and
 * a line in each, as a developer does.
 */
const root = join(import.meta.dir, '..', '..', '..', '..');
const declaration = `import { pushChannel } from ${JSON.stringify(join(import.meta.dir, 'push.ts'))};\n`;

/** Each file, the line behind which something is added, and what. */
const additions = [
  {
    path: 'domain/notifications/channels/index.ts',
    filter: /notifications[\\/]channels[\\/]index\.ts$/,
    behind: 'const declared = [',
    added: 'pushChannel, ',
    imported: declaration,
  },
  {
    path: 'domain/queue/definitions.ts',
    filter: /queue[\\/]definitions\.ts$/,
    behind: 'export const queues = {',
    added: "'notification.push': defineDeliveryQueue('notification.push', 'delivers push messages'),",
    imported: '',
  },
  {
    path: 'workers/handlers/index.ts',
    filter: /workers[\\/]handlers[\\/]index\.ts$/,
    behind: "'notification.deliver': notificationDeliver,",
    added: "'notification.push': notificationDeliver,",
    imported: '',
  },
];

const changed = await Promise.all(
  additions.map(async ({ path, filter, behind, added, imported }) => {
    const source = await Bun.file(join(root, path)).text();
    if (!source.includes(behind)) throw new Error(`${path} has no ${behind}`);
    return { filter, contents: `${imported}${source.replace(behind, `${behind}${added}`)}` };
  }),
);

plugin({
  name: 'push channel',
  setup: (build) => {
    for (const { filter, contents } of changed) build.onLoad({ filter }, () => ({ contents, loader: 'ts' }));
  },
});
