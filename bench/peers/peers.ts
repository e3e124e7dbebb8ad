import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { compareWithPeers, type Row } from './compare.ts';
import { pages } from './documents/pages.ts';
import { queues } from './jobs/queues.ts';
import { mails } from './messages/mails.ts';
import type { Peer, Topic } from './peer.ts';
import { types } from './records/types.ts';
import { tableOf } from './table.ts';

/**
 * Other systems beside Waybill on the same data in one run, as one table of ratios.
 *
 * bun bench/peers/peers.ts [name …] [--rounds 5] [--part 1] [--out table.md]
 *
 * `name` is a peer; all of them run if none is named. `--part 0.1` runs a tenth of the full size.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    part: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});
const [rounds, part] = [Number(values.rounds), Number(values.part)];

/** Compares the named peers of the topic, if there are any. */
const comparison =
  <Environment>(topic: Topic<Environment>) =>
  async (isChosen: (peer: Peer<Environment>) => boolean): Promise<Row[]> => {
    const chosen = topic.peers.filter(isChosen);
    return chosen.length === 0 ? [] : compareWithPeers(topic, { chosen, rounds, part });
  };

const names = [types, queues, mails, pages].flatMap(({ peers }) => peers.map(({ name }) => name));
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`There is no peer ${unknown.join(', ')}: name some of ${names.join(', ')}.`);

const rows: Row[] = [];
const began = performance.now();
const startLoad = loadavg()[0] ?? 0;
for (const compare of [comparison(types), comparison(queues), comparison(mails), comparison(pages)])
  rows.push(...(await compare(({ name }) => positionals.length === 0 || positionals.includes(name))));

const [{ model = 'unknown' } = {}] = cpus();
const load = `load average ${startLoad.toFixed(1)} at the start, ${(loadavg()[0] ?? 0).toFixed(1)} at the end`;
const text = `\`bun bench/peers/peers.ts ${process.argv.slice(2).join(' ')}\` on ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${model.trim()}, ${load}; ${Math.round((performance.now() - began) / 1_000)} s.

${tableOf(rows)}
`;
console.log(text);
if (values.out !== undefined) writeFileSync(values.out, text);
process.exit(0);
