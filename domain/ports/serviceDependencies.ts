import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import type { JobTypes } from '../jobs/types.ts';
import type { Kind } from '../kinds/kind.ts';
import type { MemberDefaults } from '../kinds/memberDefaults.ts';
import type { PhoneRules } from '../notifications/channels/addresses.ts';
import type { WakeTime } from '../queue/relay.ts';
import type { Metrics } from '../runtime/metrics.ts';
import type { Tracing } from '../runtime/tracing.ts';
import type { BounceWebhooks } from './bounceWebhooks.ts';
import type { Directory } from './directory.ts';
import type { ClientCertificates, DirectoryBind, SignInProvider, TokenVerifier } from './identity.ts';
import type { Reads } from './reads.ts';
import type { SearchEngine } from './search.ts';

/** The connections, ports and settings of a process, from which `makeServices` of app/services.ts makes the rest. */
export interface ServiceDependencies {
  readonly sql: Database;
  readonly search: SearchEngine;
  /** Where backups and exports read; by default from `sql`. */
  readonly reads?: Reads;
  readonly log: Logger;
  /** Makes the relay of this process move committed outbox rows; by default now. */
  readonly wakeRelay: (when?: WakeTime) => void;
  /**
   * Indexes a committed record at once. Resolves false when the record cannot be found yet and is indexed later.
   * `outboxId` names the outbox row of this record alone, which is then deleted.
   */
  readonly awaitSearchable: (kind: Kind, id: string, outboxId?: string) => Promise<boolean>;
  /** Whether the LogType of a Log must exist; by default its code is stored unchecked. */
  readonly requireLogTypes?: boolean;
  /** Codes of the microservices in MICROSERVICE_URLS; absent: none. */
  readonly microserviceCodes?: readonly string[];
  /** The hosts in ALLOWED_HOSTS, which apis and workers need alike; absent: all public hosts. */
  readonly allowedHosts?: readonly string[];
  /** Whether workers have a browser; absent: they have none. */
  readonly hasBrowser?: boolean;
  /** Replaces the defaults that kinds declare. */
  readonly memberDefaults?: MemberDefaults;
  /** The directory in which groups are searched; absent where groups name their own place. */
  readonly directory?: Directory;
  /** Checks passwords of users of a directory; absent where there is no directory. */
  readonly directoryBind?: DirectoryBind;
  /** Verifies bearer tokens; absent where there is no OpenID provider. */
  readonly tokenVerifier?: TokenVerifier;
  /** Signs users of the console in; absent where there is no OpenID provider with a client for the console. */
  readonly signInProvider?: SignInProvider;
  /** Reads client certificates; absent where no gateway passes them on. */
  readonly clientCertificates?: ClientCertificates;
  /** Restricts the phone numbers that messages are sent to; any number when absent. */
  readonly phoneRules?: PhoneRules;
  /** URL and key by which SMS receipts are verified; absent where receipts are not requested. */
  readonly receipts?: { readonly url: string; readonly authToken: string };
  /** By what reports about e-mails are verified; those of providers that are absent are rejected. */
  readonly bounceWebhooks?: BounceWebhooks;
  /** Maximum time a call waits for a worker's result, in ms; a minute by default. */
  readonly resultWaitMs?: number;
  /** Its own by default. */
  readonly metrics?: Metrics;
  /** Makes no spans by default. */
  readonly tracing?: Tracing;
  /** The managed job types; those of this release by default. */
  readonly jobTypes?: JobTypes;
}
