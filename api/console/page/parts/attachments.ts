/**
 * The attachments of a raw e-mail, in the order of its parts: every leaf that is not a text of the message itself.
 * Supports only the part of MIME that this service sends.
 */
export function attachmentsOf(raw: string): Uint8Array<ArrayBuffer>[] {
  const { headers, body } = partOf(raw);
  const boundary = /boundary="?([^";\r\n]+)"?/i.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary) {
    const parts = `\n${body.replaceAll('\r\n', '\n')}`.split(`\n--${boundary}`).slice(1);
    return parts
      .filter((part) => !part.startsWith('--'))
      .flatMap((part) => attachmentsOf(part.replace(/^[^\n]*\n/, '')));
  }
  const type = headers.get('content-type') ?? 'text/plain';
  const isAttached = /^attachment/i.test(headers.get('content-disposition') ?? '');
  if (!isAttached && !headers.has('content-id') && /^text\/(plain|html)/i.test(type)) return [];
  return [decoded(body, headers.get('content-transfer-encoding') ?? '')];
}

function partOf(text: string): { headers: Map<string, string>; body: string } {
  const plain = text.replaceAll('\r\n', '\n');
  const end = plain.indexOf('\n\n');
  const head = (end === -1 ? plain : plain.slice(0, end)).replaceAll(/\n[ \t]+/g, ' ');
  const headers = head.split('\n').flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon === -1 ? [] : [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]];
  });
  return { headers: new Map(headers), body: end === -1 ? '' : plain.slice(end + 2) };
}

function decoded(body: string, encoding: string): Uint8Array<ArrayBuffer> {
  if (/base64/i.test(encoding)) return Uint8Array.from(atob(body.replaceAll(/\s/g, '')), (one) => one.charCodeAt(0));
  if (!/quoted-printable/i.test(encoding)) return new TextEncoder().encode(body);
  const joined = body.replaceAll(/=\n/g, '');
  const latin = joined.replaceAll(/=([\dA-F]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Uint8Array.from(latin, (one) => one.charCodeAt(0));
}
