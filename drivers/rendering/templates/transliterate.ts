const spellings: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '–': '-',
  '—': '-',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '·': '-',
  '•': '-',
  '×': 'x',
  '°': ' deg ',
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
};

/** Returns a text in ASCII: letters without accents, other characters replaced by similar ones or removed. */
export function transliterate(text: string): string {
  const replaced = text.replace(/[^\n\r -~]/gu, (sign) => spellings[sign] ?? sign).normalize('NFKD');
  return replaced
    .replace(/\p{M}+/gu, '')
    .replace(/[^\n\r -~]/gu, (sign) => spellings[sign] ?? (/\p{Z}/u.test(sign) ? ' ' : ''));
}
