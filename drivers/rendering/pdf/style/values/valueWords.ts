/** Splits a value at the commas outside of brackets. */
export function layersOf(value: string): string[] {
  const layers: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < value.length; at++) {
    if (value[at] === '(') depth++;
    else if (value[at] === ')') depth--;
    else if (value[at] === ',' && depth === 0) {
      layers.push(value.slice(from, at).trim());
      from = at + 1;
    }
  }
  layers.push(value.slice(from).trim());
  return layers;
}

/** Splits a value at the spaces outside of brackets. */
export function parts(value: string): string[] {
  return value.match(/[^\s()]*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\S*|[^\s]+/g) ?? [];
}
