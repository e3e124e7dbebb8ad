import { log as kind } from '../../domain/kinds/processing/log.ts';
import { firstAudit, recordTexts } from '../../domain/records/record.ts';
import { makeLog } from '../helpers/logData.ts';
import { compareWrites } from '../helpers/writes.ts';

/**
 * POST of a Log by concurrent clients, against a bare insert of the same rows.
 *
 * bun bench/records/logs.ts [rounds] [seconds] [clients]
 */
const [rounds = 8, seconds = 4, clients = 32] = process.argv.slice(2).map(Number);

const caller = { user: 'anonymous', requestId: 'bench', traceId: 'bench' };
const bodies = Array.from({ length: 2_000 }, (_, number) => {
  const { id: _id, ...body } = makeLog(number, '');
  return JSON.stringify(body);
});
const { search } = recordTexts(kind, makeLog(1, crypto.randomUUID()), firstAudit(caller));

await compareWrites({
  path: '/api/v2/logs',
  barePath: '/logs',
  bodies,
  bareEnv: { BENCH_SEARCH: Buffer.from(search).toString('base64') },
  clients,
  rounds,
  seconds,
});
