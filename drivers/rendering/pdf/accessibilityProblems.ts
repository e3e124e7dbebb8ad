import { languageTag } from '../../../domain/documents/finishing/languageTag.ts';
import type { LayoutProblem } from './layoutProblems.ts';
import type { Tree } from './tree/tree.ts';

/** Returns what a tagged document as a whole lacks. */
export function accessibilityProblems({ title, language }: Pick<Tree, 'title' | 'language'>): LayoutProblem[] {
  const problems: LayoutProblem[] = [];
  if (!title) {
    problems.push({
      problem: 'the document has no title, so readers show the name of its file',
      remedy: 'write <title>, or pdf.title of the template',
      text: '',
      breaks: ['PDF/UA-1'],
    });
  }
  if (languageTag(language) === undefined) {
    const shown = language ? `the language ${JSON.stringify(language.slice(0, 40))}, which is none` : 'no language';
    problems.push({
      problem: `the document has ${shown}, so screen readers read it in their own`,
      remedy: 'write <html lang="en">, or pdf.language of the template',
      text: '',
      breaks: ['PDF/UA-1'],
    });
  }
  return problems;
}
