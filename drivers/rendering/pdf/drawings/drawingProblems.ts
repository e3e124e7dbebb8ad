import type { DrawingProblem } from './parts/drawing.ts';

/** Maximum number of problems, and maximum length of the part of the drawing that each names. */
const MAX_PROBLEMS = 20;
const MAX_TEXT = 60;

/** What of a drawing is not drawn as in browsers. */
export class DrawingProblems {
  readonly all: DrawingProblem[] = [];

  /** Adds a declaration that is not supported or not valid. */
  addUnknown(property: string, value: string): void {
    const text = value.slice(0, MAX_TEXT);
    this.add(`${property}: ${text} of a drawing is not supported or not valid, and is ignored`, text);
  }

  add(problem: string, text: string): void {
    if (this.all.length < MAX_PROBLEMS) this.all.push({ problem, text });
  }
}
