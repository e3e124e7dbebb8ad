import Handlebars from 'handlebars';
import { TemplateFault } from './templateFault.ts';
import { TemplateVisitor } from './templateVisitor.ts';
import type { Translations } from './translations.ts';

/** Maximum length of a template in characters. */
export const MAX_TEMPLATE = 1_000_000;
/** Maximum number of `{{…}}`. The parser takes a second for some 10,000 within blocks. */
const MAX_TAGS = 5_000;
/** Maximum depth of blocks and of calls. The parser's time grows with the square of the depth. */
const MAX_DEPTH = 100;

/**
 * Parses a template. Rejects every helper and partial that is not known.
 *
 * @returns the texts of its `{{#translations}}`
 * @throws TemplateFault
 */
export function parseTemplate(content: string, partials: ReadonlyMap<string, string>): Translations {
  if (content.length > MAX_TEMPLATE) throw new TemplateFault(`a template has at most ${MAX_TEMPLATE} characters`);
  rejectCostly(content);
  let program: hbs.AST.Program;
  try {
    program = parse(content);
  } catch (error) {
    throw asFault(error);
  }
  const check = new TemplateVisitor(partials);
  check.accept(program);
  check.requireTexts();
  return check.translations;
}

interface ParseError {
  readonly token?: string;
  readonly loc?: { readonly first_line: number; readonly last_line: number; readonly last_column: number };
}

class SyntaxFault extends Error {
  readonly found: ParseError;

  constructor(message: string, found: ParseError) {
    super(message);
    this.found = found;
  }
}

// Replaces the `yy` that the parser has at first, with its own `parseError`.
Handlebars.parse('');

/** Parses, and takes the place of an error from the parser itself: its message only draws the place. */
function parse(content: string): hbs.AST.Program {
  const { Parser } = Handlebars as unknown as { Parser: { yy: Record<string, unknown> } };
  Parser.yy['parseError'] = (message: string, found: ParseError): never => {
    throw new SyntaxFault(message, found);
  };
  return Handlebars.parse(content);
}

const tokens: Readonly<Record<string, string>> = {
  EOF: 'the end of the template',
  OPEN_ENDBLOCK: 'the end of a block that was not begun',
  INVERSE: '{{else}} outside of a block, or a second one',
  INVALID: 'an unexpected character',
  CLOSE: '}}',
};

function asFault(error: unknown): TemplateFault {
  if (error instanceof SyntaxFault) {
    const { token = '', loc } = error.found;
    const place = loc && { line: loc.last_line, column: loc.last_column + 1 };
    const missing = token === 'EOF' ? ': a block or a {{ is not closed' : '';
    return new TemplateFault(`syntax error at ${tokens[token] ?? token}${missing}`, place);
  }
  if (error instanceof RangeError) return new TemplateFault('is nested too deeply');
  const { message, lineNumber, column } = error as { message: string; lineNumber?: number; column?: number };
  return new TemplateFault(
    message.replace(/ - \d+:\d+$/, '').split('\n')[0] ?? '',
    lineNumber === undefined ? undefined : { line: lineNumber, column: (column ?? 0) + 1 },
  );
}

/**
 * Rejects, before it is parsed, a template that the parser would need long for. Braces within comments and texts are
 * counted too.
 */
function rejectCostly(content: string): void {
  let [tags, blocks, calls, line, seen] = [0, 0, 0, 1, 0];
  let within = false;
  const reject = (problem: string): never => {
    throw new TemplateFault(problem, { line, column: 1 });
  };
  for (const { 0: found, index } of content.matchAll(/\{\{~?(?:#[#>*]*|\^|\/)?|\}\}|[()]/g)) {
    if (!within && !found.startsWith('{')) continue;
    line += content.slice(seen, index).split('\n').length - 1;
    seen = index;
    within = found !== '}}';
    if (found === '(') calls++;
    else if (found === ')') calls--;
    else calls = 0;
    if (calls > MAX_DEPTH) reject(`calls are nested more than ${MAX_DEPTH} deep`);
    if (!found.startsWith('{')) continue;
    if (++tags > MAX_TAGS) reject(`has more than ${MAX_TAGS} {{…}}`);
    if (found.endsWith('/')) blocks--;
    else if (found.includes('#')) blocks++;
    if (blocks > MAX_DEPTH) reject(`blocks are nested more than ${MAX_DEPTH} deep`);
  }
}
