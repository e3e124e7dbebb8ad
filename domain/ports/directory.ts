import type { JsonObject } from '../kinds/kind.ts';

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
