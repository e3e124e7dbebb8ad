type Sources = Readonly<Record<string, readonly string[]>>;

/** What every page may load: files of this service. Nobody may frame a page, and no form is sent by the browser itself. */
const base: Sources = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/**
 * Returns the headers of a page of the console or of the documentation, with its Content-Security-Policy.
 *
 * @param added sources that the page needs besides those of every page, by directive
 */
export function pageHeaders(added: Sources = {}): Record<string, string> {
  const directives = [...new Set([...Object.keys(base), ...Object.keys(added)])];
  const policy = directives.map((name) => [name, ...(base[name] ?? []), ...(added[name] ?? [])].join(' '));
  return {
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  };
}
