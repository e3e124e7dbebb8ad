import type { Component } from '../../../domain/ports/component.ts';
import {
  type Browser,
  type BrowserPage,
  BrowserUnavailable,
  ConversionRefused,
} from '../../../domain/ports/rendering.ts';
import { codeOf, reasonOf } from '../../../domain/runtime/errorDetails.ts';
import { makeSemaphore } from '../../../domain/runtime/semaphore.ts';

/** Maximum size of a PDF, in bytes. */
const MAX_PDF = 256 * 1024 * 1024;
/** Maximum size of a message of an error, in bytes, of which the beginning is reported. */
const MAX_MESSAGE = 64 * 1024;
const MAX_SHOWN = 300;

export interface GotenbergOptions {
  /** The base URL, without a slash at its end. */
  readonly url: string;
  /** Maximum number of requests at a time. */
  readonly size?: number;
  /** Time limit of one request. */
  readonly limitMs?: number;
}

/** Prints documents by a Gotenberg, through its route for HTML. It follows no redirect. */
export function makeGotenberg({ url, size = 2, limitMs = 60_000 }: GotenbergOptions): Browser & Component {
  const semaphore = makeSemaphore(size);
  const stopped = new AbortController();
  return {
    start: async () => {},
    stop: async () => stopped.abort(new Error('the browser was stopped')),
    async print(page, signal) {
      const ends = signal ? AbortSignal.any([stopped.signal, signal]) : stopped.signal;
      const release = await semaphore.acquire(Number.POSITIVE_INFINITY, ends);
      const limit = AbortSignal.timeout(limitMs);
      try {
        return await print(url, page, AbortSignal.any([ends, limit]));
      } catch (error) {
        if (limit.aborted && !ends.aborted)
          throw new Error(`the Gotenberg has not answered within ${limitMs / 1_000} s`, { cause: error });
        throw error;
      } finally {
        release?.();
      }
    },
  };
}

/** @throws BrowserUnavailable if the Gotenberg has not begun the page */
async function print(url: string, { html, onePage }: BrowserPage, signal: AbortSignal): Promise<Uint8Array> {
  if (onePage)
    throw new ConversionRefused(
      'cannot be as long as its content with a Gotenberg: choose another documentSize than AUTO',
    );
  const form = new FormData();
  form.append('files', new File([html], 'index.html', { type: 'text/html' }));
  form.append('preferCssPageSize', 'true');
  form.append('printBackground', 'true');
  form.append('generateTaggedPdf', 'true');
  form.append('generateDocumentOutline', 'true');
  const options = { method: 'POST', body: form, signal, redirect: 'manual' } as const;
  const response = await fetch(`${url}/forms/chromium/convert/html`, options).catch((error: unknown) => {
    throw signal.aborted ? error : faultOf(error);
  });
  if (!response.ok) {
    const message = (await readAtMost(response, MAX_MESSAGE)).toString('utf8').slice(0, MAX_SHOWN).trim();
    if (response.status === BUSY) throw new BrowserUnavailable(`the Gotenberg is busy (status 429): ${message}`);
    // Other statuses are about the Gotenberg, its queue or its gateway, and not about the document.
    if (refusals.has(response.status)) throw new ConversionRefused(`is refused by the Gotenberg: ${message}`);
    throw new Error(`the Gotenberg answered with status ${response.status}: ${message}`);
  }
  const content = await readAtMost(response, MAX_PDF);
  if (content.subarray(0, 5).toString('latin1') !== '%PDF-') throw new Error('the Gotenberg answered with no PDF');
  return content;
}

/** Statuses by which a Gotenberg reports that it cannot print a document. */
const refusals: ReadonlySet<number> = new Set([400, 409, 413]);

/** Too many requests: the queue of the Gotenberg is full. */
const BUSY = 429;

/** Codes of requests that have not reached the Gotenberg. */
const unreached: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
]);

/** A connection that ends during a document is a fault, which is counted: the document may be what ends the Gotenberg. */
function faultOf(error: unknown): Error {
  const reason = codeOf(error) ?? reasonOf(error);
  if (unreached.has(reason)) {
    return new BrowserUnavailable(`the Gotenberg of GOTENBERG_URL cannot be reached: ${reason}`, {
      cause: error,
    });
  }
  return new Error(`the Gotenberg ended the connection without an answer: ${reason}`, { cause: error });
}

async function readAtMost({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`the Gotenberg answered with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
