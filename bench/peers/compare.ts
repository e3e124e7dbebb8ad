import type { Peer, Rate, RunningPeer, Topic } from './peer.ts';

/** Rates of Waybill and of one peer, round by round. */
export interface Row {
  readonly what: string;
  readonly peer: string;
  readonly waybill: readonly number[];
  readonly theirs: readonly number[];
}

/** A question to Waybill, or the work of a side, with its rates so far. */
interface Measured {
  readonly label: string;
  readonly work: string;
  readonly rate: Rate;
  readonly rates: number[];
}

/**
 * Runs Waybill and the chosen peers of a topic alternately. The first round warms up and is not counted; each round has the
 * reverse order of the round before.
 */
export async function compareWithPeers<Environment>(
  topic: Topic<Environment>,
  { chosen, rounds, part }: { chosen: readonly Peer<Environment>[]; rounds: number; part: number },
): Promise<Row[]> {
  const { environment, questions, stop } = await topic.start(part);
  const running: RunningPeer[] = [];
  try {
    for (const peer of chosen) running.push(await peer.start(environment, part));
    const waybill = questions.map(({ what, work, rate }): Measured => ({ label: what, work, rate, rates: [] }));
    const theirs = running
      .flatMap(({ sides }) => sides)
      .flatMap(({ name, rates }) =>
        Object.entries(rates).map(([work, rate]): Measured => ({ label: name, work, rate, rates: [] })),
      );
    const works = [...new Set(waybill.map(({ work }) => work))];
    for (let round = 0; round <= rounds; round++) {
      for (const work of works) {
        const sides = [...waybill, ...theirs].filter((one) => one.work === work);
        for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
          const rate = await side.rate();
          if (round > 0) side.rates.push(rate);
          console.error(`${round === 0 ? 'warm-up' : `round ${round}`}: ${side.label}, ${work}: ${rate.toFixed(1)}/s`);
        }
      }
    }
    return waybill.flatMap((question) =>
      theirs
        .filter(({ work }) => work === question.work)
        .map((side) => ({ what: question.label, peer: side.label, waybill: question.rates, theirs: side.rates })),
    );
  } finally {
    for (const peer of running) await peer.stop();
    await stop();
  }
}
