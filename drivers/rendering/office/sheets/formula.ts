/** The functions of formulas: those that every spreadsheet has under one name, and that read nothing but cells. */
const FUNCTIONS: Readonly<Record<string, readonly [minimum: number, maximum: number]>> = {
  ...{ SUM: [1, 255], SUMIF: [2, 3], SUMPRODUCT: [1, 255], PRODUCT: [1, 255], SUBTOTAL: [2, 255], AVERAGE: [1, 255] },
  ...{ MIN: [1, 255], MAX: [1, 255], COUNT: [1, 255], COUNTA: [1, 255], COUNTBLANK: [1, 1], COUNTIF: [2, 2] },
  ...{ MEDIAN: [1, 255], LARGE: [2, 2], SMALL: [2, 2], RANK: [2, 3], STDEV: [1, 255], VAR: [1, 255] },
  ...{ ROUND: [2, 2], ROUNDUP: [2, 2], ROUNDDOWN: [2, 2], INT: [1, 1], TRUNC: [1, 2], ABS: [1, 1], MOD: [2, 2] },
  ...{ SIGN: [1, 1], SQRT: [1, 1], POWER: [2, 2], IF: [2, 3], AND: [1, 255], OR: [1, 255], NOT: [1, 1] },
  ...{ TRUE: [0, 0], FALSE: [0, 0], ISBLANK: [1, 1], ISNUMBER: [1, 1], ISTEXT: [1, 1], ISERROR: [1, 1] },
  ...{ VLOOKUP: [3, 4], HLOOKUP: [3, 4], INDEX: [2, 3], MATCH: [2, 3], ROW: [0, 1], COLUMN: [0, 1] },
  ...{ CONCATENATE: [1, 255], LEFT: [1, 2], RIGHT: [1, 2], MID: [3, 3], LEN: [1, 1], UPPER: [1, 1], LOWER: [1, 1] },
  ...{ TRIM: [1, 1], TEXT: [2, 2], VALUE: [1, 1], EXACT: [2, 2], REPT: [2, 2], DATE: [3, 3], YEAR: [1, 1] },
  ...{ MONTH: [1, 1], DAY: [1, 1], WEEKDAY: [1, 2], TODAY: [0, 0], NOW: [0, 0], EDATE: [2, 2], PMT: [3, 5] },
};
const MAX_LENGTH = 8_000;
const MAX_DEPTH = 60;
const MAX_COLUMN = 16_384;
const MAX_ROW = 1_048_576;

const TOKEN =
  /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|("(?:[^"]|"")*")|(\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6})(?![\w(.])|([A-Za-z][A-Za-z0-9.]*)(?=\s*\()|(TRUE|FALSE)\b|(<=|>=|<>|[-+*/^&=<>%(),:]))/iy;

/** A part of a formula: a cell, or text that is the same wherever the formula stands. */
type Token =
  | { readonly kind: 'cell'; readonly column: number; readonly row: number; readonly fixed: readonly [string, string] }
  | { readonly kind: 'number' | 'string' | 'name' | 'boolean' | 'sign'; readonly text: string };

export class FormulaProblem extends Error {
  override readonly name = 'FormulaProblem';
}

/** The problem of a formula whose cell LibreOffice has left out of the sheet. */
export const lostFormula = (): FormulaProblem =>
  new FormulaProblem('cannot be made as a sheet: LibreOffice leaves out a cell with a formula; simplify its table');

/** A formula of a sheet. Its references count from the first cell of its table, which is A1. */
export class Formula {
  readonly #tokens: readonly Token[];

