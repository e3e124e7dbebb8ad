/** A problem of a request for programs: the parts of one string of `errors`. */
export interface Problem {
  readonly code: ProblemCode;
  /** The member, parameter or header, as at the beginning of the string: `filtering.filters[0].value`. */
  readonly path: string;
  /** The rest of the string. */
  readonly message: string;
  /** The values that are allowed, if the message lists them. */
  readonly allowed?: readonly string[];
}

/**
 * The codes of problems with the texts that have them; the first code that matches is that of the problem. Codes are part of the
 * interface: docs/errors.md lists them, and none may disappear or change its meaning.
 */
const codes = {
  STALE_VERSION: /^-?\d+ was sent, the record is at |^is not what the record is now|^the \S+ has the ETag /,
  MISMATCH:
    /\bwas sent, the (?:record|Job|step) |does not agree with|, and the envelope |^is not the present password|^must be \S+ here,/,
  UNKNOWN_PARAMETER: /^unknown query parameter/,
  UNKNOWN_MEMBER: /^unknown (?:member|characteristic)|^\S+ has no (?:member|array of objects) /,
  REQUIRED: /^is required|^needs an id or a code$|^must have a filter$|, and is missing$|^is empty$|\bhas no file\b/,
  REPEATED: /^must be given once|occurs twice|is given (?:by|in) |names the same record/,
  CHOICE: /^must be one of |^must be (?:ASC or DESC|JOB_STEPS)\b|, allowed are |\bis none of |, or another member of /,
  SCRIPT: /^line \d+, column \d+: \w*Error\b|^ran longer|^needs more than|^must return /,
  SYNTAX:
    /^line \d+|^is malformed|^is (?:a )?broken|^is not (?:UTF-8|JSON)|^must be (?:UTF-8|a filtering in JSON|a JSON object)|ends in the middle|is not a usable JSON Schema|is not part of JSON Schema/,
  RANGE:
    /^must be (?:at least|at most|in the future|a whole number (?:from|of at most)|[<>]=? )|out of range$|reaches beyond|matches more than/,
  TYPE: /^type mismatch|^must be (?:an? (?:array|object|string|number|whole number|boolean|\S+ object|JSON Schema object)\b|true or false|multipart)/,
  LENGTH:
    /^must have |^more than |^has \d+ (?:bytes|cells)|^unpacks to more|^makes a document larger|^is larger than|^is nested deeper|^must NOT have (?:more|fewer) than/,
  CHARACTERS: /^must not contain |^is not percent-encoded|is not allowed as a (?:name|language code)$/,
  ORDER: /^must not be before/,
  TAKEN: /is taken by another|is suppressed already|is not unique|already contains/,
  UNUSABLE: /^cannot be used/,
  CYCLE: /is this one or stands below it/,
  NOT_FOUND:
    /^no .* has (?:the|or had|this) |^the record (?:did not exist|has no version|was deleted)|which does not exist|is unknown$|have been deleted$|was deleted meanwhile$/,
  IN_USE: /\bpoints? to |^is still in use|would have a dangling reference/,
  RIGHT:
    /^the operation needs |^grants rights|out of the reach|that you may not |is not the origin|must be a loopback address|^is accepted only with AUTH|no active user would|every administrator/,
  STATE:
    /^cannot (?:go|be changed)|^the (?:step is|Job has|rule )|\bis rebuilding it\b|has to be (?:created|COMPLETED)|^no step of the Job|^must be absent while|needs a directory/,
  NOT_ALLOWED:
    /is not allowed|means nothing|cannot be combined|does not go with|is reserved|^is a list, it goes|also holds where/,
  FORMAT: /^must |is not a (?:language tag|placeholder|UUID)/,
  INVALID: /^/,
} as const satisfies Readonly<Record<string, RegExp>>;

export type ProblemCode = keyof typeof codes;

export const problemCodes = Object.keys(codes) as ProblemCode[];

/** Returns the parts of a string of `errors`. */
export function problemOf(error: string): Problem {
  const at = error.indexOf(': ');
  const path = at < 0 ? '' : error.slice(0, at);
  const message = at < 0 ? error : error.slice(at + 2);
  const code = problemCodes.find((name) => codes[name].test(message)) ?? 'INVALID';
  const allowed = allowedIn(message);
  return { code, path, message, ...(allowed && { allowed }) };
}

/** Values never contain the `, ` between them. */
const lists = [/^must be one of (?:the kinds )?(.+?)(?:, not .+)?$/, /, allowed are (.+)$/, / is none of (.+)$/];

function allowedIn(message: string): string[] | undefined {
  const list = lists.map((pattern) => pattern.exec(message)?.[1]).find((text) => text !== undefined);
  if (list === undefined) return message.startsWith('must be ASC or DESC') ? ['ASC', 'DESC'] : undefined;
  return list.split(', ').map((value) => value.replace(/^or one of /, ''));
}
