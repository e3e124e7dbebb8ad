import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../drivers/embeddedPostgres/embeddedPostgres.ts';
import { makeServerFolder } from '../processes/serverFolder.ts';

/** Starts a temporary server without durability, which makes it fast. It ends with this process; its folder is removed. */
export function startTestPostgres(settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    folder: makeServerFolder('waybill-test-postgres-'),
    temporary: true,
    settings: {
      // Test files that run in parallel share it, each with all of its processes.
      max_connections: '600',
      shared_buffers: '128MB',
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_wal_size: '2GB',
      ...settings,
    },
  });
}

let shared: Promise<string> | undefined;

/** Returns the address of the server that `npm test` started, or of one that the first call starts. */
export function testPostgresUrl(): Promise<string> {
  const external = process.env['TEST_DATABASE_URL'];
  if (external) return Promise.resolve(external);
  shared ??= startTestPostgres().then(({ url }) => {
    process.env['TEST_DATABASE_URL'] = url;
    return url;
  });
  return shared;
}
