import { join } from 'node:path';
import type { Logger } from 'pino';
import { documentFormat } from '../../../domain/documents/templates/formats.ts';
import type { Component } from '../../../domain/ports/component.ts';
import { ConversionRefused, type Office } from '../../../domain/ports/rendering.ts';
import { ProcessPool } from '../../processPool/processPool.ts';
import type { OfficeAnswer, OfficeWork } from './officeWork.ts';

/** A start takes some 4 s where nothing else runs, and ten times that where much does; it watches itself besides. */
const START_MS = 90_000;
const MAX_FAILED_STARTS = 5;
/** Fresh it has 1.5 GB: the engine's own memory, its code and its files. */
const RETIRE_MB = 2_000;
const MAX_RSS_MB = 3_500;
/** The first try is given this much and more for a large page, so that one that hangs is soon with another process. */
const FIRST_TRY_MS = 15_000;
const FIRST_TRY_MS_PER_MB = 15_000;
const LIMIT_MS = 60_000;

export interface OfficeOptions {
  readonly log: Logger;
  /** Processes at most, and so conversions at a time; each has some 1.5 GB. */
  readonly size?: number;
  /** Of one conversion; ms. */
  readonly limitMs?: number;
  readonly startMs?: number;
  /** A process that has more when a conversion ends is replaced. */
  readonly retireMb?: number;
  /** A native LibreOffice that is used in place of the one that comes along. */
  readonly sofficePath?: string | undefined;
  /** What a process runs; the tests have others. */
  readonly script?: string;
}

/**
 * LibreOffice in processes of its own: compiled to WebAssembly, or a native one. A conversion whose process dies or
 * hangs is given to another, once.
 */
export function makeOffice({
  log,
  size = 1,
  limitMs = LIMIT_MS,
  startMs = START_MS,
  retireMb = RETIRE_MB,
  sofficePath,
  script = join(import.meta.dir, sofficePath ? 'nativeProcess.ts' : 'wasmProcess.ts'),
}: OfficeOptions): Office & Component {
  const megabytes = (html: string): number => html.length / 1_048_576;
  const firstMs = (html: string): number => Math.min(limitMs, FIRST_TRY_MS + megabytes(html) * FIRST_TRY_MS_PER_MB);
  // A large page that had all the time there is was no hang: once more, it would keep others waiting for nothing.
  const isHopeless = (html: string): boolean => megabytes(html) >= 1 && firstMs(html) >= limitMs;
  const pool = new ProcessPool<OfficeWork, OfficeAnswer>({
    name: 'office converter',
    log,
    script,
    size,
    maxRssMb: MAX_RSS_MB,
    args: [String(retireMb), ...(sofficePath ? [sofficePath] : [])],
    environment: sofficePath ? { PATH: process.env.PATH ?? '' } : {},
    startMs,
    maxFailedStarts: MAX_FAILED_STARTS,
    startReplacementFirst: true,
    // Threads of the engine that wait for their start say so there.
    quiet: true,
    limitOf: ({ html, again }) => (again ? limitMs : firstMs(html)),
    exceeded: ({ html, format, again }, what) =>
      what === 'memory'
        ? { refused: `is too large to be made as ${format}` }
        : {
            refused: `cannot be made as ${format} within ${limitMs / 1_000} s (OFFICE_TIMEOUT_SECONDS)`,
            ...(again || isHopeless(html) ? {} : { stopped: true }),
          },
  });
  return {
    start: () => pool.start(),
    stop: () => pool.stop(),
    warm: () => pool.warm(),
    async convert(html, format, signal) {
      if (!documentFormat(format)?.office) throw new ConversionRefused(`${format} is not made by the office converter`);
      let answer = await pool.run({ html, format, again: false }, signal);
      if ('refused' in answer && answer.stopped) answer = await pool.run({ html, format, again: true }, signal);
      if ('refused' in answer) throw new ConversionRefused(answer.refused);
      return answer.content;
    },
  };
}
