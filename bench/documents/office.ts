import { loadavg } from 'node:os';
import { findInTree, scheduled } from '../helpers/cpu.ts';
import { median, pairedRatio } from '../helpers/servers.ts';
import { startLoop } from './documentLoop.ts';
import { startDocumentService } from './documentService.ts';

/**
 * The invoice as docx in bulk: one call of generate-many to an api and a worker with one converter, from the request to
 * the end of the response. The peer is the converter alone in a loop over ready HTML. Both run alternately.
 *
 * bun bench/documents/office.ts [documents] [rounds] [documents of the peer's round]
 */
const [documents = 500, rounds = 2, theirs = 100] = process.argv.slice(2).map(Number);

const service = await startDocumentService({ OFFICE_PROCESSES: '1' });
const loop = await startLoop('office');
const mine: number[] = [];
const busy: number[] = [];
const peer: number[] = [];
try {
  // The converter starts with the first document.
  await service.bulk('docx', 10);
  for (let round = 0; round < rounds; round++) {
    const pid = findInTree(process.pid, 'drivers/rendering/office/wasmProcess.ts') ?? 0;
    const before = scheduled(pid);
    const seconds = await service.bulk('docx', documents);
    const after = scheduled(pid);
    mine.push(documents / seconds);
    busy.push((after.ran + after.waited - before.ran - before.waited) / seconds);
    const times = await loop.run(theirs);
    peer.push((theirs * 1_000) / times.reduce((sum, one) => sum + one, 0));
    console.log(
      `round ${round + 1}: waybill ${mine.at(-1)?.toFixed(1)}/s, the converter alone ${peer.at(-1)?.toFixed(1)}/s, its process busy for ${((busy.at(-1) ?? 0) * 100).toFixed(0)} % of the time, load ${loadavg()[0]?.toFixed(1)}`,
    );
  }
} finally {
  await loop.stop();
  await service.stop();
}
console.log(
  `docx in bulks of ${documents}: ${median(mine).toFixed(1)}/s against ${median(peer).toFixed(1)}/s, ratio ${pairedRatio(mine, peer)} (at least 0.85)`,
);
// The share of the time in which the converter was busy, which other load on the machine affects little.
console.log(`the service’s converter was busy for ${(median(busy) * 100).toFixed(0)} % of the time`);
