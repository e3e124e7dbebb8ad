import type { Element } from 'domhandler';
import { ownValue } from '../../../../domain/documents/css/ownValue.ts';
import type { BlockBox, Box } from '../boxes/boxes.ts';
import type { Picture } from '../images/picture.ts';
import { insetsOf } from '../layout/borders.ts';
import { columnsWidth, fieldWidth, heightOfLines } from '../layout/fieldSizes.ts';
import { type BackgroundImages, initialImages } from '../style/backgroundImages.ts';
import { initialContainer } from '../style/containerStyle.ts';
import type { TreeElement } from '../style/sheets/siblingViews.ts';
import { anonymous, isContainer, type Style } from '../style/style.ts';
import type { Colour } from '../style/values/colours.ts';
import { PIXEL } from '../style/values/layoutUnits.ts';
import type { Tag } from '../tags/tag.ts';
import { dateItems, dateWidth, fieldDate, isDateType } from './elements/dateFields.ts';
import { withFieldBorder, withSpace } from './elements/fieldBorder.ts';
import {
  areaText,
  buttonLabels,
  chosenOption,
  inputType,
  isChecked,
  isMark,
  lineText,
  markTexts,
  type Option,
  optionsOf,
} from './elements/fieldValues.ts';
import { gaugeOf, isGauge } from './elements/gauges.ts';
import { drawing, markOf } from './elements/marks.ts';

/** Maximum number of options whose widths are measured, and of those that a list shows. */
const MAX_OPTIONS = 200;

const fields: ReadonlySet<string> = new Set(['input', 'select', 'textarea', 'button']);
const chosenColour: Colour = { hex: '#cecece', opacity: 1 };

/** Whether an element is a field of a form, which shows its value. A `<button>` shows its content. */
export const isField = ({ tag }: TreeElement): boolean => (fields.has(tag) && tag !== 'button') || isGauge({ tag });

/** What the sheets of a document say of a field. */
interface FieldParts {
  /** Returns the style of its placeholder, by that of the field. */
  readonly placeholderOf: PlaceholderOf;
  /** Returns the field as a block with its generated content. */
  blockOf(): BlockBox;
}

/**
 * Builds a field with its value, as browsers print it; undefined for a hidden one.
 *
 * @param parent what its text is a part of in the structure of the document
 */
export function fieldOf(view: TreeElement, style: Style, parts: FieldParts, parent: Tag | undefined): Box | undefined {
  const box = untaggedField(view, withFieldBorder(style), parts);
  if (!box || !parent) return box;
  const tag = parent.add('Form');
  const type = view.tag === 'input' ? inputType(view.element) : '';
  const mark = isMark(type) ? type : undefined;
  const isChosen = isChecked(view.element);
  const description = view.attributes['aria-label'] ?? view.attributes['title'];
  tag.attributes = {
    O: 'PrintField',
    Role: mark ? markRoles[mark] : ownValue(buttonLabels, type) === undefined ? 'tv' : 'pb',
    ...(mark && { checked: isChosen ? 'on' : 'off' }),
    ...(description && { Desc: { text: description } }),
  };
  if (mark) tag.actualText = markTexts[mark][isChosen ? 1 : 0];
  return box.kind === 'image' ? { ...box, tag } : box.kind === 'block' ? withTag(box, tag) : box;
}

/** The roles of fields that are marks. */
const markRoles = { radio: 'rb', checkbox: 'cb' } as const;

function withTag(box: BlockBox, tag: Tag): BlockBox {
  const inline = box.inline?.map((item) => (item.kind === 'text' ? { ...item, tag } : item));
  const children = box.children.map((child) => (child.kind === 'block' ? withTag(child, tag) : child));
  return { ...box, children, ...(inline && { inline }) };
}

type PlaceholderOf = (view: TreeElement, style: Style) => Style;

