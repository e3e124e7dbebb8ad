/** The paper that a sheet is printed on; mm. */
export interface SheetPaper {
  readonly width: number;
  readonly height: number;
}

/** The numbers of papers in an xlsx, by their sides in mm, the shorter one first. */
const EXCEL_PAPERS: Readonly<Record<string, number>> = {
  '148 210': 11,
  '176 250': 34,
  '210 297': 9,
  '216 279': 1,
  '216 356': 5,
  '250 353': 42,
  '279 432': 3,
  '297 420': 8,
};

/** Returns the paper that the page rule of a document declares, as `pageRule` writes it; undefined without one. */
export function paperOf(html: string): SheetPaper | undefined {
  const [, width, height] = /@page \{ size: ([\d.]+)cm ([\d.]+)cm/.exec(html) ?? [];
  return width && height ? { width: Number(width) * 10, height: Number(height) * 10 } : undefined;
}

/** Writes the paper into the sheet of an xlsx. The converter knows Letter alone. */
export function withExcelPaper(sheet: string, paper: SheetPaper | undefined): string {
  if (!paper) return sheet;
  const sides = [paper.width, paper.height].map(Math.round).sort((one, other) => one - other);
  const known = EXCEL_PAPERS[sides.join(' ')];
  const size =
    known === undefined
      ? `paperWidth="${Math.round(paper.width)}mm" paperHeight="${Math.round(paper.height)}mm"`
      : `paperSize="${known}"`;
  return sheet.replace(/<pageSetup\b[^>]*>/, (setup) =>
    setup.replace(/paperSize="\d+"/, size).replace(/orientation="\w+"/, `orientation="${orientationOf(paper)}"`),
  );
}

/** Writes the paper into the page layouts of an OpenDocument sheet. */
export function withOpenDocumentPaper(xml: string, paper: SheetPaper | undefined): string {
  if (!paper) return xml;
  const { width, height } = paper;
  const size = `fo:page-width="${width}mm" fo:page-height="${height}mm" style:print-orientation="${orientationOf(paper)}"`;
  return xml.replaceAll('<style:page-layout-properties ', `<style:page-layout-properties ${size} `);
}

export const isLandscape = ({ width, height }: SheetPaper): boolean => width > height;

const orientationOf = (paper: SheetPaper): string => (isLandscape(paper) ? 'landscape' : 'portrait');
