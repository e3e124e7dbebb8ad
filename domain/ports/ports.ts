import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import type { JsonObject, Kind } from '../kinds/kind.ts';
import type { PhoneRules } from '../notifications/recipients/addresses.ts';
import type { Filtering } from '../search/filtering/index.ts';

/** What an index did with the records it was given. */
export interface IndexOutcome {
  indexed: number;
  deleted: number;
  failed: number;
  failures: { id: string; error: string }[];
}

/** A stretch of a kind's records by id, both ends included: the chunk of a reindex step. */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

export interface FoundPage {
  readonly total: number;
  /** The records as JSON text, auditInfo included, in the order asked for. */
  readonly records: string[];
}

/** The engine is away. It is waited for and burns no tries; a search is answered by a 500 that says so. */
export class SearchUnavailable extends Error {
  override readonly name = 'EngineAway';
}

/**
 * A search engine. Physical indexes are named by their caller (`worklog-types-000001`); the list of them with their
 * states is the table search_index, which every engine shares. An engine never decides which indexes there are.
 */
export interface SearchEngine {
  readonly name: 'postgres' | 'elasticsearch';
  /** A refresh costs many times what a record costs: writes that want one wait a few ms to share it. */
  readonly costlyRefresh: boolean;
  /** Makes an empty physical index with the kind's mapping. Again is no error. */
  createIndex(kind: Kind, index: string): Promise<void>;
  dropIndex(kind: Kind, index: string): Promise<void>;
  /** Points the kind's read alias from `previous` to `index` in one step. Again is no error. */
  promoteIndex(kind: Kind, index: string, previous: string | undefined): Promise<void>;
  /** Adds the fields that the schema has and the index lacks; a field of another type is a 400 that says to rebuild. */
  updateMapping(kind: Kind, index: string): Promise<void>;
  /**
   * Makes the indexes hold these records as the database has them now: rows are read again at each call, a missing row
   * is a delete with a newer version, older versions never replace newer ones. `indexes` is asked for after the rows
   * are read. With `refresh` the change can be found when the promise resolves.
   */
  sync(
    kind: Kind,
    ids: readonly string[],
    indexes: () => Promise<string[]>,
    options?: { refresh?: boolean; signal?: AbortSignal },
  ): Promise<IndexOutcome>;
  /** Writes the records of a stretch into one index. */
  fill(kind: Kind, index: string, range: KeyRange, signal?: AbortSignal): Promise<IndexOutcome>;
  /** What the index holds, by id in ascending order, in batches: for comparing it with the database. */
  versions(kind: Kind, index: string, range: KeyRange): AsyncIterable<{ id: string; indexVersion: bigint }[]>;
  /** Makes everything written so far searchable. */
  refresh(kind: Kind, index: string): Promise<void>;
  /** One window of the live index's records that the filtering lets through, in its order, with the exact total. */
  search(kind: Kind, filtering: Filtering, window: { from: number; size: number }): Promise<FoundPage>;
  count(kind: Kind, filtering: Filtering): Promise<number>;
  documents(kind: Kind, index: string): Promise<number>;
  /** Throws EngineAway when it cannot be reached. */
  ping(): Promise<void>;
}

/** One run of a script. */
export interface ScriptRun {
  /** The body of a function of `input`. */
  readonly source: string;
  /** JSON text. */
  readonly input: string;
  readonly timeoutMs: number;
}

/** How a run ended; `lines` are what it wrote to the console, the first hundred. */
export type ScriptOutcome =
  | {
      /** Of what it returned: object, array, string, number, boolean, null, nothing, function, symbol. */
      readonly returned: string;
      /** What it returned as JSON text; empty where there is none. */
      readonly json: string;
      readonly lines: readonly string[];
    }
  | {
      /** The script's own fault, with the place in its source where there is one; both count from 1. */
      readonly problem: string;
      readonly line?: number;
      readonly column?: number;
      readonly lines: readonly string[];
    };

/** Where scripts run: with a limit on time and memory, without network, files or a state that outlives the run. */
export interface Sandbox {
  /** Answers within the run's own limit and a moment. Throws where the sandbox itself is at fault, or `signal` says so. */
  run(run: ScriptRun, signal?: AbortSignal): Promise<ScriptOutcome>;
}

/** What of a FormatterTemplate matters for rendering it. */
export interface Template {
  /** Changes with the content: what is compiled of it is kept by this. */
  readonly key: string;
  /** Named in problems. */
  readonly code: string;
  readonly inputType: 'FILE' | 'HTML' | 'SCRIPT';
  readonly documentType: 'PDF' | 'EMAIL' | 'SOURCE';
  readonly documentSize: 'AUTO' | 'PORTRAIT' | 'LANDSCAPE' | 'A4' | 'B5' | 'LETTER';
  readonly content: string;
}

/** One document to be made. */
export interface Rendering {
  readonly template: Template;
  /** JSON text of an object. */
  readonly data: string;
  /**
   * `text`: as the template gives it, nothing escaped; `html`: cleaned; `email`: cleaned, its styles inlined, with a
   * plain-text part; else the name of a format (domain/documents/formats.ts).
   */
  readonly format: string;
}

export type RenderOutcome =
  | {
      readonly content: Uint8Array;
      /** Of an `email`: its plain-text part. */
      readonly plainText?: string;
    }
  | {
      /** The template's or the data's own fault, with the place in the template where there is one, from 1. */
      readonly problem: string;
      readonly line?: number;
      readonly column?: number;
    };

