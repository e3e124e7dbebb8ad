/** JSON without a loss of digits: whole numbers that a double cannot hold are BigInts. They stay doubles before Node 22. */

const { rawJSON } = JSON as unknown as { readonly rawJSON?: (text: string) => unknown };
const longNumber = /\d{16}/;
const wholeNumber = /^-?\d+$/;

export const parse = (text: string): unknown => (longNumber.test(text) ? JSON.parse(text, exact) : JSON.parse(text));

function exact(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const { source = '' } = context ?? {};
  return wholeNumber.test(source) ? BigInt(source) : value;
}

export const stringify = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'bigint' && rawJSON ? rawJSON(`${inner}`) : inner,
  );

/** Reads the body of a response in a format of the generated client. */
export const bodyOf = async (response: Response, format: 'arrayBuffer' | 'blob' | 'formData' | 'json' | 'text') =>
  format === 'json' ? parse(await response.text()) : response[format]();
