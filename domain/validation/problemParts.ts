/** A problem of an input for programs: the parts of one string of `errors`. */
export type Problem = {
  readonly code: ProblemCode;
  /** The file of an archive, which stands before the path in the string. */
  readonly file?: string;
  /** The member, parameter or header, as at the beginning of the string: `filtering.filters[0].value`. */
  readonly path: string;
  /** The rest of the string. */
  readonly message: string;
  /** The values that are allowed, if the message lists them. */
  readonly allowed?: string[];
};

/**
 * The codes of problems with the texts that have them; the first code that matches is that of the problem. Codes are part of the
 * interface: docs/errors.md lists them, and none may disappear or change its meaning. test/api/problemCodes.test.ts compares
 * them with the texts in the source.
 */
const codes = {
  STALE_VERSION: /^-?\d+ was sent, the record is at |^is not what the record is now|^the \S+ has the ETag /,
  LEASE_LOST: /^the worker .+ has no lease of the step /,
  MISMATCH:
    /\bwas sent, the (?:record|Job|step) |does not agree with|, and the envelope |^is not the present password|^must be \S+ here,|is not the \S+ of left$|^was sent with another operation/,
  UNKNOWN_PARAMETER: /^unknown query parameter/,
  UNKNOWN_MEMBER: /^unknown (?:member|characteristic)|^\S+ has no (?:member|array of objects) /,
  REQUIRED:
    /^is required|^exactly one of \S+ .*is required|^needs an id or a code$|^must have (?:a filter\b|a member$|[\w ]+, or ownerType)|, and is missing$|^is empty$|\bhas no file\b|^has a value without the name|^lacks the |gives n(?:either|one)\b/,
  REPEATED:
    /^must be given once|(?:occurs|is named) twice|is given (?:by|in) |names the same record|is in \S+ already|is the same as \S+\[|^\S*\[\d+\]\S* has the same members|must NOT have duplicate|^must have different/,
  CHOICE: /^must be (?:one of |one value of |ASC or DESC\b)|[,;] allowed are |\bis none of |^unknown operator/,
  SCRIPT: /^(?:line \d+, column \d+: )?(?:\w*Error\b|ran longer|needs more|threw )|^must return |^returned /,
  UNSUPPORTED:
    /\bis not supported\b|, so (?:it|the element|the rule|its content) is (?:ignored|removed)|Waybill fetches nothing|nobody can read|^no font has |screen readers|so readers show/,
  SYNTAX:
    /^line \d+|^is malformed|^is (?:a )?broken|^is not (?:UTF-8|JSON|a readable PDF)|^must be (?:UTF-8$|a filtering in JSON|a JSON object)|ends in the middle|^something follows|is not a usable JSON Schema|is not part of JSON Schema/,
  RANGE:
    /^must be (?:at least|at most|in the future|a whole number (?:from|of at most)|multiple of|[<>]=? )|out of range$|reaches beyond|matches more than|\bha(?:s|ve) more than|is (?:not )?in the future$/,
  TYPE: /^type mismatch|^must be (?:an? (?:array|object|string|number|whole number|boolean|\S+ object|JSON Schema object)\b|true or false|multipart|(?:string|number|integer|boolean|object|array|null)\b)/,
  LENGTH:
    /^must have (?:\d|at (?:least|most)\b)|^more than |^has \d+ (?:bytes|cells)|^unpacks to more|^makes a document larger|^is larger than|^is nested deeper|^must NOT have (?:more|fewer) than|^takes too long to |is too long for |is longer than /,
  CHARACTERS:
    /^must not contain |is not percent-encoded|^must be UTF-8 without|is not allowed as a (?:name|language code)$/,
  ORDER: /^must not be before/,
  TAKEN:
    /is taken by another|^was used for another |is suppressed already|is not unique|already contains|has the same members|^names \d+ records/,
  UNUSABLE: /^cannot be used|\bnever runs; |^is not (?:signed by|a valid logout token)/,
  CYCLE: /is this one or stands below it|^must be another template/,
  NOT_FOUND:
    /^no .* has (?:the|or had|this) |^the record (?:did not exist|has no version|was deleted)|does not exist(?:$| any more)|is unknown$|have been deleted$|was deleted meanwhile$|\bhas no (?:version|region) |^there is no |not stored any more/,
  IN_USE:
    /\bpoints? to |^(?:more than )?\d+ .+ (?:names?|lists?) "|^is still in use|would have a dangling reference|would be removed, and/,
  RIGHT:
    /^the operation needs |^others need the right |^grants rights|out of the reach|that you may not |is not the origin|must be a loopback address|cross-site|^is accepted only with AUTH|no active user would|every administrator|^is not that of (?:this account|Amazon SNS|the topics|this service)| needs READ_WRITE of /,
  STATE:
    /^cannot (?:go|be changed|be \w+ while)|^the (?:step is|Job (?:has|is)|job .* has not ended|worker .+ runs |rule |authentication of)|\bis rebuilding |has to be (?:created|COMPLETED)|^no step of the Job|^must be absent while|needs a directory|is under way|^a new Job |has been dropped since|rebuild the index$|(?:is|are) not set$/,
  NOT_ALLOWED:
    /is not (?:allowed|accepted)|means nothing|cannot be combined|does not go with|is reserved|is a list, it goes|also holds where|cannot (?:give rights|change$)|^workers (?:plan|of the service run) |^only a cron |is started by |^start a bulk change|has no order$|has none of the members|may not conform|is not encrypted|^the PDF is encrypted|^a browser does not|^needs (?:templateVersion|`after`)|does not append|^only the service|^selects every record|^must have (?:exactly one|no placeholder)|^must be (?:true for|PDF\/A-3B for)|^must not be deliveryFrom|^is not called|and only those of|^must NOT |^boolean schema/,
  FORMAT: /^must |must be the whole value|is not an? (?:language tag|placeholder|UUID|phone number|IANA time zone)/,
  INVALID: /^/,
} as const satisfies Readonly<Record<string, RegExp>>;

export type ProblemCode = keyof typeof codes;

export const problemCodes = Object.keys(codes) as ProblemCode[];

/** Files of an archive, whose problems have a path of their own. */
const fileOfArchive = /^(\S+\.(?:json|ndjson|jsonl|csv)(?:\.gz)?): (?=[\w.[\]$-]+: )/;
/** The place of a record in a file, behind its problem. */
const linePlace = / \(line \d+(?:, column \d+)?\)$/;

/** Returns the parts of a string of `errors`. */
export function problemOf(error: string): Problem {
  const [before = '', file] = fileOfArchive.exec(error) ?? [];
  const at = error.indexOf(': ', before.length);
  const path = at < 0 ? '' : error.slice(before.length, at);
  const message = at < 0 ? error : error.slice(at + 2);
  const text = message.replace(linePlace, '');
  const code = problemCodes.find((name) => codes[name].test(text)) ?? 'INVALID';
  const allowed = allowedIn(text);
  return { code, ...(file !== undefined && { file }), path, message, ...(allowed && { allowed }) };
}

const lists = [
  /^must be one of (?:the kinds )?(.+)$/,
  /[,;] allowed are (.+)$/,
  / is none of (.+)$/,
  /; the queues are (.+)$/,
];

function allowedIn(message: string): string[] | undefined {
  const list = lists.map((pattern) => pattern.exec(message)?.[1]).find((text) => text !== undefined);
  if (list === undefined) return message.startsWith('must be ASC or DESC') ? ['ASC', 'DESC'] : undefined;
  return isJson.test(list) ? jsonValues(list) : plainValues(list);
}

const isJson = /^(?:["[{]|-?\d|true\b|false\b|null\b)/;

const jsonValue = /^(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)(?=, |$)/;

/** The values of an enum of a JSON Schema; undefined if one is an object or an array. */
function jsonValues(list: string): string[] | undefined {
  const values: string[] = [];
  for (let rest = list; ; ) {
    const [text] = jsonValue.exec(rest) ?? [];
    if (text === undefined) return undefined;
    values.push(text.startsWith('"') ? String(JSON.parse(text)) : text);
    rest = rest.slice(text.length + 2);
    if (rest === '' || rest.startsWith('not ')) return values;
  }
}

/** Names never contain the `, ` between them. */
const plainValues = (list: string): string[] =>
  list
    .replace(/, not .+$/, '')
    .split(', ')
    .map((name) => name.replace(/^or one of /, ''))
    .filter((name) => !name.startsWith('or '));
