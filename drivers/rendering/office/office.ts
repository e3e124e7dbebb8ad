import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { documentFormat } from '../../../domain/documents/templates/formats.ts';
import type { Component } from '../../../domain/ports/component.ts';
import { ConversionRefused, ConverterNotReady, type Office } from '../../../domain/ports/rendering.ts';
import { ProcessPool } from '../../processPool/processPool.ts';
import type { OfficeAnswer, OfficeWork } from './officeWork.ts';

/**
 * Time limit of a start, which takes some 4 s on an idle machine and minutes on a busy one. Each start begins from nothing, so a
 * short limit would end one after the other. startWatch.ts detects hangs.
 */
const START_MS = 600_000;
/** A converter that does not work for this time hangs, even on a busy machine. */
const IDLE_MS = 5_000;
const MAX_FAILED_STARTS = 5;
/** A process above this size is replaced. A fresh one has 1.5 GB: the engine's memory, its code and its files. */
const RETIRE_MB = 2_000;
const MAX_RSS_MB = 3_500;
/** Time of the first attempt, longer for a large page. It is short, so that another process soon retries a hang. */
const FIRST_ATTEMPT_MS = 15_000;
const FIRST_ATTEMPT_MS_PER_MB = 15_000;
/** The greatest part of the limit that a first attempt leaves a retry to. */
const FIRST_PART = 1 / 3;
const LAST_PART_WITH_RETRY = 2 / 3;
const LIMIT_MS = 45_000;
/** The part of the time of an attempt after which its process is taken to hang: another one starts for other documents. */
const SUSPECT_PART = 1 / 3;

/** Whether the LibreOffice of the dependencies is installed. Images without it are half as large. */
export function hasBundledLibreOffice(): boolean {
  const manifest = createRequire(import.meta.url).resolve('@matbee/libreoffice-converter/package.json');
  return existsSync(join(dirname(manifest), 'wasm', 'soffice.wasm'));
}

/** The part of the limit that may pass before a conversion begins without losing the whole of its own limit. */
const EARLY_PART = 0.1;
/** How long a caller then waits, as a multiple of the limit: on a busy machine the limit ends later than by the clock. */
const LONGEST_WAIT = 1.25;

export interface OfficeOptions {
  readonly log: Logger;
  /** Maximum number of processes, which is the number of conversions at a time. Each has some 1.5 GB. */
  readonly size?: number;
  /** Time limit of one conversion with its retry. */
  readonly limitMs?: number;
  readonly startMs?: number;
  /** A process that uses more memory after a conversion is replaced. */
  readonly retireMb?: number;
  /** Path of a native LibreOffice, which replaces the bundled one. */
  readonly sofficePath?: string | undefined;
  /** The program of a process. Tests replace it. */
  readonly script?: string;
}

/**
 * Converts documents by LibreOffice in child processes, either compiled to WebAssembly or native. A conversion whose
 * process dies or hangs is retried once, in another process. Meanwhile, another process converts other documents.
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
  // A large page gets the whole limit at once: it is slow rather than hanging, and a retry would only delay other documents.
  const firstMs = (html: string): number => {
    const ms = Math.min(limitMs * FIRST_PART, FIRST_ATTEMPT_MS) + (html.length / 1_048_576) * FIRST_ATTEMPT_MS_PER_MB;
    return ms > limitMs * LAST_PART_WITH_RETRY ? limitMs : ms;
  };
  const attemptMs = ({ html, isRetry }: OfficeWork): number => (isRetry ? limitMs - firstMs(html) : firstMs(html));
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
    // The engine's threads write there while they wait for their start.
    quiet: true,
    limitOf: attemptMs,
    // A native LibreOffice works in a process of its own.
    limitsProcessorTime: sofficePath === undefined,
    idleMs: IDLE_MS,
    suspectMsOf: (work) => attemptMs(work) * SUSPECT_PART,
    exceeded: ({ html, format, isRetry }, what) =>
      what === 'memory'
        ? { refused: `is too large to be made as ${format}: shorten the page, or make it as pdf` }
        : {
            refused: `cannot be made as ${format} within ${limitMs / 1_000} s (OFFICE_TIMEOUT_SECONDS): shorten or simplify the page, or make it as pdf`,
            ...(isRetry || firstMs(html) === limitMs ? {} : { retryable: true }),
          },
    // Further attempts would end further processes, whose starts other documents wait for.
    ...(sofficePath === undefined && {
      failed: ({ format }: OfficeWork) => ({
        refused: `cannot be made as ${format}: LibreOffice fails at this page; make it as pdf`,
      }),
    }),
  });
  const attempts = async (
    html: string,
    format: string,
    signal?: AbortSignal,
    begun?: () => void,
  ): Promise<Uint8Array> => {
    let answer = await pool.run({ html, format, isRetry: false }, signal, begun);
    if ('refused' in answer && answer.retryable) answer = await pool.run({ html, format, isRetry: true }, signal);
    if ('refused' in answer) throw new ConversionRefused(answer.refused);
    return answer.content;
  };
  return {
    start: () => pool.start(),
    stop: () => pool.stop(),
    warm: () => pool.warm(),
    async convert(html, format, { signal, isAwaited = false } = {}) {
      if (!documentFormat(format)?.office) throw new ConversionRefused(`${format} is not made by the office converter`);
      if (!isAwaited) return attempts(html, format, signal);
      const wait = waitFor(limitMs);
      const either = signal ? AbortSignal.any([signal, wait.signal]) : wait.signal;
      try {
        return await Promise.race([attempts(html, format, either, wait.begun), wait.over]);
      } finally {
        wait.end();
      }
    },
  };
}

interface Wait {
  /** Rejected when the time is over. */
  readonly over: Promise<never>;
  /** Aborted then, unless the conversion has begun: its converter is not started in vain. */
  readonly signal: AbortSignal;
  /** The conversion begins. If it does so early, its own limit counts. */
  readonly begun: () => void;
  readonly end: () => void;
}

/** The wait of a caller for a conversion whose converter may have to start first. */
function waitFor(limitMs: number): Wait {
  const { promise, reject } = Promise.withResolvers<never>();
  const queued = new AbortController();
  const start = performance.now();
  let hasBegun = false;
  let waitMs = limitMs;
  const expire = (): void => {
    const factor = waitMs === limitMs ? '' : `${LONGEST_WAIT} × `;
    const limit = `within ${Math.round(waitMs / 1_000)} s (${factor}OFFICE_TIMEOUT_SECONDS)`;
    const error = new ConverterNotReady(
      hasBegun
        ? `The office document was not made ${limit}: the machine is busy. Send the request again.`
        : `No office converter was ready ${limit}: it is still starting, or busy. Send the request again.`,
    );
    reject(error);
    if (!hasBegun) queued.abort(error);
  };
  let timer = setTimeout(expire, waitMs);
  const begun = (): void => {
    hasBegun = true;
    const waited = performance.now() - start;
    if (waited >= limitMs * EARLY_PART) return;
    clearTimeout(timer);
    waitMs = limitMs * LONGEST_WAIT;
    timer = setTimeout(expire, waitMs - waited);
  };
  return { over: promise, signal: queued.signal, begun, end: () => clearTimeout(timer) };
}
