/** Whether a text is an absolute http or https URL without credentials. */
export function isHttpUrl(text: string): boolean {
  const parsed = /^https?:\/\//i.test(text) && !/[\s\\]/.test(text) ? URL.parse(text) : null;
  return parsed !== null && parsed.username === '' && parsed.password === '';
}
