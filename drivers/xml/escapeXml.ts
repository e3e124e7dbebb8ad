const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for XML, as content or in an attribute in double quotes. */
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => REFERENCES[sign] ?? sign);
