import { Document, Font, Page, pdf, Text, type TextProps, View } from '@react-pdf/renderer';
import { createElement } from 'react';

/** An invoice with a given number of rows, as HTML and as a hand-written React tree of the same page. */
export interface InvoiceRow {
  readonly name: string;
  readonly quantity: string;
  readonly price: string;
  readonly rate: string;
  readonly total: string;
}

export function invoiceRows(count: number, seed = 0): InvoiceRow[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `Instalace přípojky č. ${i + 1 + seed}`,
    quantity: String(((i * 7 + seed) % 13) + 1),
    price: `${(i * 137 + seed) % 9000},00`,
    rate: '21 %',
    total: `${(i * 977 + seed * 31) % 99_999},50`,
  }));
}

const labels = ['#', 'Položka', 'Množství', 'Cena za kus', 'DPH', 'Celkem'];
const widths = ['7%', '43%', '12%', '14%', '9%', '15%'];

/** The page around the rows of the table. */
function page(number: string, rows: string): string {
  return `<!doctype html><html lang="cs"><head><title>Faktura ${number}</title><style>
    @page { margin: 40pt }
    body { font-family: "Noto Sans"; font-size: 9pt; line-height: 1.3; color: #222222 }
    h1 { font-size: 18pt; margin: 0 0 8pt }
    .parties { width: 100%; margin-bottom: 12pt; border-spacing: 0 } .parties td { width: 50%; padding: 0; vertical-align: top }
    .items { width: 100%; border-collapse: collapse; table-layout: fixed }
    .items th { background: #0b3d91; color: #ffffff; text-align: left; padding: 4pt }
    .items td { padding: 3pt 4pt; border-bottom: .5pt solid #cccccc }
    .items .n { text-align: right }
    .total { text-align: right; font-weight: bold; font-size: 12pt; margin-top: 10pt }
  </style></head><body><h1>Faktura č. ${number}</h1>
  <table class="parties"><tr><td><b>Dodavatel</b><br>Waybill a.s.<br>Příčná 12<br>110 00 Praha 1</td>
  <td><b>Odběratel</b><br>Žluťoučký kůň s.r.o.<br>Ďáblická 7<br>602 00 Brno</td></tr></table>
  <table class="items"><colgroup>${widths.map((width) => `<col style="width: ${width}">`).join('')}</colgroup>
  <thead><tr>${labels.map((label, i) => `<th${i > 1 ? ' class="n"' : ''}>${label}</th>`).join('')}</tr></thead>
  <tbody>${rows}</tbody></table>
  <p class="total">Celkem k úhradě: 123 456,00 Kč</p></body></html>`;
}

/** Returns a row of the table; the cells are values, or the expressions of a template. */
const tableRow = ([index, name, ...numbers]: readonly string[]): string =>
  `<tr><td>${index}</td><td>${name}</td>${numbers.map((value) => `<td class="n">${value}</td>`).join('')}</tr>\n`;

export function invoiceHtml(rows: readonly InvoiceRow[], number: number): string {
  const cells = rows.map(({ name, quantity, price, rate, total }, i) =>
    tableRow([String(i + 1), name, quantity, price, rate, total]),
  );
  return page(String(number), cells.join(''));
}

/** The same page as a FormatterTemplate, and its data. */
export const invoiceTemplate = page(
  '{{this.no}}',
  `{{#each this.rows}}${tableRow(['index', 'name', 'quantity', 'price', 'rate', 'total'].map((name) => `{{this.${name}}}`))}{{/each}}`,
);
export const invoiceData = (rows: number, no: number): object => ({
  no,
  rows: invoiceRows(rows, no).map((row, i) => ({ index: i + 1, ...row })),
});

export function registerPeerFonts(): void {
  const file = (path: string): string => Bun.resolveSync(`@expo-google-fonts/noto-sans/${path}`, import.meta.dir);
  Font.register({
    family: 'Noto Sans',
    fonts: [
      { src: file('400Regular/NotoSans_400Regular.ttf'), fontWeight: 400 },
      { src: file('700Bold/NotoSans_700Bold.ttf'), fontWeight: 700 },
    ],
  });
  Font.registerHyphenationCallback((word) => [word]);
}

const styles = {
  page: { padding: 40, fontFamily: 'Noto Sans', fontSize: 9, lineHeight: 1.3, color: '#222222' },
  title: { fontSize: 18, fontWeight: 700, marginBottom: 8 },
  parties: { flexDirection: 'row', marginBottom: 12 },
  party: { width: '50%' },
  bold: { fontWeight: 700 },
  head: { flexDirection: 'row', backgroundColor: '#0b3d91', color: '#ffffff', fontWeight: 700 },
  row: { flexDirection: 'row', borderBottomWidth: 0.5, borderBottomColor: '#cccccc' },
  total: { textAlign: 'right', fontWeight: 700, fontSize: 12, marginTop: 10 },
} as const;
const cells = widths.map((width, i) => ({
  width,
  padding: 4,
  textAlign: i > 1 ? ('right' as const) : ('left' as const),
}));
const rowCells = cells.map((cell) => ({ ...cell, paddingVertical: 3 }));

type Style = NonNullable<TextProps['style']>;

/** Renders the invoice with @react-pdf/renderer alone, its head on each page, and returns the length of the PDF. */
export async function invoiceByReact(rows: readonly InvoiceRow[], number: number): Promise<number> {
  const text = (style: Style, value: string, key?: number) => createElement(Text, { style, key: key ?? value }, value);
  const row = (values: readonly string[], key: number) =>
    createElement(
      View,
      { key, style: styles.row, wrap: false },
      values.map((value, i) => text(rowCells[i] as Style, value, i)),
    );
  const party = (lines: readonly string[]) =>
    createElement(
      View,
      { style: styles.party },
      lines.map((line, i) => text(i === 0 ? styles.bold : {}, line, i)),
    );
  const page = createElement(
    Page,
    { size: 'A4', style: styles.page },
    text(styles.title, `Faktura č. ${number}`),
    createElement(
      View,
      { style: styles.parties },
      party(['Dodavatel', 'Waybill a.s.', 'Příčná 12', '110 00 Praha 1']),
      party(['Odběratel', 'Žluťoučký kůň s.r.o.', 'Ďáblická 7', '602 00 Brno']),
    ),
    createElement(
      View,
      { style: styles.head, fixed: true },
      labels.map((label, i) => text(cells[i] as Style, label, i)),
    ),
    rows.map(({ name, quantity, price, rate, total }, i) =>
      row([String(i + 1), name, quantity, price, rate, total], i),
    ),
    text(styles.total, 'Celkem k úhradě: 123 456,00 Kč'),
  );
  const stream = await pdf(createElement(Document, { title: `Faktura ${number}`, language: 'cs' }, page)).toBuffer();
  let length = 0;
  for await (const chunk of stream) length += chunk.length;
  return length;
}
