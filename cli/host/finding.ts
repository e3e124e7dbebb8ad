import type { Config } from '../../app/config.ts';
import { codeOf, messageOf } from '../../domain/runtime/errorDetails.ts';

/** What a check of the doctor has found. */
export interface Finding {
  readonly subject: string;
  readonly state: 'ok' | 'note' | 'error';
  readonly message: string;
  /** What follows from the finding, and what to do. */
  readonly remedy?: string;
  /** A shell command that fixes it, or shows what is wrong. */
  readonly command?: string;
}

/** A check of what the environment configures. */
export type Check = (config: Config) => Promise<readonly Finding[]>;

export const reasonOf = (error: unknown): string => {
  return messageOf(error) || codeOf(error) || String(error);
};
