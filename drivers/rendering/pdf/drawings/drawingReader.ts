import { type Element, isTag } from 'domhandler';
import type { FontChoice } from '../fonts/fonts.ts';
import { identity, moving, multiplied } from '../transforms/matrix.ts';
import { type Masking, maskingOf } from './clippings.ts';
import { DrawingLimits } from './drawingLimits.ts';
import { DrawingProblems } from './drawingProblems.ts';
import { elementMatrix } from './elementTransforms.ts';
import { isDescriptive, readForeignObject, readImage, type SizeOfImage } from './embeddedImages.ts';
import { readEffect } from './filters.ts';
import { markerPlaces } from './markerPlaces.ts';
import { blendOf, idOf, readPaint } from './paints.ts';
import { type DrawingPart, groupOf, type Painted, type ShapePart } from './parts/drawing.ts';
import { boundsOfParts } from './parts/partBounds.ts';
import type { Path } from './parts/path.ts';
import { boundsOfPath } from './parts/pathData.ts';
import { dashedAlong } from './parts/pathLengths.ts';
import { pathOfShape, rectangle } from './parts/shapes.ts';
import { diagonalOf, fitted, type Measure, readOpacity, readUnits, readViewBox } from './parts/svgLengths.ts';
import { readPattern } from './patterns.ts';
import { readStroke } from './strokes.ts';
import { frameOfMarker, markerGroup, markersOf } from './svgMarkers.ts';
import { contextOf, isOverflowSeen, type SvgStyle, SvgStyles, withoutFill } from './svgStyles.ts';
import { readText } from './textLayout.ts';

export interface DrawingOptions {
  /** The size of its box, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** What its texts are set in where it declares nothing else. */
  readonly font: FontChoice;
  /** Whether what is beyond its box is seen, if it declares that. */
  readonly mayOverflow: boolean;
  readonly sizeOfImage: SizeOfImage;
  /** What `systemLanguage` is compared with. */
  readonly language: string;
}

/** What an element is drawn in. */
export interface Around {
  readonly measure: Measure;
  /** The elements that are being used. */
  readonly uses: readonly Element[];
}

const unseen =
  /^(?:defs|symbol|clipPath|mask|pattern|marker|linearGradient|radialGradient|filter|title|desc|metadata|style|stop|animate\w*|set|script|view|cursor|font|font-face|glyph)$/;

/** Reads the elements of an SVG. */
export class DrawingReader {
  /** What cannot be drawn. */
  unsupported: string | undefined;
  readonly problems = new DrawingProblems();
  /** Whether elements with filters become pictures. */
  hasFilters = false;
  /** How many elements are mixed with what is below them. */
  blended = 0;
  readonly styles: SvgStyles;
  readonly #font: FontChoice;
  readonly #sizeOfImage: SizeOfImage;
  readonly #ids = new Map<string, Element>();
  readonly #foreign = new Map<Element, number>();
  readonly #limits = new DrawingLimits();

  constructor(root: Element, { font, sizeOfImage, language }: DrawingOptions) {
    this.styles = new SvgStyles(root, language);
    this.#font = font;
    this.#sizeOfImage = sizeOfImage;
    const todo = [root];
    for (let element = todo.pop(); element; element = todo.pop()) {
      const { id } = element.attribs;
      if (id !== undefined && !this.#ids.has(id)) this.#ids.set(id, element);
      if (element.name === 'foreignObject') this.#foreign.set(element, this.#foreign.size);
      for (const child of element.children.toReversed()) if (isTag(child) && !isDescriptive(child)) todo.push(child);
    }
  }

  readonly byId = (id: string): Element | undefined => this.#ids.get(id);

  content(element: Element, style: SvgStyle, around: Around): DrawingPart[] {
    const parts: DrawingPart[] = [];
    for (const child of element.children) if (isTag(child)) this.#read(child, style, around, parts);
    return parts;
  }

  #read(element: Element, outer: SvgStyle, around: Around, parts: DrawingPart[]): void {
    const { name } = element;
    if (unseen.test(name) || !this.styles.applies(element)) return;
    this.#limits.addElement();
    const style = this.styles.styleOf(element, outer.inherited);
    if (style.own.get('display') === 'none') return;
    const own = { ...around, measure: { ...around.measure, em: Number(style.inherited['font-size'] ?? 16) } };
    const { blended } = this;
    const plain = this.#partsOf(element, style, own);
    const found = this.filtered(element, style, plain, own.measure);
    const opacity = readOpacity(style.own.get('opacity'));
    if (found.length === 0 || opacity === 0) return;
    const matrix = elementMatrix(style, own.measure, () => boundsOfParts(found));
    if (matrix === null) this.unsupported ??= 'a transform by an unknown box or unit';
    const masking = this.maskingOf(style, found, own);
    const isMasked = masking.clips.length > 0 || masking.mask !== undefined;
    const isIsolated = this.blended > blended && (isMasked || style.own.get('isolation') === 'isolate');
    const blend = blendOf(style, this.problems);
    if (blend) this.blended++;
    if (matrix || isMasked || isIsolated || blend || opacity < 1)
      parts.push(groupOf(found, { matrix: matrix ?? undefined, ...masking, opacity, blend, isIsolated }));
    // As one part: the elements around it compute the bounds of it once.
    else parts.push(found.length === 1 && found[0] ? found[0] : groupOf(found));
  }

