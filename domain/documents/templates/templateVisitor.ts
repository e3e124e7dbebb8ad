import Handlebars from 'handlebars';
import { isPath, isString } from './nodeTypes.ts';
import { fault } from './templateFault.ts';
import { helperOptions, type TemplateHelper, templateHelpers } from './templateHelpers.ts';
import { readTranslations, type Translations } from './translations.ts';

const known: ReadonlySet<string> = new Set(templateHelpers);

const isHelper = (name: string): name is TemplateHelper => known.has(name);

/** A statement or an expression that may call a helper. */
interface Call {
  readonly path: hbs.AST.Expression;
  readonly params: readonly hbs.AST.Expression[];
  readonly hash?: hbs.AST.Hash;
  /** It calls a helper even without arguments. */
  readonly always?: boolean;
}

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
        throw fault(`{{#translations}} contains no text ${JSON.stringify(key)}`, place);
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
    if (nameOf(decorator.path) !== 'inline' || !isString(name))
      throw fault('the only decorator is {{#*inline "name"}}', decorator.loc);
    this.#inline.push(name.value);
    super.DecoratorBlock(decorator);
  }

  override Decorator(decorator: hbs.AST.Decorator): void {
    throw fault('the only decorator is {{#*inline "name"}}', decorator.loc);
  }

  #call({ path, params, hash, always }: Call, place: hbs.AST.SourceLocation): void {
    const name = nameOf(path);
    const called = always || params.length > 0 || (hash?.pairs.length ?? 0) > 0;
    if (called && (name === undefined || !isHelper(name)))
      throw fault(`no helper has the name ${JSON.stringify(originalOf(path))}`, place);
    if (called && name !== undefined && isHelper(name) && name !== 't') {
      const options = helperOptions[name] ?? [];
      const unknown = hash?.pairs.find((pair) => !options.includes(pair.key));
      const hint = options.length > 0 ? `; it has ${options.join(', ')}` : '';
      if (unknown) throw fault(`${name} has no argument ${JSON.stringify(unknown.key)}${hint}`, unknown.loc);
    }
    const [key] = params;
    if (called && name === 't' && isString(key)) this.#texts.push({ key: key.value, place });
  }

  #partial(name: hbs.AST.PathExpression | hbs.AST.SubExpression, place: hbs.AST.SourceLocation): void {
    if (name.type === 'SubExpression') throw fault('the name of a partial has to be written out', place);
    const partial = String(name.original);
    if (partial === '@partial-block' || this.#partials.has(partial) || this.#inline.includes(partial)) return;
    const names = [...this.#partials.keys()].sort().join(', ');
    throw fault(`no partial has the name ${JSON.stringify(partial)}${names && `; the partials are ${names}`}`, place);
  }
}

function nameOf(path: hbs.AST.Expression): string | undefined {
  if (!isPath(path)) return undefined;
  const { parts, data, depth, original } = path;
  return !data && depth === 0 && parts.length === 1 && !original.startsWith('this') ? parts[0] : undefined;
}

function originalOf(path: hbs.AST.Expression): string {
  return 'original' in path ? String(path.original ?? '').slice(0, 200) : '';
}
