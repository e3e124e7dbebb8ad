import Handlebars from 'handlebars';
import { fault } from './templateFault.ts';
import { helperOptions, type TemplateHelper, templateHelpers } from './templateHelpers.ts';
import { readTranslations, type Translations } from './translations.ts';

const known: ReadonlySet<string> = new Set(templateHelpers);

/** Checks the helpers, partials and texts that a template names. Throws TemplateFault for one that does not exist. */
export class TemplateVisitor extends Handlebars.Visitor {
  translations: Translations = {};
  readonly #partials: ReadonlyMap<string, string>;
  readonly #inline: string[] = [];
  readonly #texts: { key: string; place: hbs.AST.SourceLocation }[] = [];

  constructor(partials: ReadonlyMap<string, string>) {
    super();
    this.#partials = partials;
  }

  /** Requires every text that is named by a literal to exist in the first language. */
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
      const hint = options.length > 0 ? `; it has ${options.join(', ')}` : '';
      if (unknown) throw fault(`${name} has no argument ${JSON.stringify(unknown.key)}${hint}`, unknown.loc);
    }
    const [key] = params as hbs.AST.Expression[];
    if (called && name === 't' && key?.type === 'StringLiteral')
      this.#texts.push({ key: (key as hbs.AST.StringLiteral).value, place });
  }

  #partial(name: hbs.AST.PathExpression | hbs.AST.SubExpression, place: hbs.AST.SourceLocation): void {
    if (name.type === 'SubExpression') throw fault('the name of a partial has to be written out', place);
    const partial = String((name as hbs.AST.PathExpression).original);
    if (partial === '@partial-block' || this.#partials.has(partial) || this.#inline.includes(partial)) return;
    const names = [...this.#partials.keys()].sort().join(', ');
    throw fault(`there is no partial ${JSON.stringify(partial)}${names && `; there are ${names}`}`, place);
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
