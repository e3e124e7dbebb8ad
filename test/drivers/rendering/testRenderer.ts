import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Rendering, RenderOutcome } from '../../../domain/ports/rendering.ts';
import { makeRenderer } from '../../../drivers/rendering/renderer.ts';
import { makeSandbox } from '../../../drivers/sandbox/sandbox.ts';

export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const log = pino({ level: 'silent' });

type TemplateOptions = Partial<Rendering['template']> & { format?: string; signal?: AbortSignal };

/** A renderer with one process and its own folder of templates. */
export class TestRenderer {
  readonly log = log;
  readonly folder: string;
  readonly sandbox = makeSandbox({ log, size: 1 });
  /** The parent folder of the templates, with a file that no template may read. */
  readonly outside = mkdtempSync(join(tmpdir(), 'waybill-templates-'));
  readonly #renderer: ReturnType<typeof makeRenderer>;

  constructor() {
    this.folder = join(this.outside, 'templates');
    this.#renderer = makeRenderer({
      log,
      sandbox: this.sandbox,
      size: 1,
      templatesDir: this.folder,
      // Some tests wait for this limit; for the others it ends a hang.
      templateMs: 4_000,
      layoutMs: 20_000,
      maxRssMb: 600,
    });
  }

  async start(): Promise<void> {
    const { folder } = this;
    for (const name of ['partials', 'layouts', 'images', 'documents'])
      mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'partials', 'greeting.hbs'), 'Hello {{name}}');
    writeFileSync(join(folder, 'partials', 'broken.hbs'), 'a\nb {{money 1 currency="E"}}');
    writeFileSync(join(folder, 'layouts', 'page.hbs'), '<main>{{> @partial-block}}</main>');
    writeFileSync(join(folder, 'documents', 'note.hbs'), '<p>{{note}}</p>');
    writeFileSync(join(folder, 'images', 'pixel.png'), Buffer.from(PIXEL, 'base64'));
    writeFileSync(join(folder, 'images', 'not.png'), 'secret');
    writeFileSync(join(this.outside, 'secret.hbs'), 'secret');
    symlinkSync(join(this.outside, 'secret.hbs'), join(folder, 'documents', 'link.hbs'));
    await this.#renderer.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#renderer.stop(), this.sandbox.stop()]);
    rmSync(this.outside, { recursive: true });
  }

  evict(): void {
    this.#renderer.evict();
  }

  readonly render = (
    content: string,
    data: object | string = {},
    options: TemplateOptions = {},
  ): Promise<RenderOutcome> => {
    const { format = 'html', signal, ...template } = options;
    return this.#renderer.render(
      {
        template: {
          key: content,
          code: 'test',
          inputType: 'HTML',
          documentType: 'PDF',
          documentSize: 'A4',
          content,
          ...template,
        },
        data: typeof data === 'string' ? data : JSON.stringify(data),
        format,
      },
      signal,
    );
  };

  readonly text = async (content: string, data?: object | string, options?: TemplateOptions): Promise<string> => {
    const outcome = await this.render(content, data, { format: 'text', ...options });
    return 'problem' in outcome ? `problem: ${outcome.problem}` : Buffer.from(outcome.content).toString();
  };

  /** Returns the body of the cleaned document. */
  readonly body = async (content: string, data?: object): Promise<string> => {
    const html = await this.text(content, data, { format: 'html' });
    return /<body>(.*)<\/body>/s.exec(html)?.[1] ?? html;
  };
}