  /** @throws FormulaProblem, with a message for the client */
  constructor(source: string) {
    const text = source.trim().replace(/^=/, '');
    try {
      this.#tokens = tokensOf(text);
      new Grammar(this.#tokens).check();
    } catch (error) {
      if (!(error instanceof FormulaProblem)) throw error;
      const excerpt = text.length > 100 ? `${text.slice(0, 100)}…` : text;
      throw new FormulaProblem(`data-formula ${JSON.stringify(`=${excerpt}`)}: ${error.message}`);
    }
  }

  /**
   * Returns the formula as xlsx has it, for a table whose first cell is this far from A1 of the sheet.
   *
   * @throws FormulaProblem if a cell is beyond the sheet
   */
  forExcel(down: number, right: number): string {
    return this.#tokens.map((token) => (token.kind === 'cell' ? address(token, down, right) : token.text)).join('');
  }

  /** Returns the formula as OpenDocument has it. */
  forOpenDocument(down: number, right: number): string {
    let text = 'of:=';
    for (const [index, token] of this.#tokens.entries()) {
      const [before, after] = [this.#tokens[index - 1], this.#tokens[index + 1]];
      if (token.kind === 'cell') {
        const [start, end] = [isColon(before) ? '' : '[', isColon(after) ? '' : ']'];
        text += `${start}.${address(token, down, right)}${end}`;
      } else if (token.kind === 'boolean') text += `${token.text}()`;
      else text += token.text === ',' ? ';' : token.text;
    }
    return text;
  }
}

const isColon = (token: Token | undefined): boolean => token?.kind === 'sign' && token.text === ':';

function tokensOf(text: string): Token[] {
  if (text.length > MAX_LENGTH) throw new FormulaProblem(`it has more than ${MAX_LENGTH} characters`);
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  for (let at = 0; at < end; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) throw new FormulaProblem(`what begins with ${excerptAt(text, at)} is not supported`);
    const [, number, string, cell, name, boolean, sign = ''] = match;
    if (cell !== undefined) tokens.push(cellOf(cell));
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (string !== undefined) tokens.push({ kind: 'string', text: string });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name.toUpperCase() });
    else if (boolean !== undefined) tokens.push({ kind: 'boolean', text: boolean.toUpperCase() });
    else tokens.push({ kind: 'sign', text: sign });
  }
  return tokens;
}

const excerptAt = (text: string, at: number): string => JSON.stringify(text.slice(at).trim().slice(0, 20));

function cellOf(text: string): Token {
  const [, fixedColumn = '', letters = '', fixedRow = '', digits = ''] = /^(\$?)([A-Z]+)(\$?)(\d+)$/i.exec(text) ?? [];
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { kind: 'cell', column, row: Number(digits), fixed: [fixedColumn, fixedRow] };
}

function address(token: Extract<Token, { kind: 'cell' }>, down: number, right: number): string {
  const [column, row] = [token.column + right, token.row + down];
  if (column > MAX_COLUMN || row > MAX_ROW) throw new FormulaProblem('a formula names a cell beyond the sheet');
  return `${token.fixed[0]}${columnName(column)}${token.fixed[1]}${row}`;
}

/** @param column from 1 */
export function columnName(column: number): string {
  let name = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

/** Checks that tokens make a formula. */
class Grammar {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  check(): void {
    this.#expression();
    const rest = this.#tokens[this.#at];
    if (rest) throw new FormulaProblem(`${shown(rest)} is not expected`);
  }

  #expression(): void {
    if (++this.#depth > MAX_DEPTH) throw new FormulaProblem(`it is nested more than ${MAX_DEPTH} deep`);
    do {
      while (this.#takes('+', '-'));
      this.#operand();
      while (this.#takes('%'));
    } while (this.#takes('+', '-', '*', '/', '^', '&', '=', '<', '>', '<=', '>=', '<>'));
    this.#depth--;
  }

  #operand(): void {
    const token = this.#tokens[this.#at++];
    if (!token) throw new FormulaProblem('it ends too early');
    if (token.kind === 'number' || token.kind === 'string' || token.kind === 'boolean') return;
    if (token.kind === 'cell') {
      if (this.#takes(':') && this.#tokens[this.#at++]?.kind !== 'cell')
        throw new FormulaProblem('a cell has to follow the colon');
      return;
    }
    if (token.kind === 'name') this.#call(token.text);
    else if (token.text === '(') {
      this.#expression();
      this.#expect(')');
    } else throw new FormulaProblem(`${shown(token)} is not expected`);
  }

  #call(name: string): void {
    const limits = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (!limits) throw new FormulaProblem(`the function ${name} is not supported`);
    this.#expect('(');
    let count = 0;
    if (!this.#takes(')')) {
      do {
        this.#expression();
        count++;
      } while (this.#takes(','));
      this.#expect(')');
    }
    const [minimum, maximum] = limits;
    if (count < minimum || count > maximum)
      throw new FormulaProblem(
        `${name} has ${count} arguments and needs ${minimum === maximum ? minimum : `${minimum} to ${maximum}`}`,
      );
  }

  #takes(...signs: string[]): boolean {
    const token = this.#tokens[this.#at];
    const isOne = token?.kind === 'sign' && signs.includes(token.text);
    if (isOne) this.#at++;
    return isOne;
  }

  #expect(sign: string): void {
    const token = this.#tokens[this.#at];
    if (!this.#takes(sign))
      throw new FormulaProblem(token ? `${shown(token)} is not expected` : `${JSON.stringify(sign)} is missing`);
  }
}

const shown = (token: Token): string => (token.kind === 'cell' ? address(token, 0, 0) : JSON.stringify(token.text));
