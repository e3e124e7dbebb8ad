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

/** What telephones and old machines read: without accents, and each sign by those of the keyboard. */
export function transliterate(text: string): string {
  const spelt = text.replace(/[^\n\r -~]/gu, (sign) => spellings[sign] ?? sign).normalize('NFKD');
  return spelt
    .replace(/\p{M}+/gu, '')
    .replace(/[^\n\r -~]/gu, (sign) => spellings[sign] ?? (/\p{Z}/u.test(sign) ? ' ' : ''));
}
