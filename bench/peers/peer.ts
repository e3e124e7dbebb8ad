/** Does some work once, and returns how much of it was done per second. */
export type Rate = () => Promise<number>;

/** A row's peer: another system, or one of its settings. */
export interface Side {
  /** Names the system with its version, for the table. */
  readonly name: string;
  /** By the work of a question. A side may lack some. */
  readonly rates: Readonly<Record<string, Rate>>;
}

export interface RunningPeer {
  readonly sides: readonly Side[];
  stop(): Promise<void>;
}

/** Another system, which does the work of a topic in an environment that the topic provides. */
export interface Peer<Environment> {
  readonly name: string;
  /**
   * Installs what the system needs, once, and starts it.
   *
   * @param part the share of the full size, for short runs
   */
  start(environment: Environment, part: number): Promise<RunningPeer>;
}

/** Work that Waybill does in a way, compared with each side that does the same work. */
export interface Question {
  /** For the table, with the unit of the rates. */
  readonly what: string;
  readonly work: string;
  readonly rate: Rate;
}

export interface RunningTopic<Environment> {
  readonly environment: Environment;
  readonly questions: readonly Question[];
  stop(): Promise<void>;
}

/** Peers that do the same work, and Waybill beside them. */
export interface Topic<Environment> {
  readonly peers: readonly Peer<Environment>[];
  start(part: number): Promise<RunningTopic<Environment>>;
}
