import { describe, test } from 'bun:test';
import { dirname } from 'node:path';
import { edgesBetween, imports, isSource, nodesInCycles } from './graph.ts';
import { expectOffenders } from './offenders.ts';

/** Files that import each other in a circle, by types alone. */
const filesInCycles: readonly string[] = [
  // To be untied:
  'domain/jobs/progress.ts',
  'domain/jobs/results.ts',
  'domain/jobs/waiter.ts',
  'domain/logs/logWriter.ts',
  'domain/notifications/planDelivery.ts',
  'domain/notifications/readNotification.ts',
  'domain/notifications/recipients/receiveReceipt.ts',
  'domain/notifications/send.ts',
  'domain/ports/services.ts',
  'domain/records/findRecord.ts',
  'domain/runtime/cacheInvalidation.ts',
  'domain/scripts/evaluate.ts',
  'drivers/mailbox/mailSink.ts',
  'drivers/mailbox/mailbox.ts',
  'drivers/mailbox/smsSink.ts',
];

/** Folders whose files import each other in a circle. */
const foldersInCycles: readonly string[] = [];

describe('there are no cycles', () => {
  test('of files', () => {
    const edges = edgesBetween(imports, (path) => (isSource(path) ? path : undefined));
    expectOffenders(nodesInCycles(edges), filesInCycles);
  });

  test('of folders', () => {
    const loaded = imports.filter(({ typesOnly }) => !typesOnly);
    const edges = edgesBetween(loaded, (path) => (isSource(path) ? dirname(path) : undefined));
    expectOffenders(nodesInCycles(edges), foldersInCycles);
  });
});
