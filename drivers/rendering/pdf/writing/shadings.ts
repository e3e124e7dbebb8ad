import type { PdfReference } from 'pdfkit';
import type { Shading } from '../images/gradientGeometry.ts';
import type { PlacedColour } from '../images/gradientMixing.ts';
import { multiplied } from '../transforms/matrix.ts';
import type { GradientBehind } from './backgrounds.ts';
import type { Paper } from './paper.ts';
import { sectorsOf } from './sectors.ts';

/** A gradient as an object of the PDF. */
interface WrittenShading {
  readonly name: string;
  readonly shading: PdfReference;
  /** The state of the pen that fades the gradient; undefined if its opacity does not change. */
  readonly mask: PdfReference | undefined;
}

interface WrittenPattern {
  readonly name: string;
  readonly object: PdfReference;
}

/** Draws the gradients of a document. Each is in the PDF once for each size. */
export class Gradients {
  readonly #paper: Paper;
  readonly #written = new Map<Shading, WrittenShading>();
  #patterns = 0;

  constructor(paper: Paper) {
    this.#paper = paper;
  }

  /** Draws a gradient, where the pen is clipped to what is seen of it. */
  draw(behind: GradientBehind): void {
    const { clip, tile, isRepeated, shading, opacity } = behind;
    const pen = this.#paper;
    const written = this.#write(shading);
    const { name, mask } = written;
    const [{ opacity: own } = { opacity: 1 }] = shading.stops;
    pen.save().opacity(mask ? opacity : opacity * own);
    if (isRepeated) {
      const pattern = this.#pattern(behind, written);
      pen.page.patterns[pattern.name] = pattern.object;
      pen.rect(clip.x, clip.y, clip.width, clip.height);
      pen.addContent(`/Pattern cs /${pattern.name} scn f`);
    } else {
      const scale = tile.width / shading.width;
      pen.rect(tile.x, tile.y, tile.width, tile.height).clip().translate(tile.x, tile.y);
      pen.transform(scale, 0, 0, scale * squeezeOf(shading), 0, 0);
      const { resources } = pen.page;
      resources.data['Shading'] = { ...(resources.data['Shading'] ?? {}), [name]: written.shading };
      if (mask) pen.page.ext_gstates[name] = mask;
      pen.addContent(`${mask ? `/${name} gs ` : ''}/${name} sh`);
    }
    pen.restore();
  }

  /** Makes a pattern of a gradient that repeats. */
  #pattern({ shading, tile, gap }: GradientBehind, { name, shading: drawn, mask }: WrittenShading): WrittenPattern {
    const paper = this.#paper;
    const { width, height } = shading;
    const scale = tile.width / width;
    const object = paper.ref({
      Type: 'Pattern',
      PatternType: 1,
      PaintType: 1,
      TilingType: 1,
      BBox: [0, 0, width, height],
      XStep: width + gap.across / scale,
      YStep: height + gap.down / scale,
      Matrix: multiplied(paper._ctm, [scale, 0, 0, scale, tile.x, tile.y]),
      Resources: { Shading: { [name]: drawn }, ...(mask && { ExtGState: { [name]: mask } }) },
    });
    const operators = `1 0 0 ${squeezeOf(shading)} 0 0 cm ${mask ? `/${name} gs ` : ''}/${name} sh`;
    object.write(new TextEncoder().encode(operators));
    object.end();
    return { name: `Pattern${++this.#patterns}`, object };
  }

  #write(shading: Shading): WrittenShading {
    const known = this.#written.get(shading);
    if (known) return known;
    const { stops } = shading;
    const isFading = stops.some(({ opacity }) => opacity !== stops[0]?.opacity);
    const written = {
      name: `Gradient${this.#written.size + 1}`,
      shading: this.#shadingObject(shading, 'DeviceRGB', ({ rgb }) => rgb.map((part) => part / 255)),
      mask: isFading ? this.#mask(shading) : undefined,
    };
    this.#written.set(shading, written);
    return written;
  }

  #mask(shading: Shading): PdfReference {
    const paper = this.#paper;
    const form = paper.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, shading.width, shading.height / squeezeOf(shading)],
      Group: { Type: 'Group', S: 'Transparency', CS: 'DeviceGray' },
      Resources: { Shading: { Mask: this.#shadingObject(shading, 'DeviceGray', ({ opacity }) => [opacity]) } },
    });
    form.write(new TextEncoder().encode('/Mask sh'));
    form.end();
    const state = paper.ref({ Type: 'ExtGState', SMask: { Type: 'Mask', S: 'Luminosity', G: form } });
    state.end();
    return state;
  }

  #shadingObject(
    shading: Shading,
    space: 'DeviceRGB' | 'DeviceGray',
    partsOf: (stop: Omit<PlacedColour, 'at'>) => number[],
  ): PdfReference {
    const { line, stops } = shading;
    if (line.kind === 'conic') {
      const { decode, data } = sectorsOf(shading, line, partsOf);
      const bits = { BitsPerCoordinate: 32, BitsPerComponent: 16, BitsPerFlag: 8 };
      const mesh = this.#paper.ref({ ShadingType: 4, ColorSpace: space, ...bits, Decode: decode });
      mesh.write(data);
      mesh.end();
      return mesh;
    }
    const shape =
      line.kind === 'linear'
        ? { ShadingType: 2, Coords: [line.x, line.y, line.toX, line.toY] }
        : { ShadingType: 3, Coords: circles(line, line.y / squeezeOf(shading)) };
    const object = this.#paper.ref({
      ...shape,
      ColorSpace: space,
      Function: functionOf(stops, partsOf),
      Extend: [true, true],
    });
    object.end();
    return object;
  }
}

/** An ellipse is a circle that is drawn less high. */
const squeezeOf = ({ line }: Shading): number => (line.kind === 'radial' ? line.radiusY / line.radiusX : 1);

function circles({ x, radiusX, from, to }: Extract<Shading['line'], { kind: 'radial' }>, y: number): number[] {
  return [x, y, from * radiusX, x, y, to * radiusX];
}

/** A function of PDF from the places of stops to what they have there. */
function functionOf(stops: readonly PlacedColour[], partsOf: (stop: PlacedColour) => number[]): object {
  const domain = { Domain: [0, 1] };
  const ways = stops.slice(0, -1).map((stop, i) => ({
    FunctionType: 2,
    ...domain,
    C0: partsOf(stop),
    C1: partsOf(stops[i + 1] ?? stop),
    N: 1,
  }));
  return {
    FunctionType: 3,
    ...domain,
    Functions: ways,
    Bounds: stops.slice(1, -1).map(({ at }) => at),
    Encode: ways.flatMap(() => [0, 1]),
  };
}
