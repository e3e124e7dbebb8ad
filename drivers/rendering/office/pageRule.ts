import type { Document } from 'domhandler';
import type { Template } from '../../../domain/ports/rendering.ts';
import { type PageSetup, pageSetup } from '../pdf/pageSetup.ts';
import { initialStyle } from '../pdf/style/style.ts';
import { rootStyle } from '../pdf/tree/rootStyle.ts';
import { survey } from '../pdf/tree/survey.ts';

/** Reads the pages of a document. */
export function officePages(document: Document, size: Template['documentSize']): PageSetup {
  const found = survey(document);
  return pageSetup(found.sheets, size === 'AUTO' ? 'A4' : size, rootStyle(found, initialStyle));
}

/**
 * Returns a sheet with the size and the margins of the pages of a document, in the lengths that LibreOffice reads: those of
 * a PDF, but a page of the size `AUTO` is an A4. Inlining styles removes the sheets of the document.
 */
export function pageRule({ width, height, margins }: PageSetup): string {
  const sides = Object.entries(margins).map(([side, length]) => `margin-${side}: ${centimetres(length)}`);
  return `<style>@page { size: ${centimetres(width)} ${centimetres(height)}; ${sides.join('; ')} }</style>`;
}

const centimetres = (points: number): string => `${((points * 2.54) / 72).toFixed(2)}cm`;