  /** Returns the parts of an element as its filter shows them. */
  filtered(element: Element, style: SvgStyle, parts: DrawingPart[], measure: Measure): DrawingPart[] {
    const { styles, byId, problems, unsupported } = this;
    const found = readEffect(element, style, {
      styles,
      byId,
      problems,
      limits: this.#limits,
      measure,
      parts,
      unsupported,
    });
    if (!found) return parts;
    if (!found.isDrawn) this.unsupported ??= 'a filter';
    this.hasFilters = true;
    return [found.part];
  }

  /** Returns what of an element that is drawn in parts is seen. */
  maskingOf(style: SvgStyle, parts: readonly DrawingPart[], { measure, uses }: Around): Masking {
    const { styles, byId, problems } = this;
    const contentOf = (mask: Element, own: SvgStyle, area: Measure): DrawingPart[] =>
      uses.includes(mask) ? [] : this.content(mask, own, { measure: area, uses: this.#limits.nested(uses, mask) });
    const masking = maskingOf(style, { styles, byId, measure, parts, contentOf, problems, limits: this.#limits });
    if (!masking) this.unsupported ??= 'a mask or a clip path that is no shape';
    for (const { path } of masking?.clips ?? []) this.#limits.addDetails(path.length);
    return masking ?? { clips: [] };
  }

  #partsOf(element: Element, style: SvgStyle, around: Around): DrawingPart[] {
    switch (element.name) {
      case 'g':
      case 'a':
        return this.content(element, style, around);
      case 'svg':
        return this.#viewport(element, style, around, {});
      case 'use':
        return this.#used(element, style, around);
      case 'switch': {
        const parts: DrawingPart[] = [];
        const chosen = element.children.filter(isTag).find((child) => this.styles.applies(child));
        if (chosen) this.#read(chosen, style, around, parts);
        return parts;
      }
      case 'image': {
        this.#limits.addDetails(1);
        return [readImage(element, style, around.measure, this.#sizeOfImage)].filter((one) => one !== undefined);
      }
      case 'foreignObject': {
        // As in browsers, HTML is not repeated.
        const index = around.uses.length === 0 ? this.#foreign.get(element) : undefined;
        return index === undefined ? [] : readForeignObject(element, style, around.measure, index);
      }
      case 'text': {
        const lookOf = (own: SvgStyle): Painted | undefined | null => this.#lookOf(own, undefined, around.measure);
        const context = { styles: this.styles, measure: around.measure, font: this.#font, lookOf };
        const parts = readText(element, style, context);
        if (!parts) this.unsupported ??= 'text that is vertical or on a path';
        for (const part of parts ?? []) this.#limits.addDetails(part.kind === 'text' ? part.text.length : 1);
        return parts ?? [groupOf([])];
      }
      default:
        return this.#shape(element, style, around);
    }
  }

  #shape(element: Element, style: SvgStyle, around: Around): DrawingPart[] {
    const path = pathOfShape(element.name, (key) => style.own.get(key), around.measure);
    if (!path || path.length === 0) return [];
    this.#limits.addDetails(path.length);
    const isFilled = element.name !== 'line';
    const tiles = isFilled ? this.#tilesOf(style, path, around) : undefined;
    const look = this.#lookOf(tiles ? withoutFill(style) : style, path, around.measure);
    if (look === null) this.unsupported ??= 'a gradient that repeats';
    const parts: DrawingPart[] = look && tiles ? [tiles] : look === null ? [groupOf([])] : [];
    if (look && ((isFilled && look.fill) || look.stroke)) {
      const isEvenOdd = style.inherited['fill-rule'] === 'evenodd';
      const stroke = look.stroke && dashedAlong(look.stroke, path, element.attribs['pathLength']);
      const shape: ShapePart = { kind: 'shape', path, isEvenOdd, ...look, stroke };
      parts.push(isFilled ? shape : { ...shape, fill: undefined });
    }
    if (/^(?:path|line|polyline|polygon)$/.test(element.name)) this.#addMarkers(path, style, around, parts);
    return parts;
  }

  /** Returns the pattern that a shape is filled with; undefined for another paint. */
  #tilesOf({ inherited }: SvgStyle, path: Path, { measure, uses }: Around): DrawingPart | undefined {
    const element = this.byId(idOf(inherited['fill']) ?? '');
    if (element?.name !== 'pattern') return undefined;
    const bounds = boundsOfPath(path);
    const pattern = bounds && !uses.includes(element) && readPattern(element, bounds, measure, this.byId);
    if (pattern === null) this.unsupported ??= 'a pattern of many tiles';
    if (!pattern) return groupOf([]);
    const own = this.styles.styleOf(pattern.content, {});
    const content = this.#limits.repeated(pattern.count, () =>
      this.content(pattern.content, own, { measure: pattern.measure, uses: this.#limits.nested(uses, element) }),
    );
    if (content.length === 0) return groupOf([]);
    const clips = [{ path, isEvenOdd: inherited['fill-rule'] === 'evenodd' }];
    const opacity = readOpacity(inherited['fill-opacity']);
    return groupOf([pattern.tiles(content)], { clips, opacity, frame: bounds });
  }

  /** Returns how a shape, or a text, is painted: undefined if it is hidden, null if it cannot be drawn here. */
  #lookOf(style: SvgStyle, path: Path | undefined, measure: Measure): Painted | undefined | null {
    const { inherited } = style;
    if (/^(?:hidden|collapse)$/.test(inherited['visibility'] ?? '')) return undefined;
    const bounds = () => {
      if (!path) this.unsupported ??= 'text in a gradient';
      return path && boundsOfPath(path);
    };
    const fill = readPaint(this, style, 'fill', { bounds, measure, line: 0 });
    const stroke = readStroke(this, style, { bounds, measure });
    if (fill === null || stroke === null) return null;
    for (const paint of [fill, stroke?.paint])
      if (paint && 'stops' in paint.colour) this.#limits.addDetails(paint.colour.stops.length);
    return { fill, stroke, isStrokeFirst: /^(?:stroke|markers\s+stroke)/.test(inherited['paint-order'] ?? '') };
  }

  #addMarkers(path: Path, style: SvgStyle, { measure, uses }: Around, parts: DrawingPart[]): void {
    const markers = markersOf(style, this.byId);
    if (!markers) return;
    const width = readUnits(style.inherited['stroke-width'], diagonalOf(measure), measure.em) ?? 1;
    for (const place of markerPlaces(path)) {
      const marker = markers[place.kind];
      if (marker?.name !== 'marker' || uses.includes(marker)) continue;
      this.#limits.addElement();
      // A marker takes no styles from the shape that it is on.
      const own = this.styles.styleOf(marker, contextOf(style));
      const frame = frameOfMarker(marker, place, width, measure.em);
      const inner = this.content(marker, own, { measure: frame.measure, uses: this.#limits.nested(uses, marker) });
      if (inner.length > 0) parts.push(markerGroup(frame, isOverflowSeen(own.own), inner));
    }
  }

  #used(element: Element, style: SvgStyle, around: Around): DrawingPart[] {
    const { attribs } = element;
    const { measure, uses } = around;
    // The parser reads `xlink:href` as `href`.
    const reference = attribs['href'] ?? '';
    const target = this.byId(reference.trim().slice(1));
    if (!target || uses.includes(target) || isWithin(element, target)) return [];
    const [x, y] = [
      readUnits(attribs['x'], measure.width, measure.em),
      readUnits(attribs['y'], measure.height, measure.em),
    ];
    const inner = { measure, uses: this.#limits.nested(uses, target) };
    let parts: DrawingPart[] = [];
    if (target.name === 'symbol' || target.name === 'svg') {
      const own = this.styles.styleOf(target, style.inherited);
      if (own.own.get('display') !== 'none') parts = this.#viewport(target, own, inner, attribs);
    } else this.#read(target, style, inner, parts);
    if (parts.length === 0 || (!x && !y)) return parts;
    return [groupOf(parts, { matrix: moving(x ?? 0, y ?? 0) })];
  }

  /** Draws an `<svg>` within another, or a `<symbol>`. `declared`: the attributes of its `use`, whose sizes take precedence. */
  #viewport(
    element: Element,
    style: SvgStyle,
    around: Around,
    declared: Readonly<Record<string, string>>,
  ): DrawingPart[] {
    const { attribs } = element;
    const { measure } = around;
    const length = (key: string, whole: number, otherwise: string): number =>
      readUnits(declared[key] ?? style.own.get(key) ?? otherwise, whole, measure.em) ?? whole;
    const [width, height] = [length('width', measure.width, '100%'), length('height', measure.height, '100%')];
    if (!(width > 0 && height > 0)) return [];
    const isSvg = element.name === 'svg';
    const [x, y] = isSvg
      ? [
          readUnits(attribs['x'], measure.width, measure.em) ?? 0,
          readUnits(attribs['y'], measure.height, measure.em) ?? 0,
        ]
      : [0, 0];
    const viewBox = readViewBox(attribs['viewBox']);
    const fit = viewBox ? fitted(viewBox, { width, height }, attribs['preserveAspectRatio']) : identity;
    const size = viewBox ? { width: viewBox[2], height: viewBox[3] } : { width, height };
    const parts = this.content(element, style, { ...around, measure: { ...size, em: measure.em } });
    if (parts.length === 0) return [];
    const isSeen = isOverflowSeen(style.own);
    const clips = isSeen ? [] : [{ path: rectangle({ x, y, width, height }), isEvenOdd: false }];
    return [groupOf([groupOf(parts, { matrix: multiplied(moving(x, y), fit) })], { clips })];
  }
}

function isWithin(element: Element, outer: Element): boolean {
  for (let one: Element['parent'] = element; one; one = one.parent) if (one === outer) return true;
  return false;
}