function untaggedField(view: TreeElement, style: Style, { placeholderOf, blockOf }: FieldParts): Box | undefined {
  const { element, tag } = view;
  const { attribs } = element;
  if (isGauge(view)) return gaugeOf(view, style);
  if (tag === 'textarea') return textArea(view, style, placeholderOf);
  if (tag === 'select') return selectOf(element, style);
  const type = inputType(element);
  if (type === 'hidden') return undefined;
  if (isMark(type)) return style.appearance === 'none' ? blockOf() : markOf(view, type, style);
  const label = ownValue(buttonLabels, type);
  if (label !== undefined) return centred(withLine(style, attribs['value'] ?? label));
  const { value = '', placeholder = '' } = attribs;
  if (isDateType(type)) return dateField(type, fieldDate(type, value), style);
  const shown = lineText(type, value);
  const width = fieldWidth(style, sizeOf(attribs['size'], 20));
  const own: Style = { ...(style.width === undefined ? withContent(style, width) : style), whiteSpace: 'pre' };
  const isEmpty = shown === '' && placeholder !== '';
  const line = isEmpty ? withPlaceholder(own, placeholder, placeholderOf(view, own)) : withLine(own, shown);
  const box = centred(withinField(line));
  return { ...box, fieldWidths: { min: isShare(style) ? 0 : width, max: width } };
}

/** Whether a field is as wide as a share of what contains it, which then reserves no space for it. */
const isShare = ({ width }: Style): boolean => typeof width === 'object';

/** As in browsers, there is a pixel above and below the parts of a date. */
function dateField(type: string, text: string, declared: Style): BlockBox {
  const pixel = PIXEL * (declared.units.zoom ?? 1);
  const style = withSpace(declared, { top: pixel, bottom: pixel });
  const width = dateWidth(type, text, style) + pixel;
  const own: Style = { ...(style.width === undefined ? withContent(style, width) : style), whiteSpace: 'pre' };
  const sign = type === 'time' ? clock : calendar;
  const shown = style.appearance === 'none' ? own : { ...own, images: atEnd(drawing(16, 16, sign), style.size) };
  const box = centred({ kind: 'block', style: shown, children: [], inline: dateItems(text, own) });
  return { ...box, fieldWidths: { min: width, max: width } };
}

/** As in browsers, a button without a width is as wide as its content, and may be a flex or grid container. */
export function buttonBox(box: BlockBox): BlockBox {
  const style = withFieldBorder(box.style);
  const fits = style.width === undefined ? (style.fits ?? ('fit' as const)) : style.fits;
  const isFitted = fits !== style.fits;
  const own: BlockBox = { ...box, style: { ...style, fits }, ...(isFitted && { isButton: true }) };
  return isContainer(style) ? own : { ...centred(own), ...(isFitted && { isButton: true }) };
}

/** Centres the content of a block that may be higher than it. */
function centred(box: BlockBox): BlockBox {
  const { style } = box;
  if (style.height === undefined && style.minHeight === undefined) return box;
  const display = style.display.startsWith('inline') ? 'inline-flex' : 'flex';
  const container = { ...initialContainer, direction: 'column', justifyContent: 'center' } as const;
  const content: BlockBox = { ...box, style: anonymous(style, 'block') };
  return { kind: 'block', style: { ...style, display, container }, children: [content] };
}

/** A line as high as its text would be, even without one. */
function withLine(style: Style, text: string): BlockBox {
  return { kind: 'block', style, children: [], inline: [{ kind: 'text', text: text || '\u200b', style }] };
}

/** Returns a field that hides what its line has no space for, as in browsers. The baseline of the line is still that of the field. */
function withinField({ style, inline }: BlockBox): BlockBox {
  const own = { ...anonymous(style, 'block'), contains: true };
  const line: BlockBox = { kind: 'block', style: own, children: [], isFieldLine: true, ...(inline && { inline }) };
  return { kind: 'block', style, children: [line] };
}

/** `look`: of the placeholder, whose own white space is that of the field. */
function withPlaceholder(style: Style, text: string, look: Style): BlockBox {
  const { whiteSpace } = style;
  return { kind: 'block', style, children: [], inline: [{ kind: 'text', text, style: { ...look, whiteSpace } }] };
}

/** As in browsers, text that a text area has no space for is hidden. */
function textArea(view: TreeElement, style: Style, placeholderOf: PlaceholderOf): BlockBox {
  const { cols, rows, placeholder = '' } = view.element.attribs;
  const inner = columnsWidth(style, sizeOf(cols, 20)) + (style.hasScrollBar ? SCROLL_BAR : 0);
  const width = style.width ?? withContent(style, inner).width;
  const height = style.height ?? heightOfLines(style, sizeOf(rows, 2));
  const own = { ...style, width, height, contains: true };
  const text = areaText(view.element);
  const box =
    text === '' && placeholder !== ''
      ? withPlaceholder(own, placeholder, placeholderOf(view, own))
      : withLine(own, text);
  return { ...box, fieldWidths: { min: isShare(style) ? 0 : inner, max: inner } };
}

