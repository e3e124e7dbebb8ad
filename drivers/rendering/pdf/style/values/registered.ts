/** A custom property that an `@property` rule registers. */
export interface RegisteredProperty {
  /** Its value where nothing declares one; undefined if it has none there. */
  readonly initial: string | undefined;
  readonly inherits: boolean;
}

/** Reads the descriptors of an `@property` rule; undefined for one that browsers ignore. */
export function registeredProperty(
  name: string,
  descriptors: readonly (readonly [name: string, value: string, important: boolean])[],
): RegisteredProperty | undefined {
  const found = new Map(descriptors.map(([descriptor, value]) => [descriptor, value]));
  const syntax = /^(["'])(.*)\1$/s.exec(found.get('syntax') ?? '')?.[2]?.trim();
  const inherits = found.get('inherits')?.toLowerCase();
  const initial = found.get('initial-value');
  const isComplete = syntax === '*' || (initial !== undefined && initial !== '');
  if (!/^--./.test(name) || !syntax || !isComplete || !/^(?:true|false)$/.test(inherits ?? '')) return undefined;
  if (initial !== undefined && /var\(/i.test(initial)) return undefined;
  return { initial, inherits: inherits === 'true' };
}

/** The custom properties that the sheets of a document register. */
export class RegisteredProperties {
  readonly #properties: ReadonlyMap<string, RegisteredProperty>;
  readonly #passedOn = new WeakMap<ReadonlyMap<string, string>, ReadonlyMap<string, string>>();
  readonly #initial: ReadonlyMap<string, string> | undefined;

  /** Of several rules for a property, the last one counts. */
  constructor(sheets: readonly { readonly registered: ReadonlyMap<string, RegisteredProperty> }[]) {
    this.#properties = new Map(sheets.flatMap(({ registered }) => [...registered]));
    const initial = [...this.#properties].flatMap(([name, { initial: value }]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    this.#initial = initial.length > 0 ? new Map(initial) : undefined;
  }

  get(name: string): RegisteredProperty | undefined {
    return this.#properties.get(name);
  }

  /** Returns the properties that an element has by those of its parent; the initial ones for the root element. */
  passedOn(parent: ReadonlyMap<string, string> | undefined): ReadonlyMap<string, string> | undefined {
    if (this.#properties.size === 0) return parent;
    if (!parent) return this.#initial;
    let passed = this.#passedOn.get(parent);
    if (!passed) {
      passed = this.#withoutOwn(parent);
      this.#passedOn.set(parent, passed);
    }
    return passed;
  }

  #withoutOwn(parent: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    let changed: Map<string, string> | undefined;
    for (const [name, { initial, inherits }] of this.#properties) {
      if (inherits || parent.get(name) === initial) continue;
      changed ??= new Map(parent);
      if (initial === undefined) changed.delete(name);
      else changed.set(name, initial);
    }
    return changed ?? parent;
  }
}

export const noneRegistered = new RegisteredProperties([]);
