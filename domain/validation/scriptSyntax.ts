const parser = new Bun.Transpiler({ loader: 'js' });

/** What keeps a source from being a script; line and column from 1. */
interface SyntaxFault {
  readonly problem: string;
  readonly line?: number;
  readonly column?: number;
}

/** The problems of a script's source, without running it. The sandbox may refuse more when it evaluates the script. */
export function syntaxProblems(source: string): string[] {
  return faultsOf(source).map(
    ({ problem, line, column }) => `source: ${line === undefined ? '' : `line ${line}, column ${column}: `}${problem}`,
  );
}

/** The first syntax error of a source. */
export function syntaxProblem(source: string): SyntaxFault | undefined {
  return faultsOf(source)[0];
}

/**
 * Bun's own parser loads and runs nothing. The source is wrapped into a method, as in the sandbox: a source that closes
 * a function and opens another one does not close a method.
 */
function faultsOf(source: string): SyntaxFault[] {
  try {
    parser.transformSync(`({ f(input) {\n${source}\n} })`);
    return [];
  } catch (error) {
    const found: unknown[] = error instanceof AggregateError ? error.errors : [error];
    return found.slice(0, 10).map((one) => {
      const { message, position } = one as { message: string; position?: { line: number; column: number } | null };
      return { problem: message, ...(position && placeIn(source, position)) };
    });
  }
}

/** The wrapper adds a line before the source; a missing end is reported in the line after the last one. */
function placeIn(source: string, { line, column }: { line: number; column: number }): { line: number; column: number } {
  const lines = source.split('\n');
  if (line - 1 <= lines.length) return { line: line - 1, column };
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
