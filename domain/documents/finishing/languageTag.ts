/** Returns a language as PDF names it (BCP 47); undefined if it is none. */
export function languageTag(text: string | undefined): string | undefined {
  const tag = text?.trim().replaceAll('_', '-');
  return tag !== undefined && /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(tag) ? tag : undefined;
}

/** Returns what is wrong with the language of a document; undefined if nothing is. */
export function languageProblem(text: string): string | undefined {
  if (languageTag(text) !== undefined) return undefined;
  return `must be a language, such as cs or en-GB, not ${JSON.stringify(text.slice(0, 100))}`;
}
