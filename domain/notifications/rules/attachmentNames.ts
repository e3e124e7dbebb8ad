import { checkTemplate } from '../../documents/templates/checkTemplate.ts';
import { safeFileName } from '../../documents/templates/fileNames.ts';
import { placed } from '../../documents/templates/templateFault.ts';
import { describe } from '../../validation/values.ts';
import { hasControl } from '../channels/addresses.ts';

const MAX_NAME = 255;
/** Maximum length of a name that is a template. */
const MAX_TEMPLATE = 1_000;

/** Whether a text has places for data. Any other text is its own output, and is not rendered. */
export const hasPlaces = (text: string): boolean => text.includes('{{');

/** Whether a text is a template, or a plain file name: no path, no control characters. */
export const isAttachmentName = (name: string): boolean =>
  hasPlaces(name)
    ? name.length <= MAX_TEMPLATE && !hasControl(name)
    : !['', '.', '..'].includes(name) && name.length <= MAX_NAME && !/[/\\]/.test(name) && !hasControl(name);

/** Returns the problem of the name of an attachment, or undefined. */
export function problemOfName(name: string): string | undefined {
  if (!isAttachmentName(name)) return `must be a file name, not ${describe(name)}`;
  const problem = hasPlaces(name) ? checkTemplate('HTML', name) : undefined;
  return problem && placed(problem);
}

/**
 * Returns the file name that the template of a name has rendered.
 *
 * @param extension the extension that the file must have; if absent, the name is unchanged
 */
export function renderedName(text: string, extension?: string): string {
  const name = safeFileName(text);
  return extension === undefined ? name : withExtension(name, extension);
}

/** Appends an extension to a file name that does not have it. */
export function withExtension(name: string, extension: string): string {
  const extensions = extension === 'html' ? ['.html', '.htm'] : [`.${extension}`];
  return extensions.some((one) => name.toLowerCase().endsWith(one)) ? name : `${name}.${extension}`;
}
