import type { BrowserPage, OnePage } from '../../../domain/ports/rendering.ts';
import type { DevTools } from './devTools.ts';
import { pagePolicy } from './pagePolicy.ts';

/** The address of every document. It is answered from memory, and the name cannot exist. */
const ADDRESS = 'http://document.invalid/';
/** A document has no origin, runs nothing, sends nothing, and loads data URIs alone. */
const POLICY = `sandbox; ${pagePolicy}`;
/** Greatest height of a page that PDF readers accept, in CSS pixels. */
const MAX_HEIGHT = 19_200;
/** Maximum size of a PDF, in bytes; that of a document after finishing is smaller. */
const MAX_PDF = 256 * 1024 * 1024;
/** Bytes of a PDF that are read at a time. */
const CHUNK = 1024 * 1024;

interface PausedRequest {
  readonly requestId: string;
  readonly request: { readonly url: string };
  readonly resourceType: string;
}

/** A page of Chromium that is used for one document after the other. */
export class ChromiumPage {
  readonly #devTools: DevTools;
  #sessionId = '';
  /** The document that the next request for `ADDRESS` gets. */
  #document: string | undefined;
  #loaded: () => void = () => {};

  constructor(devTools: DevTools) {
    this.#devTools = devTools;
  }

  async open(): Promise<void> {
    const devTools = this.#devTools;
    const { browserContextId } = await devTools.send<{ browserContextId: string }>('Target.createBrowserContext');
    await devTools.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId });
    const target = { url: 'about:blank', browserContextId };
    const { targetId } = await devTools.send<{ targetId: string }>('Target.createTarget', target);
    const attach = { targetId, flatten: true };
    this.#sessionId = (await devTools.send<{ sessionId: string }>('Target.attachToTarget', attach)).sessionId;
    await this.#send('Emulation.setScriptExecutionDisabled', { value: true });
    await this.#send('Emulation.setEmulatedMedia', { media: 'print' });
    await this.#send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    await this.#send('Page.enable');
  }

  /** Handles an event of the page. */
  onEvent(method: string, params: Readonly<Record<string, unknown>>): void {
    if (method === 'Page.loadEventFired') this.#loaded();
    else if (method === 'Fetch.requestPaused') this.#answer(params as unknown as PausedRequest);
  }

  /** Prints a document. Throws PrintRefused if it cannot be loaded or is too large. */
  async print({ html, onePage }: BrowserPage): Promise<Uint8Array> {
    if (onePage) await this.#load(`${html}<style>@page{size:${await this.#sizeOf(html, onePage)}!important}</style>`);
    else await this.#load(html);
    const { stream } = await this.#send<{ stream: string }>('Page.printToPDF', {
      printBackground: true,
      preferCSSPageSize: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
      transferMode: 'ReturnAsStream',
    });
    return this.#read(stream);
  }

  /** Returns the size of the page that has the whole content. */
  async #sizeOf(html: string, { width, sides, ends }: OnePage): Promise<string> {
    const viewport = { width: Math.max(1, Math.round(width - sides)), height: 1 };
    await this.#send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: false });
    await this.#load(html);
    const metrics = await this.#send<{ cssContentSize: { height: number } }>('Page.getLayoutMetrics');
    await this.#send('Emulation.clearDeviceMetricsOverride');
    // A pixel more, because the lengths of the page are rounded.
    const height = Math.min(MAX_HEIGHT, Math.ceil(metrics.cssContentSize.height + ends) + 1);
    return `${width}px ${height}px`;
  }

  async #load(html: string): Promise<void> {
    this.#document = html;
    const loaded = new Promise<void>((resolve) => {
      this.#loaded = resolve;
    });
    const { errorText } = await this.#send<{ errorText?: string }>('Page.navigate', { url: ADDRESS });
    if (errorText !== undefined) throw new Error(`the browser did not load the document: ${errorText}`);
    await loaded;
  }

  /** Answers the request for the document, and refuses every other one. */
  #answer({ requestId, request, resourceType }: PausedRequest): void {
    const html = resourceType === 'Document' && request.url === ADDRESS ? this.#document : undefined;
    this.#document = html === undefined ? this.#document : undefined;
    const answered =
      html === undefined
        ? this.#send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        : this.#send('Fetch.fulfillRequest', {
            requestId,
            responseCode: 200,
            responseHeaders: [
              { name: 'content-type', value: 'text/html; charset=utf-8' },
              { name: 'content-security-policy', value: POLICY },
            ],
            body: Buffer.from(html).toString('base64'),
          });
    // A request may be gone before its answer.
    answered.catch(() => {});
  }

  async #read(handle: string): Promise<Uint8Array> {
    const chunks: Buffer[] = [];
    let length = 0;
    for (let isEnd = false; !isEnd; ) {
      const part = await this.#devTools.send<{ data: string; base64Encoded?: boolean; eof: boolean }>(
        'IO.read',
        { handle, size: CHUNK },
        this.#sessionId,
      );
      const chunk = Buffer.from(part.data, part.base64Encoded ? 'base64' : 'latin1');
      length += chunk.length;
      if (length > MAX_PDF) throw new PrintRefused(`makes a PDF larger than ${MAX_PDF / 1024 / 1024} MB`);
      chunks.push(chunk);
      isEnd = part.eof;
    }
    await this.#send('IO.close', { handle });
    return Buffer.concat(chunks);
  }

  #send<Result>(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Result> {
    return this.#devTools.send<Result>(method, params, this.#sessionId);
  }
}

/** The document is at fault. */
export class PrintRefused extends Error {
  override readonly name = 'PrintRefused';
}
