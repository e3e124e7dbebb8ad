import pino from 'pino';
import { makeServices } from '../../app/services.ts';
import type { Database } from '../../db/client.ts';
import type { ServiceDependencies } from '../../domain/ports/serviceDependencies.ts';
import type { Services } from '../../domain/ports/services.ts';
import { makeSilentSearch } from './servers/silentSearch.ts';

/** Returns services for a test. By default they log nothing, find nothing and relay nothing. */
export function makeTestServices(sql: Database, more: Partial<ServiceDependencies> = {}): Services {
  return makeServices({
    sql,
    search: makeSilentSearch(),
    log: pino({ level: 'silent' }),
    wakeRelay: () => {},
    awaitSearchable: async () => true,
    ...more,
  });
}
