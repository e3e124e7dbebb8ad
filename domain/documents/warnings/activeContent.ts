import { decodeReferences } from '../html/characterReferences.ts';
import type { ScannedAttribute } from '../html/readTag.ts';
import { linkOf } from './htmlSupport.ts';
import { DYNAMIC } from './inspectOptions.ts';
import { shown } from './shownText.ts';

const noScripts = 'because documents run no scripts';

/** Types of `<script>` whose content runs; all others are data. */
const runs = /^\s*(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma|j|live)script.*)\s*$/i;

/** Returns the problem of a `<script>`; undefined for one with data, which nobody misses in a PDF. */
export function scriptProblem(type: string | undefined, isMail: boolean): string | undefined {
  if (runs.test(type ?? '')) return `<script> is removed, ${noScripts}`;
  return isMail ? `<script type="${shown(type ?? '')}"> is removed with its content` : undefined;
}

/** Generates the attributes of an element that would run a script or lead somewhere, and do not. */
export function* removedAttributes(
  element: string,
  attributes: readonly ScannedAttribute[],
): Generator<{ readonly at: number; readonly problem: string }> {
  for (const { name, value, at } of attributes) {
    if (/^on[a-z]+$/.test(name)) yield { at, problem: `${name} of <${element}> is removed, ${noScripts}` };
    else if (name === 'href' && element === 'a') {
      const problem = linkProblem(decodeReferences(value));
      if (problem !== undefined) yield { at, problem };
    }
  }
}

function linkProblem(target: string): string | undefined {
  // The data may decide how the target begins.
  if (target.trim() === '' || target.trimStart().startsWith(DYNAMIC) || linkOf(target) !== undefined) return undefined;
  const reason = /^\s*(?:javascript|vbscript):/i.test(target)
    ? noScripts
    : 'because links lead to http:, https:, mailto: and tel: addresses, or to places in the document';
  return `the link to ${shown(target)} is removed, ${reason}`;
}
