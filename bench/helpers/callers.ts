/** A rule with an expression, or with fullAccess for READ if it has none. */
export interface BenchRule {
  readonly entityName: string;
  readonly filters?: readonly object[];
}

/** Stores roles, rules and callers through an api without authentication. */
export class BenchCallers {
  readonly #base: string;
  #count = 0;

  constructor(port: number) {
    this.#base = `http://127.0.0.1:${port}/api/v2`;
  }

  /** Makes the user type of the callers. */
  async prepare(): Promise<void> {
    await this.#post('user-types', { code: 'BENCH', name: 'Bench', type: 'INDIVIDUAL', registry: {} });
  }

  /** Makes a role with these rules, and returns its code. */
  async role(rules: readonly BenchRule[]): Promise<string> {
    const code = `role-${++this.#count}`;
    const { id: roleId } = await this.#post('roles', { code, name: code });
    for (const [index, { entityName, filters }] of rules.entries()) {
      const { id: accessRuleId } = await this.#post('access-rules', {
        ...{ code: `${code}-${index}`, name: code, entityName, fullAccess: filters === undefined },
        ...(filters ? { accessRule: 'READ_WRITE', expression: JSON.stringify({ filters }) } : { accessRule: 'READ' }),
      });
      await this.#post('role-access-rules', { roleId, accessRuleId });
    }
    return code;
  }

  /** Makes a role that may read and write all records of all kinds, and returns its code. */
  async roleForAll(): Promise<string> {
    const code = `role-${++this.#count}`;
    const { id: roleId } = await this.#post('roles', { code, name: code });
    const { id: accessRuleId } = await this.#post('access-rules', { code, name: code, fullAccess: true });
    await this.#post('role-access-rules', { roleId, accessRuleId });
    return code;
  }

  /** Makes a user with the role, and returns its API key. */
  async keyWith(role: string): Promise<string> {
    const code = `caller-${++this.#count}`;
    await this.#post('users', { code, type: 'BENCH', chars: {}, roles: [role] });
    const { key } = await this.#post('api-keys', { name: 'bench', user: code });
    return String(key);
  }

  async #post(path: string, body: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.#base}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  }
}
