import type { Clients } from '../clients/clients.ts';
import { processesOf, type Topology } from '../topology/topology.ts';
import { httpWorkerProblems } from './httpWorkerProblems.ts';
import { errorLines, unexplainedLines } from './logLines.ts';
import { deliveryProblems, indexProblems, recordProblems, workProblems } from './problems.ts';

/** What the faults of a run explain. */
export interface Explanations {
  /** Whether an e-mail may be repeated whose first copy arrived at this time; by performance.now(). */
  readonly mayRepeat: (at: number) => boolean;
  /** Whether a fault was active at this time, or had ended shortly before; ms since 1970. */
  readonly isDuring: (at: number) => boolean;
}

/** The checks at the end of a run, when no client works any more. */
export async function problemsAtTheEnd(
  topology: Topology,
  clients: Clients,
  { mayRepeat, isDuring }: Explanations,
): Promise<string[]> {
  const lines = unexplainedLines(errorLines(topology), isDuring);
  return [
    ...(await workProblems(topology, clients.jobs)),
    ...(await httpWorkerProblems(topology, clients.httpWorkers)),
    ...(await recordProblems(topology, clients.records)),
    ...(await deliveryProblems(topology, clients.notifications, mayRepeat)),
    ...(await indexProblems(topology)),
    ...processesOf(topology).flatMap(({ unexpectedEnds }) => unexpectedEnds),
    ...lines.map(({ process, message, cause }) => `unexplained line in the log of ${process}: ${message} ${cause}`),
  ];
}
