import type { Document } from 'domhandler';
import type { Template } from '../../../domain/ports/rendering.ts';
import { pageSetup } from '../pdf/pageSetup.ts';
import { initialStyle } from '../pdf/style/style.ts';
import { rootStyle } from '../pdf/tree/rootStyle.ts';
import { survey } from '../pdf/tree/survey.ts';

/**
 * Returns a sheet with the size and the margins of the pages of a document, in the lengths that LibreOffice reads: those of
 * a PDF, but a page of the size `AUTO` is an A4. Inlining styles removes the sheets of the document.
 */
export function pageRule(document: Document, size: Template['documentSize']): string {
  const found = survey(document);
  const own = rootStyle(found, initialStyle);
  const { width, height, margins } = pageSetup(found.sheets, size === 'AUTO' ? 'A4' : size, own);
  const sides = Object.entries(margins).map(([side, length]) => `margin-${side}: ${centimetres(length)}`);
  return `<style>@page { size: ${centimetres(width)} ${centimetres(height)}; ${sides.join('; ')} }</style>`;
}

const centimetres = (points: number): string => `${((points * 2.54) / 72).toFixed(2)}cm`;
