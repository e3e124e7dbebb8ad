/** A problem of a template and its place; line and column start at 1. */
export interface TemplateProblem {
  readonly problem: string;
  readonly line?: number;
  readonly column?: number;
  /** The member of the template that is at fault; `content` if absent. */
  readonly member?: string;
}

/** The text of a problem, with its place before it. */
export const placed = ({ problem, line, column }: TemplateProblem): string =>
  line === undefined ? problem : `line ${line}, column ${column ?? 1}: ${problem}`;

export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly member: string | undefined;

  constructor(message: string, place?: { line?: number | undefined; column?: number | undefined; member?: string }) {
    super(message.toWellFormed().replaceAll('\u0000', ''));
    this.line = place?.line;
    this.column = place?.column;
    this.member = place?.member;
  }

  get asProblem(): TemplateProblem {
    const { message: problem, line, column, member } = this;
    const place = line !== undefined && { line, column: column ?? 1 };
    return { problem, ...place, ...(member !== undefined && { member }) };
  }
}

export function fault(problem: string, { start }: hbs.AST.SourceLocation): TemplateFault {
  return new TemplateFault(problem, { line: start.line, column: start.column + 1 });
}
