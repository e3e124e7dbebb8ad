import { kinds } from '../kinds/index.ts';

/** What the sample records of one kind are for: each example that creates or deletes a record has its own. */
export const numbers = {
  stored: 0,
  created: 1,
  compared: 2,
  bulk: 3,
  deleted: 4,
  deletedById: 5,
  /** A user with roles and groups. */
  member: 6,
  /** A step that has failed. */
  failed: 7,
} as const;

const hex = (number: number): string => number.toString(16).padStart(2, '0');

/** Returns an id that is the same everywhere. */
export const uuidOf = (word: string, ...[one, other = 0]: readonly number[]): string =>
  `0198c0de-7a51-7c3e-9d2f-5b${word}${hex(other)}${hex(one ?? 0)}`;

/** Returns the id of a sample record. */
export const sampleId = (kind: string, number: number = numbers.stored): string =>
  uuidOf(
    '8e4a1c',
    number,
    kinds.findIndex(({ name }) => name === kind),
  );
