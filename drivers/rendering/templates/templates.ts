import Handlebars from 'handlebars';
import { templateFile } from '../../../domain/documents/templates/checkTemplate.ts';
import { parseTemplate } from '../../../domain/documents/templates/parseTemplate.ts';
import { TemplateFault } from '../../../domain/documents/templates/templateFault.ts';
import { forgetTemplatePartials, templatePartials } from '../../../domain/documents/templates/templateFiles.ts';
import type { Translations } from '../../../domain/documents/templates/translations.ts';
import { parseJson } from '../../../domain/validation/parseJson.ts';
import type { TemplateSource } from '../renderWork.ts';
import { MAX_OUTPUT, type RootData } from './helperContext.ts';
import { helpers } from './helpers.ts';

type Compiled = (data: unknown) => string;

interface Escaping {
  readonly escaped: boolean;
}

/** Maximum number of cached templates; the least recently used are evicted. */
const MAX_CACHED = 200;
/** Maximum length of their sources, in characters; a compiled template takes some ten times as much memory. */
const MAX_CACHED_LENGTH = 2_000_000;

/** Compiles and runs templates in this process. `escaped`: whether values of the data are escaped for HTML. */
export class Templates {
  readonly #folder: string;
  readonly #cache = new Map<string, { run: Compiled; length: number }>();
  readonly #partials = new Map<boolean, Readonly<Record<string, Handlebars.Template>>>();
  #texts: readonly Translations[] | undefined;
  #length = 0;
  #epoch = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Runs a template.
   *
   * @throws TemplateFault if the template or its data is at fault
   */
  run(source: TemplateSource, data: string, { escaped, epoch }: Escaping & { readonly epoch: number }): string {
    if (epoch !== this.#epoch) this.#evict(epoch);
    const compiled = this.#compiled(source, { escaped });
    return clean(compiled(contextOf(data)));
  }

  #evict(epoch: number): void {
    this.#epoch = epoch;
    this.#cache.clear();
    this.#length = 0;
    this.#partials.clear();
    this.#texts = undefined;
    forgetTemplatePartials();
  }

  #compiled(source: TemplateSource, { escaped }: Escaping): Compiled {
    const key = `${escaped ? 'h' : 't'}:${source.inputType}:${source.key}`;
    const cached = this.#cache.get(key);
    if (cached) {
      this.#cache.delete(key);
      this.#cache.set(key, cached);
      return cached.run;
    }
    const content = source.inputType === 'FILE' ? templateFile(source.content, this.#folder) : source.content;
    const run = this.#compile(content, { escaped });
    this.#cache.set(key, { run, length: content.length });
    this.#length += content.length;
    for (const [oldest, { length }] of this.#cache) {
      if ((this.#cache.size <= MAX_CACHED && this.#length <= MAX_CACHED_LENGTH) || oldest === key) break;
      this.#cache.delete(oldest);
      this.#length -= length;
    }
    return run;
  }

  #compile(content: string, { escaped }: Escaping): Compiled {
    const sources = templatePartials(this.#folder);
    const own = parseTemplate(content, sources);
    this.#texts ??= [...sources.values()].map((partial) => parseTemplate(partial, sources));
    const texts = mergeTexts([own, ...this.#texts]);
    const compiled = handlebars.compile(content, optionsFor({ escaped }));
    let partials = this.#partials.get(escaped);
    if (!partials) {
      partials = Object.fromEntries(
        [...sources].map(([name, partial]) => [name, handlebars.compile(partial, optionsFor({ escaped }, name))]),
      );
      this.#partials.set(escaped, partials);
    }
    const run = {
      helpers: helpers as never,
      partials: partials as Record<string, Handlebars.Template>,
      // The defaults; set explicitly they print no warning for each access.
      allowProtoMethodsByDefault: false,
      allowProtoPropertiesByDefault: false,
    };
    return (data) => {
      try {
        return compiled(data, { ...run, data: { texts, written: { length: 0 }, escaped } satisfies RootData });
      } catch (error) {
        throw asFault(error);
      }
    };
  }
}

/** An instance with only the helpers of this service. Inherited members of objects are not visible. */
const handlebars = Handlebars.create();
handlebars.unregisterHelper('log');

/** Partials are named, so that an error in one can be distinguished from an error in the template. */
function optionsFor({ escaped }: Escaping, srcName?: string): CompileOptions {
  return { noEscape: !escaped, ...(srcName !== undefined && { srcName }) };
}

function contextOf(data: string): unknown {
  let context: unknown;
  try {
    context = parseJson(data);
  } catch {
    throw new TemplateFault('the data is not JSON');
  }
  if (typeof context !== 'object' || context === null || Array.isArray(context))
    throw new TemplateFault('the data must be an object');
  return context;
}

/** Merges texts: the first source of a text wins, and the first language of all is the default. */
function mergeTexts(all: readonly Translations[]): Translations {
  const merged: Record<string, Translations[string]> = {};
  for (const texts of all) {
    for (const [language, own] of Object.entries(texts)) merged[language] = { ...own, ...merged[language] };
  }
  return merged;
}

/** Removes what no document can contain: control characters and lone surrogates. */
function clean(text: string): string {
  if (text.length > MAX_OUTPUT) throw new TemplateFault(`writes more than ${MAX_OUTPUT / 1024 / 1024} MB`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '');
}

function asFault(error: unknown): TemplateFault {
  if (error instanceof TemplateFault) return error;
  if (error instanceof RangeError) {
    const memory = /memory|string length/i.test(error.message);
    return new TemplateFault(memory ? 'needs more memory than a template may have' : 'calls itself endlessly');
  }
  const { message, lineNumber, column } = error as { message: string; lineNumber?: number; column?: number };
  return new TemplateFault(
    message.replace(/ - \d+:\d+$/, ''),
    lineNumber === undefined ? undefined : { line: lineNumber, column: (column ?? 0) + 1 },
  );
}
