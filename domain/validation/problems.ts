/** "1 problem", "2 problems". */
export const countProblems = (problems: readonly unknown[]): string =>
  problems.length === 1 ? '1 problem' : `${problems.length} problems`;

/** The problem of a change that is based on another version than the stored one. */
export const staleVersion = (sent: number, stored: number): string =>
  `auditInfo.version: ${sent} was sent, the record is at ${stored}`;
