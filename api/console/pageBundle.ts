import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { notFound } from '../../domain/errors.ts';
import { describe } from '../../domain/validation/values.ts';
import { weightsIn } from '../http/contentNegotiation.ts';
import type { Answer } from '../http/route.ts';
import { icon } from './icon.ts';

/** What a bundler makes of the modules of a page. */
export interface Bundle {
  readonly files: readonly { readonly name: string; readonly text: string; readonly type: string }[];
  /** Elements of the head of the page that load or contain its files. */
  readonly head: string;
  /** The scripts that the page contains, empty if all are files: the first runs in its head, the other at its end. */
  readonly early: string;
  readonly script: string;
}

interface ServedFile {
  readonly type: string;
  /** Returns the file in a coding, compressed at the first call. */
  readonly encoded: (coding: 'br' | 'gzip') => Promise<Uint8Array<ArrayBuffer>>;
}

type ServedBundle = Omit<Bundle, 'files'> & { readonly files: ReadonlyMap<string, ServedFile> };

const [brotliBytes, gzipBytes] = [promisify(brotliCompress), promisify(gzip)];

/**
 * The files of a page that runs in browsers. The first request bundles them in about a second, so the repository
 * contains no built files and there is no build step.
 */
export class PageBundle {
  #bundling: Promise<ServedBundle> | undefined;
  readonly #build: () => Promise<Bundle>;

  constructor(build: () => Promise<Bundle>) {
    this.#build = build;
  }

  /** Returns the parts of the page. */
  parts(): Promise<Omit<Bundle, 'files'>> {
    return this.#bundle();
  }

  /** Returns a file of the page, compressed. Throws a 404 if there is none of that name. */
  async file(name: string, requested: Headers): Promise<Answer> {
    const { files } = await this.#bundle();
    // While two releases run, the page of one may request its file from the other, which serves its own version of it.
    const [found, cacheControl] = files.has(name)
      ? [files.get(name), 'public, max-age=31536000, immutable']
      : [[...files].find(([own]) => withoutHash(own) === withoutHash(name))?.[1], 'no-store'];
    if (!found) throw notFound('The file does not exist.', [`name: the page has no file ${describe(name)}`]);
    // Every browser accepts gzip, and over HTTPS brotli, which is a seventh smaller.
    const coding = (weightsIn(requested.get('accept-encoding')).get('br') ?? 0) > 0 ? 'br' : 'gzip';
    return {
      body: await found.encoded(coding),
      contentType: found.type,
      headers: {
        'cache-control': cacheControl,
        'content-encoding': coding,
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
      },
    };
  }

  #bundle(): Promise<ServedBundle> {
    this.#bundling ??= this.#build().then(
      ({ files, ...parts }) => ({
        ...parts,
        files: new Map(files.map(({ name, text, type }) => [name, { type, encoded: encoder(text) }])),
      }),
      (error: unknown) => {
        this.#bundling = undefined;
        throw error;
      },
    );
    return this.#bundling;
  }
}

/** Returns the function that compresses a text once in each coding. */
function encoder(text: string): ServedFile['encoded'] {
  const results = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  return (coding) => {
    const bytes =
      results.get(coding) ??
      (coding === 'br' ? brotliBytes(text) : gzipBytes(text, { level: 9 })).then((body) => new Uint8Array(body));
    results.set(coding, bytes);
    return bytes;
  };
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

/** Returns the beginning of a page: all but its inline scripts and `pageEnd`. */
export const pageStart = ({ title, head, fallback, first = '' }: PageParts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
${head}
</head>
<body>${first}<div id="app"><noscript>${fallback}</noscript></div>
`;

export const pageEnd = '</body>\n</html>\n';

/** Returns a page that consists of its files. */
export const htmlPage = (parts: PageParts): string => pageStart(parts) + pageEnd;
