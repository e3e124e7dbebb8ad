import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import spectral from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import { oas } from '@stoplight/spectral-rulesets';
import openapi from '../../docs/openapi.json' with { type: 'json' };

setDefaultTimeout(300_000);

/** The OpenAPI document, checked by the recommended rules of Spectral and by those for the OWASP API Security Top 10. */

const { Ruleset, Spectral } = spectral;
type RulesetDefinition = ConstructorParameters<typeof Ruleset>[0];
type Rules = Record<string, object>;

interface Answering {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { example?: unknown }>> }>>;
}

interface Finding {
  readonly code: string | number;
  readonly path: readonly (string | number)[];
  readonly message: string;
}

async function findingsOf(document: object, ruleset: object): Promise<Finding[]> {
  const linter = new Spectral();
  linter.setRuleset(new Ruleset(ruleset as RulesetDefinition));
  return linter.run(document as Record<string, unknown>);
}

/**
 * The document without the examples of answers: Spectral compiles a schema for each use of each of them, which takes minutes.
 * examples.test.ts and errorExamples.test.ts validate them.
 */
const document = structuredClone(openapi);
for (const { content } of Object.values(document.components.responses))
  Reflect.deleteProperty(content['application/json'], 'examples');
const paths = document.paths as unknown as Readonly<Record<string, Readonly<Record<string, Answering>>>>;
for (const methods of Object.values(paths))
  for (const { responses } of Object.values(methods))
    for (const { content = {} } of Object.values(responses))
      for (const described of Object.values(content)) delete described.example;

const sentences = (findings: readonly Finding[]): string[] =>
  findings.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`);

describe('the recommended rules', () => {
  const recommended = { extends: [[oas, 'recommended']] };

  test('find nothing', async () => {
    expect(sentences(await findingsOf(document, recommended))).toEqual([]);
  });

  test('find an example that contradicts its schema', async () => {
    const path = structuredClone(document.paths['/api/v2/jobs/{id}']);
    for (const parameter of path.get.parameters) if ('example' in parameter) parameter.example = 'no uuid';
    const broken = { ...document, paths: { '/api/v2/jobs/{id}': path } };
    const findings = sentences(await findingsOf(broken, recommended));
    expect(findings).toContainEqual(expect.stringContaining('oas3-valid-media-example'));
  });
});

/** Rules of OWASP that do not fit, each with the reason. */
const off: Readonly<Record<string, string>> = {
  'owasp:api4:2023-rate-limit': 'a 429 has Retry-After; other answers do not say what is left of RATE_PER_CALLER',
  'owasp:api8:2023-define-cors-origin': 'only answers to pages of ALLOWED_ORIGINS have Access-Control-Allow-Origin',
};

/** Rules about single schemas: with references resolved, each schema would be checked once for each of its uses. */
const ofSchemas = [
  'owasp:api4:2023-integer-format',
  'owasp:api4:2023-integer-limit',
  'owasp:api4:2023-string-limit',
  'owasp:api4:2023-string-restricted',
  'owasp:api4:2023-array-limit',
  'owasp:api3:2023-no-additionalProperties',
];

/** Bytes are limited by MAX_BODY_MB, and a streamed array has any length. */
const isStreamed = ({ path }: Finding): boolean => {
  const schema = path.reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], document);
  const { format, 'x-streamed': streamed } = (schema ?? {}) as {
    readonly format?: string;
    readonly 'x-streamed'?: true;
  };
  return format === 'binary' || streamed === true;
};

/** Findings about operations that need no credential, because a caller gets or ends one by them, or signs its request. */
const publicRules = [
  'owasp:api2:2023-write-restricted',
  'owasp:api2:2023-read-restricted',
  'owasp:api8:2023-define-error-responses-401',
];

/** Other findings that are right, each with the reason. */
const accepted: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['twilio', 'ses', 'postmark', 'mailgun'].map((provider) => [
      `owasp:api4:2023-rate-limit-responses-429 /api/v2/notifications/receipts/${provider}`,
      'receipts have no limit',
    ]),
  ),
};

const publicOperations = new Set(
  Object.entries<Record<string, { 'x-access'?: unknown }>>(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation['x-access'] === 'public' ? [`${path} ${method}`] : [],
    ),
  ),
);

const ofRule = ({ code, path: [, path] }: Finding): string => `${code} ${path}`;

describe('the rules of OWASP', () => {
  const all = owasp.rules as Rules;
  const ruleset = {
    ...owasp,
    rules: Object.fromEntries(
      Object.entries(all)
        .filter(([name]) => !off[name])
        .map(([name, rule]) => [name, ofSchemas.includes(name) ? { ...rule, resolved: false } : rule]),
    ),
  };

  test('that are switched off exist', () => {
    expect([...Object.keys(off), ...ofSchemas, ...publicRules].filter((name) => !all[name])).toEqual([]);
  });

  test('find nothing but what is accepted with a reason', async () => {
    const findings = (await findingsOf(document, ruleset))
      // The example of a registry contains schemas.
      .filter(({ path }) => !path.includes('example') && !path.includes('examples'))
      .filter((finding) => !isStreamed(finding))
      .filter(
        ({ code, path: [, path, method] }) =>
          !(publicRules.includes(String(code)) && publicOperations.has(`${path} ${method}`)),
      );
    expect(sentences(findings.filter((finding) => !accepted[ofRule(finding)]))).toEqual([]);
    const found = new Set(findings.map(ofRule));
    expect(Object.keys(accepted).filter((one) => !found.has(one))).toEqual([]);
  });

  test('find an operation without a credential', async () => {
    const path = structuredClone(document.paths['/api/v2/jobs']);
    const broken = { ...document, paths: { '/api/v2/jobs': { post: { ...path.post, security: [] } } } };
    const findings = sentences(await findingsOf(broken, ruleset));
    expect(findings).toContainEqual(expect.stringContaining('owasp:api2:2023-write-restricted'));
  });
});
