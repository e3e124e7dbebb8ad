import { expect, setDefaultTimeout, test } from 'bun:test';
import spectral from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import openapi from '../../docs/openapi.json' with { type: 'json' };

setDefaultTimeout(300_000);

/** The OpenAPI document, checked by the recommended rules of Spectral. */

const { Ruleset, Spectral } = spectral;

async function findingsOf(document: object): Promise<string[]> {
  const linter = new Spectral();
  linter.setRuleset(new Ruleset({ extends: [[oas, 'recommended']] }));
  const findings = await linter.run(document as Record<string, unknown>);
  return findings.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`);
}

test('the OpenAPI document follows the recommended rules', async () => {
  expect(await findingsOf(openapi)).toEqual([]);
});

test('an example that contradicts its schema is found', async () => {
  const path = structuredClone(openapi.paths['/api/v2/jobs/{id}']);
  for (const parameter of path.get.parameters) if ('example' in parameter) parameter.example = 'no uuid';
  const findings = await findingsOf({ ...openapi, paths: { '/api/v2/jobs/{id}': path } });
  expect(findings).toContainEqual(expect.stringContaining('oas3-valid-media-example'));
});
