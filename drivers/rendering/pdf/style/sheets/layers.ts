/** A rule, with its rank among those of its layer. */
interface LayeredRule {
  readonly rank: number;
  /** Undefined of a built-in rule. */
  readonly layer: string | undefined;
}

/** The sheets of a document, each with its layers in the order in which they appear. */
type Sheets = readonly { readonly layers: ReadonlySet<string> }[];

/** A cascade layer with the layers in it, by their names, in the order in which they first appear. */
interface Layer {
  readonly within: Map<string, Layer>;
}

/** The position of each layer: those of later ones win. Rules without a layer have the name `''`. */
type LayerOrder = ReadonlyMap<string, number>;

const orders = new WeakMap<Sheets, LayerOrder | undefined>();

function orderOf(sheets: Sheets): LayerOrder | undefined {
  if (!orders.has(sheets)) orders.set(sheets, makeOrder(sheets.flatMap(({ layers }) => [...layers])));
  return orders.get(sheets);
}

function makeOrder(names: readonly string[]): LayerOrder | undefined {
  if (names.length === 0) return undefined;
  const root: Layer = { within: new Map() };
  for (const name of names) {
    let at = root;
    for (const part of name.split('.')) {
      const next = at.within.get(part) ?? { within: new Map() };
      at.within.set(part, next);
      at = next;
    }
  }
  const order = new Map<string, number>();
  // A layer is stronger than those in it.
  const visit = (layer: Layer, name: string): void => {
    for (const [part, inner] of layer.within) visit(inner, name === '' ? part : `${name}.${part}`);
    order.set(name, order.size);
  };
  visit(root, '');
  return order;
}

/** Sorts rules from the weakest to the strongest. Among equal ranks their order stays. */
export function sortByStrength<Rule extends LayeredRule>(sheets: Sheets, rules: Rule[]): Rule[] {
  const order = orderOf(sheets);
  return rules.sort((one, other) => positionOf(one, order) - positionOf(other, order) || one.rank - other.rank);
}

/** Returns rules in the order of their important declarations, of which those in earlier layers win. */
export function byImportance<Rule extends LayeredRule>(sheets: Sheets, rules: readonly Rule[]): readonly Rule[] {
  const order = orderOf(sheets);
  return order ? rules.toSorted((one, other) => positionOf(other, order) - positionOf(one, order)) : rules;
}

/** Built-in rules are weaker than those of all layers. */
const positionOf = ({ layer }: LayeredRule, order: LayerOrder | undefined): number =>
  layer === undefined ? -1 : (order?.get(layer) ?? 0);
