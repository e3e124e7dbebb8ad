import { notFound } from '../../domain/errors.ts';
import { describe } from '../../domain/validation/values.ts';
import type { Answer } from '../http/route.ts';
import { icon } from './icon.ts';

interface Bundle {
  /** Files by name, compressed. */
  readonly files: ReadonlyMap<string, { readonly body: Uint8Array<ArrayBuffer>; readonly type: string }>;
  /** Elements of the page that load the files. */
  readonly head: string;
}

/**
 * The files of a page that runs in browsers. The first request bundles them in less than a second, so the repository
 * contains no built files and there is no build step.
 */
export class PageBundle {
  #bundling: Promise<Bundle> | undefined;
  readonly #entry: string;
  readonly #base: string;
  readonly #inlinesStyles: boolean;

  /**
   * @param entry path of the module that starts the page
   * @param base path of the service below which the files are served
   * @param options with `inlinesStyles`, the style sheet is part of the page, so that a browser paints after one response
   */
  constructor(entry: string, base: string, { inlinesStyles = false }: { readonly inlinesStyles?: boolean } = {}) {
    this.#entry = entry;
    this.#base = base;
    this.#inlinesStyles = inlinesStyles;
  }

  /** Returns the elements of the page that load its files. */
  async head(): Promise<string> {
    return (await this.#bundle()).head;
  }

  /** Returns a file of the page. Throws a 404 if there is none of that name. */
  async file(name: string): Promise<Answer> {
    const { files } = await this.#bundle();
    // While two releases run, the page of one may request its file from the other, which serves its own version of it.
    const [found, cacheControl] = files.has(name)
      ? [files.get(name), 'public, max-age=31536000, immutable']
      : [[...files].find(([own]) => withoutHash(own) === withoutHash(name))?.[1], 'no-store'];
    if (!found) throw notFound('The file does not exist.', [`name: the page has no file ${describe(name)}`]);
    return {
      body: found.body,
      contentType: found.type,
      headers: {
        'cache-control': cacheControl,
        'content-encoding': 'gzip',
        'x-content-type-options': 'nosniff',
      },
    };
  }

  #bundle(): Promise<Bundle> {
    this.#bundling ??= this.#build().catch((error: unknown) => {
      this.#bundling = undefined;
      throw error;
    });
    return this.#bundling;
  }

  /** Bundles the page. File names contain a hash of the content, so browsers can cache them permanently. */
  async #build(): Promise<Bundle> {
    const { outputs } = await Bun.build({
      entrypoints: [this.#entry],
      target: 'browser',
      minify: true,
      // Modules that a view imports when it needs them, such as the code editor, are files of their own.
      splitting: true,
      naming: '[name]-[hash].[ext]',
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    const files = new Map<string, { body: Uint8Array<ArrayBuffer>; type: string }>();
    const elements: string[] = [];
    for (const output of outputs) {
      const name = output.path.replace(/^.*\//, '');
      if (output.kind !== 'chunk') elements.push(await this.#element(name, output));
      files.set(name, { body: Bun.gzipSync(await output.arrayBuffer(), { level: 9 }), type: output.type });
    }
    return { files, head: elements.join('\n') };
  }

  /** Returns the element of the page that loads a file, or contains it. */
  async #element(name: string, file: Blob): Promise<string> {
    if (!name.endsWith('.css')) return `<script type="module" src="${this.#base}/${name}"></script>`;
    if (!this.#inlinesStyles) return `<link rel="stylesheet" href="${this.#base}/${name}">`;
    return `<style>${(await file.text()).replaceAll('</', '<\\/')}</style>`;
  }
}

/** `main-1a2b.js` → `main.js` */
const withoutHash = (name: string): string => name.replace(/-[^-.]+(\.\w+)$/, '$1');

interface PageParts {
  readonly title: string;
  /** Elements that load the files of the page. */
  readonly head: string;
  /** What browsers without JavaScript show. */
  readonly fallback: string;
  /** What is shown until the script of the page has run. */
  readonly first?: string;
}

/** Returns a page that consists of its files. */
export const htmlPage = ({ title, head, fallback, first = '' }: PageParts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
${head}
</head>
<body>${first}<div id="app"><noscript>${fallback}</noscript></div></body>
</html>
`;
