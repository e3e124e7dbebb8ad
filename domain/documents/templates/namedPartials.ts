import { templatePartials } from './templateFiles.ts';

/** Texts of data that are not escaped, and partials whose name is computed. */
const dynamic = /\{\{(?:\{|~?&|~?#?>\s*\()/;

const named = /\{\{~?#?>\s*["']?([^\s"'}~|]+)/g;

/**
 * Returns the texts of the partials that a template names, and of those that they name; undefined if data writes HTML into the
 * template or into one of them, or names a partial.
 */
export function namedPartials(template: string, folder: string): string | undefined {
  const partials = templatePartials(folder);
  const texts = new Map([['', template]]);
  for (const text of texts.values()) {
    if (dynamic.test(text)) return undefined;
    for (const [, name = ''] of text.matchAll(named)) {
      const partial = partials.get(name);
      if (partial !== undefined && !texts.has(name)) texts.set(name, partial);
    }
  }
  texts.delete('');
  return [...texts.values()].join('\n');
}
