import Handlebars from 'handlebars';
import type { Template } from '../../ports/rendering.ts';
import { syntaxProblem } from '../../validation/scriptSyntax.ts';
import {
  forgetTemplatePartials,
  readTemplateFile,
  templateFileExists,
  templatePartials,
  templatesFolder,
} from './templateFiles.ts';
import { helperOptions, type TemplateHelper, templateHelpers } from './templateHelpers.ts';

export { forgetTemplatePartials, readTemplateFile, templatePartials, templatesFolder };

/** What is wrong with a template and where, from 1. */
export interface TemplateProblem {
  readonly problem: string;
  readonly line?: number;
  readonly column?: number;
}

/** A problem with its place before it. */
export const placed = ({ problem, line, column }: TemplateProblem): string =>
  line === undefined ? problem : `line ${line}, column ${column ?? 1}: ${problem}`;

/** Texts of a template by language and key; a text that depends on a number is an object by plural category. */
export type Translations = Readonly<
  Record<string, Readonly<Record<string, string | Readonly<Record<string, string>>>>>
>;

/** Characters of a template. */
export const MAX_TEMPLATE = 1_000_000;
/** Of `{{…}}`. The parser takes a second for some 10,000 in blocks. */
const MAX_TAGS = 5_000;
/** Blocks, or calls, within each other: the parser's time grows by the square of it. */
const MAX_DEPTH = 100;

export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(message: string, place?: { line: number | undefined; column: number | undefined }) {
    super(message.toWellFormed().replaceAll('\u0000', ''));
    this.line = place?.line;
    this.column = place?.column;
  }

  get asProblem(): TemplateProblem {
    const { message: problem, line, column } = this;
    return { problem, ...(line !== undefined && { line, column: column ?? 1 }) };
  }
}

/** The first problem that can be told of a template without data; undefined where there is none. Nothing is run by it. */
export function checkTemplate(
  inputType: Template['inputType'],
  content: string,
  folder = templatesFolder,
): TemplateProblem | undefined {
  try {
    if (inputType === 'SCRIPT') return syntaxProblem(content);
    if (inputType === 'HTML') parseTemplate(content, templatePartials(folder));
    else parseTemplate(templateFile(content, folder), templatePartials(folder));
    return undefined;
  } catch (error) {
    if (error instanceof TemplateFault) return error.asProblem;
    throw error;
  }
}

/** The template in a file under `templates/`. */
export function templateFile(name: string, folder = templatesFolder): string {
  const found = name.endsWith('.hbs') && templateFileExists(name, folder) ? readTemplateFile(name, folder) : undefined;
  if (!found) {
    throw new TemplateFault(
      `there is no template ${JSON.stringify(name.slice(0, 200))} under templates/; name one as in documents/invoice.hbs`,
    );
  }
  return new TextDecoder().decode(found);
}

/**
 * Parses and checks: known helpers and partials alone, nothing that reaches for more.
 *
 * @returns the texts that it brings
 * @throws TemplateFault
 */