/** Makes documents of templates: with a limit on time and memory, without network or files but those of `templates/`. */
export interface Renderer {
  /** Renderings at a time; more than these wait for each other. */
  readonly size?: number;
  /** Throws where the renderer itself is at fault or away, or `signal` says so. */
  render(rendering: Rendering, signal?: AbortSignal): Promise<RenderOutcome>;
  /** Forgets every compiled template. */
  evict(): void;
}

/** The document is at fault, or too large: converting it again would end the same. The message is for the client. */
export class ConversionRefused extends Error {
  override readonly name = 'ConversionRefused';
}

/** Makes office documents of HTML. It has neither network nor files. */
export interface Office {
  /**
   * @param html   a whole page, cleaned, its styles inlined
   * @param format the name of one with `office` in domain/documents/formats.ts
   * @throws ConversionRefused; anything else is a fault of the converter, or what `signal` says
   */
  convert(html: string, format: string, signal?: AbortSignal): Promise<Uint8Array>;
  /** Begins what takes seconds before there is work for it. */
  warm(): void;
}

export interface Attachment {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** Messages as they are handed over to a provider, one recipient each. */
export interface EmailMessage {
  /** The same for every attempt at the same delivery; Message-IDs are made of it. */
  readonly id: string;
  /** Where absent, the sender that is configured. */
  readonly from?: string;
  readonly to: string;
  readonly subject: string;
  readonly html?: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Where one click ends it all (RFC 8058). */
  readonly unsubscribeUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SmsMessage {
  readonly id: string;
  /** A number or an alphanumeric sender; where absent, the one that is configured. */
  readonly from?: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** Where the provider tells what became of it. */
  readonly receiptUrl?: string;
}

export interface WebhookMessage {
  readonly id: string;
  readonly url: string;
  /** Signs the body by HMAC-SHA256; unsigned when absent. */
  readonly secret?: string;
  /** JSON text. */
  readonly body: string;
}

/** How a hand-over ended. `answer` is the provider's own, or what the system said. */
export type SendResult = { readonly answer: string; readonly provider: string } & (
  | { readonly outcome: 'sent'; readonly providerId?: string; readonly segments?: number }
  /** For good: trying again would be refused again. `address`: the recipient's address is at fault (hard bounce, opt-out). */
  | { readonly outcome: 'refused'; readonly address?: 'bounced' | 'opted-out' }
  /** Nothing was sent. `providerAway`: no other message would fare better there now; `busy`: it was not even asked. */
  | {
      readonly outcome: 'again';
      readonly afterSeconds?: number;
      readonly providerAway: boolean;
      readonly busy?: true;
    }
  /** It may have been sent. */
  | { readonly outcome: 'unknown' }
);

/** A way to recipients by one provider. Channels keep nothing of a message: attempts are the worker's. */
export interface Channel<Message> {
  /** Names the provider in attempts: `smtp:mail.example.com:587`. */
  readonly provider: string;
  /** A hand-over ends within this; ms. What of another worker's is still open after it was never ended. */
  readonly maxSendMs?: number;
  /** Answers within the channel's time-outs. Never throws for what happens at the provider; throws when `signal` says so. */
  send(message: Message, signal?: AbortSignal): Promise<SendResult>;
  /** What became of a message whose hand-over ended unknown; undefined where the provider cannot tell. */
  lookUp?(message: Message, since: Date): Promise<SendResult | undefined>;
}

/** The channels of a worker, each with its providers in the order in which they are tried. */
export interface Channels {
  readonly email: readonly Channel<EmailMessage>[];
  readonly sms: readonly Channel<SmsMessage>[];
  readonly webhook: readonly Channel<WebhookMessage>[];
}

/** Data that a record's URL leads to. */
export interface DataRequest {
  /** Absolute, or relative to what `microserviceCode` stands for. */
  readonly url: string;
  readonly microserviceCode?: string;
  /** Added to the URL's own. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

export type DataAnswer =
  | { readonly outcome: 'answered'; readonly status: number; readonly body: string }
  /** It leads to where the service must not go. */
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'away'; readonly reason: string };

/** Where workers get data by URLs that records name. */
export interface DataSources {
  /** Never throws for what happens there; throws when `signal` says so. */
  fetchData(request: DataRequest, signal?: AbortSignal): Promise<DataAnswer>;
}

/** A group as a directory has it. */
export interface DirectoryGroup {
  /** Its distinguished name, as the directory writes it. */
  readonly distinguishedName: string;
  readonly code: string;
  readonly name: string;
  /** Code of its UserGroupType, which need not exist. */
  readonly type?: string;
  readonly description?: string;
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly dataTags?: string[];
  readonly chars: JsonObject;
}

/** The directory is away, refuses the service, or does not answer wholly or in time. */
export class DirectoryUnavailable extends Error {
  override readonly name = 'DirectoryAway';
}

/** What a directory has at a place where a group is. */
export interface DirectoryEntry {
  readonly distinguishedName: string;
  /** Absent where the entry says neither a code nor a name. */
  readonly group?: DirectoryGroup;
}

/** A directory that groups live in. */
export interface Directory {
  /** The group at this distinguished name, or else of this code; undefined where there is none. Throws DirectoryAway. */
  find(place: string): Promise<DirectoryGroup | undefined>;
  /**
   * All groups there are, a page at a time. Throws DirectoryAway, after some pages too: only who has come to the end
   * knows what the directory does not have.
   */
  all(signal?: AbortSignal): AsyncIterable<readonly DirectoryEntry[]>;
  /** The same for every spelling of a place; undefined for one where the directory is not asked for groups. */
  keyOf(place: string): string | undefined;
}

/** A long-lived part of a process. Stopping waits for what it has in hand; stopping twice is safe. */
export interface Component {
  start(): Promise<void>;
  stop(): Promise<void>;
}

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
