import { existsSync } from 'node:fs';
import { messageOf } from '../../domain/runtime/errorDetails.ts';
import { builtSite, canBuildSite, packedSite, previousSite, siteScript } from './siteFile.ts';

export interface Site {
  /** Files by path, such as `concepts.html`. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** Sources of Content-Security-Policy for the scripts within the pages. */
  readonly scriptHashes: readonly string[];
  /** Present if the site is of the time before a change, and is being built. */
  readonly absence?: SiteAbsence;
}

/** A site that cannot be shown, and why. */
export interface SiteAbsence {
  readonly reason: string;
  /** The site is being built. */
  readonly isComing: boolean;
}

/**
 * The documentation site. A release contains it. In a checkout, the first request for a page builds it in a process of its
 * own. Until then, `find` returns the site that was built before the last change, or an absence if there is none. Later requests,
 * and later starts, find it built until a page changes.
 */
export class SiteLoader {
  #loaded: Promise<Site> | undefined;
  #previous: { readonly path: string; readonly site: Promise<Site | undefined> } | undefined;
  #building: { readonly since: number } | undefined;
  #failure: string | undefined;

  async find(): Promise<Site | SiteAbsence> {
    if (this.#loaded) return this.#loaded;
    const isCheckout = canBuildSite();
    const path = isCheckout ? await builtSite() : packedSite;
    if (existsSync(path)) return this.#load(path);
    if (!isCheckout) return { isComing: false, reason: 'This installation was made without the guides.' };
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) return { isComing: false, reason: `The guides cannot be built: ${failure}` };
    if (!this.#building) {
      this.#building = { since: performance.now() };
      void this.#build();
    }
    const seconds = Math.round((performance.now() - this.#building.since) / 1_000);
    const reason = `The guides are being built from the files of this checkout, for ${seconds} s so far. That takes a minute, and longer on a busy machine.`;
    const absence = { isComing: true, reason };
    const previous = await this.#loadPrevious();
    return previous ? { ...previous, absence } : absence;
  }

  /** The builder of another process may delete the file before it is read. */
  #loadPrevious(): Promise<Site | undefined> {
    const path = previousSite();
    if (path !== undefined && path !== this.#previous?.path)
      this.#previous = { path, site: readSite(path).catch(() => undefined) };
    return this.#previous?.site ?? Promise.resolve(undefined);
  }

  #load(path: string): Promise<Site> {
    this.#previous = undefined;
    this.#loaded ??= readSite(path).catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }

  async #build(): Promise<void> {
    try {
      this.#failure = await build();
    } catch (error) {
      this.#failure = messageOf(error);
    }
    this.#building = undefined;
  }
}

/** Builds the site in a process of its own. Returns why it failed; undefined if it did not. */
async function build(): Promise<string | undefined> {
  const builder = Bun.spawn([process.execPath, siteScript, '--with-parent'], {
    env: { ...process.env, NODE_ENV: 'production' },
    // When this process ends, the pipe closes, and the builder ends too.
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const [errors, code] = await Promise.all([builder.stderr.text(), builder.exited]);
  return code === 0 ? undefined : (errors.trim().split('\n').at(-1) ?? '') || `the builder ended with ${code}`;
}

/** The source of a Content-Security-Policy that allows a script within a page. */
export const hashOfScript = (script: string): string =>
  `'sha256-${new Bun.CryptoHasher('sha256').update(script).digest('base64')}'`;

async function readSite(path: string): Promise<Site> {
  const archive = new Bun.Archive(await Bun.zstdDecompress(await Bun.file(path).bytes()));
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const scriptHashes = new Set<string>();
  for (const [name, file] of await archive.files()) {
    files.set(name, await file.bytes());
    if (!name.endsWith('.html')) continue;
    for (const [, script = ''] of (await file.text()).matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs))
      scriptHashes.add(hashOfScript(script));
  }
  return { files, scriptHashes: [...scriptHashes] };
}
