/** Short runs of benchmarks, in a few minutes all together: a file below `bench` and its arguments. */
export const quickBenchmarks: readonly string[] = [
  'records/logs.ts 2 2',
  'records/findable.ts postgres 2 2',
  'records/get.ts 2 2',
  'messages/notifications.ts 2 2',
  'messages/channels.ts 1 500',
  'jobs/emptySteps.ts 10000 1',
  'jobs/clientSteps.ts batches 4000 2',
  'jobs/clientSteps.ts singles 2000 2',
  'jobs/scripts.ts 1 1',
  'documents/documents.ts 2 8',
];
