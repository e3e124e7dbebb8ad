import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { documentFormat } from '../../../domain/documents/templates/formats.ts';
import type { Component } from '../../../domain/ports/component.ts';
import { ConversionRefused, ConverterNotReady, type Office } from '../../../domain/ports/rendering.ts';
import { ProcessPool, type RunOptions } from '../../processPool/processPool.ts';
import { freeMemoryMb } from './freeMemory.ts';
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

/** How long a conversion with a waiting caller stays in the queue: short, because the converter of another worker may be ready. */
const QUEUE_MS = 3_000;
/** Free memory for each converter, in MB, with which converters start early: twice the need, because other workers start too. */
const FREE_MB = 4_000;

export interface OfficeOptions {
  readonly log: Logger;
  /** Maximum number of processes, which is the number of conversions at a time. Each has some 1.5 GB. */
  readonly size?: number;
  /** Time limit of one conversion with its retry. */
  readonly limitMs?: number;
  readonly startMs?: number;
  /** A process that uses more memory after a conversion is replaced. */
  readonly retireMb?: number;
  /** When the processes start: with the worker, with the first document (the default), or with the worker if there is memory for it. */
  readonly starts?: 'worker' | 'document' | 'auto';
  /** How long a conversion with a waiting caller stays in the queue. */
  readonly queueMs?: number;
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
  starts = 'document',
  queueMs = QUEUE_MS,
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
    options?: RunOptions,
  ): Promise<Uint8Array> => {
    let answer = await pool.run({ html, format, isRetry: false }, signal, options);
    if ('refused' in answer && answer.retryable)
      answer = await pool.run({ html, format, isRetry: true }, signal, options);
    if ('refused' in answer) throw new ConversionRefused(answer.refused);
    return answer.content;
  };
  /** The conversion with a waiting caller that waits for a converter to start. */
  let waiting: AbortController | undefined;
  const convertAwaited = async (html: string, format: string, signal?: AbortSignal): Promise<Uint8Array> => {
    const isReady = pool.isReady();
    // More than one would take all places of the worker, and PDFs could not be made.
    if (!isReady && waiting) throw new ConverterNotReady('another document waits for the office converter');
    const queued = new AbortController();
    if (!isReady) waiting = queued;
    const timer = setTimeout(() => queued.abort(new ConverterNotReady('no office converter is ready')), queueMs);
    const leaveQueue = (): void => {
      clearTimeout(timer);
      if (waiting === queued) waiting = undefined;
    };
    const either = signal ? AbortSignal.any([signal, queued.signal]) : queued.signal;
    try {
      return await attempts(html, format, either, { isAwaited: true, begun: leaveQueue });
    } finally {
      leaveQueue();
    }
  };
  return {
    async start() {
      await pool.start();
      if (starts === 'worker' || (starts === 'auto' && freeMemoryMb() >= size * FREE_MB)) pool.warm();
    },
    stop: () => pool.stop(),
    async convert(html, format, { signal, isAwaited = false } = {}) {
      if (!documentFormat(format)?.office) throw new ConversionRefused(`${format} is not made by the office converter`);
      return isAwaited ? convertAwaited(html, format, signal) : attempts(html, format, signal);
    },
  };
}
