import type { JsonObject } from '../kinds/kind.ts';

/** A group as stored in a directory. */
export interface DirectoryGroup {
  /** In the spelling of the directory. */
  readonly distinguishedName: string;
  readonly code: string;
  readonly name: string;
  /** Code of a UserGroupType, which need not exist. */
  readonly type?: string;
  readonly description?: string;
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly dataTags?: string[];
  readonly chars: JsonObject;
}

/** The directory cannot be reached, rejects the service, or does not answer completely and in time. */
export class DirectoryUnavailable extends Error {
  override readonly name = 'DirectoryUnavailable';
}

/** An entry of the directory that stands for a group. */
export interface DirectoryEntry {
  readonly distinguishedName: string;
  /** Absent if the entry has neither a code nor a name. */
  readonly group?: DirectoryGroup;
}

/** A directory that contains the groups. */
export interface Directory {
  /**
   * Finds the group by its distinguished name or else by its code.
   *
   * @throws DirectoryUnavailable
   */
  find(place: string): Promise<DirectoryGroup | undefined>;
  /**
   * Reads all groups, a page at a time. Only the end of the last page shows which groups the directory does not have.
   *
   * @throws DirectoryUnavailable, possibly after some pages
   */
  all(signal?: AbortSignal): AsyncIterable<readonly DirectoryEntry[]>;
  /** Returns one key for all spellings of a place; undefined for a place outside the base of the groups. */
  keyOf(place: string): string | undefined;
}
