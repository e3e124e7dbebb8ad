/**
 * The same object with other methods in place of some of its own. Those that stay are called on the object itself, so
 * that one with private members is served as well.
 */
export function overlay<T extends object>(object: T, methods: Partial<T>): T {
  return new Proxy(object, {
    get(target, name) {
      const own: unknown = Reflect.get(methods, name) ?? Reflect.get(target, name);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}
