const MAX_LINES = 60;
const lines: string[] = [];

/** The last warnings and errors of silent workers in this process, for the error of a wait that has passed its limit. */
export const recentLog = {
  write(line: string): void {
    lines.push(line.trim());
    if (lines.length > MAX_LINES) lines.shift();
  },
  text: (): string => lines.join('\n'),
};