/** Gives a style the width that its content needs. */
function withContent(style: Style, width: number): Style & { width: number } {
  const { left, right } = insetsOf(style, 0);
  return { ...style, width: width + (style.borderBox ? left + right : 0) };
}

/** The width that a browser reserves beside the text of a text area, and for the arrow of a list; pt. */
const SCROLL_BAR = 11.25;

function selectOf(element: Element, style: Style): BlockBox {
  const options = optionsOf(element);
  if ('multiple' in element.attribs || sizeOf(element.attribs['size'], 1) > 1)
    return listOf(options, sizeOf(element.attribs['size'], 4), style);
  const chosen = chosenOption(options);
  const own = { ...anonymous(style, 'block'), whiteSpace: 'nowrap', contains: true } as const;
  const line: BlockBox = { ...withLine(own, chosen?.text ?? ''), isFieldLine: true };
  // As wide as the longest option. The line comes last, because its baseline is that of the box.
  const hidden = { ...own, height: 0, hidden: true };
  const measured = options.slice(0, MAX_OPTIONS).map(({ text }) => withLine(hidden, text));
  const look = style.appearance === 'none' ? style : withArrow(style);
  const box = centred({ kind: 'block', style: look, children: [...measured, line] });
  return isShare(style) ? { ...box, fieldWidths: { min: 0 } } : box;
}

/** A list that shows so many lines of options and of labels of their groups. */
function listOf(options: readonly Option[], size: number, style: Style): BlockBox {
  const pixel = PIXEL * (style.units.zoom ?? 1);
  const lines = options.flatMap(({ group, ...option }, at) => {
    const label = { text: group ?? '', isSelected: false, isLabel: true, isGrouped: false };
    const isFirst = group !== undefined && options[at - 1]?.group !== group;
    return [...(isFirst ? [label] : []), { ...option, isLabel: false, isGrouped: group !== undefined }];
  });
  const children = lines.slice(0, MAX_OPTIONS).map(({ text, isSelected, isLabel, isGrouped }, at) => {
    const padding = { top: 0, right: 2 * pixel, bottom: pixel, left: (isGrouped ? 20 : 2) * pixel };
    const item = { ...anonymous(style, 'block'), padding, whiteSpace: 'nowrap' } as const;
    // Those that are not shown are measured: a list is as wide as the longest.
    const shown = at < size ? item : { ...item, height: 0, hidden: true, contains: true };
    const look = isLabel ? { ...shown, weight: Math.max(700, shown.weight) } : shown;
    return withLine(isSelected ? { ...look, background: chosenColour } : look, text);
  });
  const height = style.height ?? heightOfLines(style, size, pixel);
  const verticalAlign = style.verticalAlign === 'baseline' ? 'bottom' : style.verticalAlign;
  return { kind: 'block', style: { ...style, height, verticalAlign, contains: true }, children };
}

/** Adds the arrow of a list that opens. */
function withArrow(style: Style): Style {
  const images = atEnd(drawing(10, 6, '<path d="M1 1l4 4 4-4" fill="none" stroke="#333" stroke-width="1.5"/>'));
  const pixel = PIXEL * (style.units.zoom ?? 1);
  const space = { top: pixel, right: pixel + SCROLL_BAR, bottom: pixel, left: 4 * pixel };
  return { ...withSpace(style, space), images };
}

/** The signs of dates and times. */
const calendar =
  '<path d="M3 2h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1zm.5 4v6.5h9V6z" fill="#000"/>';
const clock = '<path d="M8 2.7a5.3 5.3 0 1 0 .1 0zM8 4.5v4l2.6 1.6" fill="none" stroke="#000" stroke-width="1.3"/>';

/** Returns an image at the end of a field, in its middle. `size`: in pt; its own if absent. */
function atEnd(picture: Picture, size?: number): BackgroundImages {
  return {
    ...initialImages,
    layers: [picture],
    ...(size !== undefined && { sizes: [{ width: size, height: size }] }),
    positions: [{ x: { percent: 100, plus: -3 }, y: { percent: 50 } }],
    repeats: [{ across: 'no-repeat', down: 'no-repeat' }],
  };
}

function sizeOf(attribute: string | undefined, standard: number): number {
  const number = Number.parseInt(attribute ?? '', 10);
  return number > 0 ? Math.min(number, 1000) : standard;
}
