import type { Random } from '../random.ts';
import type { Topology } from '../topology/topology.ts';

/** All kinds of faults, each with what it does. */
export const faultKinds = {
  kill: 'kills an api or a worker (SIGKILL), which is started again after a second',
  pause: 'pauses an api or a worker (SIGSTOP)',
  crash: 'ends the primary at once, and starts it again',
  backend: 'kills one server process of the primary, which makes all others restart',
  failover: 'ends the primary, promotes the standby, and makes the old primary a standby again',
  standby: 'ends the standby, and starts it again: commits wait for it',
  cut: 'ends all database connections of one process, and refuses new ones',
  halfOpen: 'loses all that is sent on the database connections of one process, without closing them',
  slow: 'delays all that one process sends to the database, and its answers',
  disk: 'leaves no space on the disk of the database',
  clock: 'sets the wall clock of one process forward or back',
  engine: 'pauses all nodes of Elasticsearch',
  engineNode: 'kills one node of Elasticsearch, which is started again',
} as const;

export type FaultKind = keyof typeof faultKinds;

export const isFaultKind = (name: string): name is FaultKind => Object.hasOwn(faultKinds, name);

/** One fault, ready to be inflicted. */
export interface Fault {
  readonly kind: FaultKind;
  /** What it hits: `worker2`, `primary`. Two faults of one batch never hit one thing. */
  readonly target: string;
  readonly durationMs: number;
  /** Inflicts the fault, and resolves at its end. */
  inflict(): Promise<void>;
  /** What is necessary after the end before the next fault, such as a new standby. */
  repair?(): Promise<void>;
}

/** Makes a fault of one kind from random numbers. */
export interface FaultMaker {
  /** The reason why this topology cannot have such a fault, in one sentence; undefined if it can. */
  missing(topology: Topology): string | undefined;
  make(topology: Topology, random: Random, longestMs: number): Fault;
}
