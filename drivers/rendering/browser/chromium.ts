import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Component } from '../../../domain/ports/component.ts';
import { type Browser, ConversionRefused } from '../../../domain/ports/rendering.ts';
import { ProcessPool } from '../../processPool/processPool.ts';
import type { BrowserAnswer, BrowserWork } from './browserWork.ts';

/** Time limit of a start, which takes a second on an idle machine. */
const START_MS = 30_000;
/** Maximum memory of the process that talks to Chromium: a document and its PDF. */
const MAX_RSS_MB = 1_000;

export interface ChromiumOptions {
  readonly log: Logger;
  /** The program. */
  readonly path: string;
  /** Maximum number of pages at a time; each has a Chromium of its own. */
  readonly size?: number;
  /** Time limit of one document. */
  readonly limitMs?: number;
  /** Maximum memory of one Chromium. */
  readonly maxMb?: number;
}

/**
 * Prints documents by Chromium, in a pool of processes that each have a Chromium with one page, which is used again. A
 * document whose browser dies or crashes is retried once, in another one.
 */
export function makeChromium({
  log,
  path,
  size = 2,
  limitMs = 60_000,
  maxMb = 1_500,
}: ChromiumOptions): Browser & Component {
  const pool = new ProcessPool<BrowserWork, BrowserAnswer>({
    name: 'browser',
    log,
    script: join(import.meta.dir, 'chromiumProcess.ts'),
    size,
    maxRssMb: MAX_RSS_MB,
    args: [path, String(maxMb)],
    environment: { PATH: process.env.PATH ?? '', TMPDIR: tmpdir() },
    startMs: START_MS,
    limitOf: () => limitMs,
    exceeded: (_, limit) => ({
      refused:
        limit === 'memory'
          ? `needs more than the ${maxMb} MB that a browser may have (BROWSER_MEMORY_MB)`
          : `cannot be printed by the browser within ${limitMs / 1_000} s (BROWSER_TIMEOUT_SECONDS)`,
    }),
  });
  return {
    start: () => pool.start(),
    stop: () => pool.stop(),
    async print(page, signal) {
      let answer = await pool.run(page, signal);
      if ('refused' in answer && answer.crashed) answer = await pool.run(page, signal);
      if ('refused' in answer) throw new ConversionRefused(answer.refused);
      return answer.content;
    },
  };
}
