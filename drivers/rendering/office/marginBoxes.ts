import type { MarginBox, PageSetup } from '../pdf/pageSetup.ts';
import { Counters } from '../pdf/tree/generated/counters.ts';
import { type Generated, generatedContent } from '../pdf/tree/generated/generatedContent.ts';

/** A page that is neither the first one nor on the left. */
const ORDINARY = 3;

/** Writes the boxes in the top and the bottom margin of pages as header and footer of a page for a text document. */
export function withMarginBoxes(html: string, setup: PageSetup): string {
  const boxes = setup.boxesOf(ORDINARY, '');
  let page = html;
  for (const [edge, side] of [
    ['footer', 'bottom'],
    ['header', 'top'],
  ] as const) {
    const content = edgeOf(side, boxes, new Counters(setup.counterStyles));
    if (content === '') continue;
    const own = tagsOf(edge, page).find(([tag]) => /\sdata-page[\s=>]/.test(tag.replaceAll(/"[^"]*"/g, '""')));
    const start = own ?? tagsOf('body', page)[0];
    if (!start) continue;
    const at = start.index + start[0].length;
    page = page.slice(0, at) + (own ? content : `<${edge} data-page>${content}</${edge}>`) + page.slice(at);
  }
  return page;
}

/** Returns the start tags of an element in serialized HTML, whose attributes may contain `>`. */
const tagsOf = (name: string, html: string): RegExpExecArray[] => [
  ...html.matchAll(new RegExp(`<${name}(?=[\\s>])(?:"[^"]*"|[^">])*>`, 'g')),
];

/** Returns the content of the boxes of one side: a line, or a row where there are several. */
function edgeOf(side: string, boxes: readonly MarginBox[], counters: Counters): string {
  const contents = ['left', 'center', 'right'].map((align) => {
    const names = [`${side}-${align}`, `${side}-${align}-corner`];
    const found = boxes.filter(({ name }) => names.includes(name));
    return {
      align,
      text: found
        .map((box) => textOf(box, counters))
        .join(' ')
        .trim(),
    };
  });
  const filled = contents.filter(({ text }) => text !== '');
  const [only] = filled;
  if (!only) return '';
  const line = ({ align, text }: { align: string; text: string }): string =>
    `<p style="text-align:${align};margin:0">${text}</p>`;
  if (filled.length === 1) return line(only);
  return `<table style="width:100%"><tr>${contents.map((one) => `<td style="width:33%">${line(one)}</td>`).join('')}</tr></table>`;
}

function textOf({ content, style: { size, weight, colour } }: MarginBox, counters: Counters): string {
  const text = (generatedContent(content, counters) ?? []).map(partOf).join('');
  if (text === '') return '';
  const look = `font-size:${size}pt;font-weight:${weight}${colour ? `;color:${colour.hex}` : ''}`;
  return `<span style="${look}">${text}</span>`;
}

function partOf(part: Generated): string {
  if ('field' in part) return `<span data-page-${part.field}></span>`;
  return 'text' in part ? part.text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`) : '';
}
