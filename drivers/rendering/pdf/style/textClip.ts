import { initialImages } from './backgroundImages.ts';
import type { Style } from './style.ts';
import { type Colour, readColourOf } from './values/colours.ts';

/** Reads the colour that letters are filled with, and a background that is seen through letters alone. */
export function readTextClip(style: Style, declarations: ReadonlyMap<string, string>): void {
  const fill = readColourOf(declarations.get('-webkit-text-fill-color') ?? 'inherit');
  const { textStroke } = style;
  if (fill !== null && textStroke.colour === 'text') style.textStroke = { ...textStroke, colour: style.colour };
  if (fill !== null) style.colour = fill;
  const clip = declarations.get('background-clip');
  if (clip?.toLowerCase() !== 'text') return;
  style.colour ??= colourBehind(style);
  style.background = undefined;
  style.images = initialImages;
}

/** The first colour of the topmost gradient, or the one below it. */
function colourBehind({ images, background }: Style): Colour | undefined {
  for (const layer of images.layers) {
    if (!layer || !('stops' in layer)) continue;
    for (const stop of layer.stops) if ('colour' in stop && stop.colour) return stop.colour;
  }
  return background;
}