export function parseTemplate(content: string, partials: ReadonlyMap<string, string>): Translations {
  if (content.length > MAX_TEMPLATE) throw new TemplateFault(`a template has at most ${MAX_TEMPLATE} characters`);
  refuseMonsters(content);
  let program: hbs.AST.Program;
  try {
    program = parse(content);
  } catch (error) {
    throw asFault(error);
  }
  const check = new Check(partials);
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

/** The parser says where only in a picture made of characters; it is asked for the place itself. */
function parse(content: string): hbs.AST.Program {
  const { Parser } = Handlebars as unknown as { Parser: { yy?: Record<string, unknown> } };
  if (!Parser.yy) Handlebars.parse('');
  (Parser.yy as Record<string, unknown>)['parseError'] = (message: string, found: ParseError): never => {
    throw new SyntaxFault(message, found);
  };
  return Handlebars.parse(content);
}

const tokens: Readonly<Record<string, string>> = {
  EOF: 'the end of the template',
  OPEN_ENDBLOCK: 'the end of a block that was not begun',
  INVERSE: '{{else}} outside of a block, or a second one',
  INVALID: 'a character that does not belong there',
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
 * Before anything is parsed: what would keep the parser busy for long. What stands in comments and texts is counted
 * with the rest.
 */
function refuseMonsters(content: string): void {
  let [tags, blocks, calls, line, seen] = [0, 0, 0, 1, 0];
  let within = false;
  const refuse = (problem: string): never => {
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
    if (calls > MAX_DEPTH) refuse(`calls are nested more than ${MAX_DEPTH} deep`);
    if (!found.startsWith('{')) continue;
    if (++tags > MAX_TAGS) refuse(`has more than ${MAX_TAGS} of {{…}}`);
    if (found.endsWith('/')) blocks--;
    else if (found.includes('#')) blocks++;
    if (blocks > MAX_DEPTH) refuse(`blocks are nested more than ${MAX_DEPTH} deep`);
  }
}

const known: ReadonlySet<string> = new Set(templateHelpers);

/** Walks a template for what it must not name. */
class Check extends Handlebars.Visitor {
  translations: Translations = {};
  readonly #partials: ReadonlyMap<string, string>;
  readonly #inline: string[] = [];
  readonly #texts: { key: string; place: hbs.AST.SourceLocation }[] = [];

  constructor(partials: ReadonlyMap<string, string>) {
    super();
    this.#partials = partials;
  }

  /** A text that is asked for by name has to be there in the first language. */
  requireTexts(): void {
    const first = Object.values(this.translations)[0];
    if (!first) return;
    for (const { key, place } of this.#texts) {
      const elsewhere = [...this.#partials.values()].some((partial) => partial.includes(JSON.stringify(key)));
      if (!Object.hasOwn(first, key) && !elsewhere)
        throw fault(`there is no text ${JSON.stringify(key)} in {{#translations}}`, place);
    }
  }

  override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
    this.#call(mustache, mustache.loc);
    super.MustacheStatement(mustache);
  }

  override SubExpression(call: hbs.AST.SubExpression): void {
    this.#call({ ...call, always: true }, call.loc);
    super.SubExpression(call);
  }

  override BlockStatement(block: hbs.AST.BlockStatement): void {
    if (nameOf(block.path) === 'translations') {
      this.translations = readTranslations(block);
      return;
    }
    this.#call(block, block.loc);
    super.BlockStatement(block);
  }

  override PartialStatement(partial: hbs.AST.PartialStatement): void {
    this.#partial(partial.name, partial.loc);
    super.PartialStatement(partial);
  }

  override PartialBlockStatement(partial: hbs.AST.PartialBlockStatement): void {
    this.#partial(partial.name, partial.loc);
    super.PartialBlockStatement(partial);
  }

  override DecoratorBlock(decorator: hbs.AST.DecoratorBlock): void {
    const [name] = decorator.params;
    if (nameOf(decorator.path) !== 'inline' || name?.type !== 'StringLiteral')
      throw fault('the only decorator is {{#*inline "name"}}', decorator.loc);
    this.#inline.push((name as hbs.AST.StringLiteral).value);
    super.DecoratorBlock(decorator);
  }

  override Decorator(decorator: hbs.AST.Decorator): void {
    throw fault('the only decorator is {{#*inline "name"}}', decorator.loc);
  }

  #call(
    { path, params, hash, always }: { path: unknown; params: unknown[]; hash?: hbs.AST.Hash; always?: boolean },
    place: hbs.AST.SourceLocation,
  ): void {
    const name = nameOf(path as hbs.AST.Expression);
    const called = always || params.length > 0 || (hash?.pairs.length ?? 0) > 0;
    if (called && (name === undefined || !known.has(name)))
      throw fault(`there is no helper ${JSON.stringify(originalOf(path))}`, place);
    if (called && name !== 't') {
      const options = helperOptions[name as TemplateHelper] ?? [];
      const unknown = hash?.pairs.find((pair) => !options.includes(pair.key));
      const there = options.length > 0 ? `; it has ${options.join(', ')}` : '';
      if (unknown) throw fault(`${name} has no argument ${JSON.stringify(unknown.key)}${there}`, unknown.loc);
    }
    const [key] = params as hbs.AST.Expression[];
    if (called && name === 't' && key?.type === 'StringLiteral')
      this.#texts.push({ key: (key as hbs.AST.StringLiteral).value, place });
  }

  #partial(name: hbs.AST.PathExpression | hbs.AST.SubExpression, place: hbs.AST.SourceLocation): void {
    if (name.type === 'SubExpression') throw fault('the name of a partial has to be written out', place);
    const wanted = String((name as hbs.AST.PathExpression).original);
    if (wanted === '@partial-block' || this.#partials.has(wanted) || this.#inline.includes(wanted)) return;
    const there = [...this.#partials.keys()].sort().join(', ');
    throw fault(`there is no partial ${JSON.stringify(wanted)}${there && `; there are ${there}`}`, place);
  }
}

function nameOf(path: hbs.AST.Expression): string | undefined {
  if (path.type !== 'PathExpression') return undefined;
  const { parts, data, depth, original } = path as hbs.AST.PathExpression;
  return !data && depth === 0 && parts.length === 1 && !original.startsWith('this') ? parts[0] : undefined;
}

function originalOf(path: unknown): string {
  return String((path as { original?: unknown }).original ?? '').slice(0, 200);
}

function fault(problem: string, { start }: hbs.AST.SourceLocation): TemplateFault {
  return new TemplateFault(problem, { line: start.line, column: start.column + 1 });
}

function readTranslations(block: hbs.AST.BlockStatement): Translations {
  const [only, ...more] = block.program.body;
  const text = only?.type === 'ContentStatement' ? (only as hbs.AST.ContentStatement).original : '';
  const wrong = (what: string): TemplateFault => fault(`{{#translations}} ${what}`, block.loc);
  if (more.length > 0) throw wrong('holds JSON and nothing else');
  let read: unknown;
  try {
    read = JSON.parse(text as string);
  } catch (error) {
    throw wrong(`is no JSON: ${(error as Error).message}`);
  }
  if (!isObject(read) || Object.keys(read).length === 0) throw wrong('is an object by language');
  for (const [language, texts] of Object.entries(read)) {
    if (!isLanguage(language)) throw wrong(`names no language with ${JSON.stringify(language)}`);
    if (!isObject(texts)) throw wrong(`has to be an object of texts at ${JSON.stringify(language)}`);
    for (const [key, value] of Object.entries(texts)) {
      const fine = typeof value === 'string' || (isObject(value) && typeof value['other'] === 'string');
      if (!fine) throw wrong(`wants a text, or an object of plural forms with "other", at ${JSON.stringify(key)}`);
    }
  }
  return read as Translations;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isLanguage(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}
