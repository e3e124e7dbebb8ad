import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import type { Kind } from '../kinds/kind.ts';
import type { PhoneRules } from '../notifications/recipients/addresses.ts';
import type { Directory } from './directory.ts';
import type { SearchEngine } from './search.ts';

/** What operations and handlers work with; main.ts puts it together, once for each process. */
export interface Services {
  readonly sql: Database;
  readonly search: SearchEngine;
  readonly log: Logger;
  /** Says that a commit has put rows into the outbox; the relay of this process moves them at once. */
  readonly wakeRelay: () => void;
  /** Indexes a committed record at once and resolves true when it can be found, false when it will be found later. */
  readonly awaitSearchable: (kind: Kind, id: string, outboxId: string) => Promise<boolean>;
  /** A Log's LogType has to exist; otherwise its code is taken as it is. */
  readonly requireLogTypes?: boolean;
  /** Where groups are searched; absent where they say themselves which place they have. */
  readonly directory?: Directory;
  /** Which phone numbers are sent to; any when absent. */
  readonly phoneRules?: PhoneRules;
  /** How receipts of SMS are known to be the provider's; absent where none are asked for. */
  readonly receipts?: { readonly url: string; readonly authToken: string };
  /** How long a call waits for a worker's result; ms. */
  readonly resultWaitMs?: number;
}
