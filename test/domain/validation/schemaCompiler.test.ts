import { describe, expect, test } from 'bun:test';
import Ajv2020 from 'ajv/dist/2020.js';
import { makeCompiler, refuel, TooMuchWork, withFuel } from '../../../domain/validation/schemas/schemaCompiler.ts';

/** Each definition refers to the next one twice: 2^40 calls without fuel. */
const doubling = {
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    Array.from({ length: 40 }, (_, depth) => [
      `d${depth}`,
      depth === 39 ? {} : { allOf: [{ $ref: `#/$defs/d${depth + 1}` }, { $ref: `#/$defs/d${depth + 1}` }] },
    ]),
  ),
};

describe('a validator', () => {
  test('stops a schema that would run for hours', () => {
    const ajv = makeCompiler();
    const validate = ajv.compile(doubling);
    refuel(ajv);
    expect(() => validate({})).toThrow(TooMuchWork);
  });

  test('stops a schema that reports errors without end', () => {
    const ajv = makeCompiler();
    const validate = ajv.compile({ type: 'array', items: { type: 'string', minLength: 3 } });
    refuel(ajv);
    expect(validate(Array.from({ length: 10 }, () => 1))).toBe(false);
    refuel(ajv);
    expect(() => validate(Array.from({ length: 200_000 }, () => 1))).toThrow(TooMuchWork);
  });
});

describe('the hook that adds fuel', () => {
  /** The code that Ajv generates for schemas with all kinds of keywords, and for the metaschema. */
  const generated: string[] = [];
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    inlineRefs: false,
    code: {
      process: (code) => {
        generated.push(code);
        return code;
      },
    },
  });
  for (const schema of [
    true,
    false,
    { type: ['string', 'null'], pattern: 'a+', enum: ['a'], not: { const: 'b' } },
    {
      properties: { a: { minimum: 1 } },
      required: ['a'],
      additionalProperties: false,
      dependentRequired: { a: ['b'] },
    },
    { anyOf: [{ minItems: 1 }, { contains: { type: 'integer' } }], unevaluatedItems: false, if: {}, else: {} },
    doubling,
  ])
    ajv.compile(schema);

  test('finds the function and every error of the code that Ajv generates', () => {
    expect(generated.length).toBeGreaterThan(40);
    for (const code of generated) {
      const errors = code.match(/vErrors\.push\(err\d+\)/g)?.length ?? 0;
      expect(withFuel(code).match(/self\.takeFuel\(\);/g)).toHaveLength(errors + 1);
    }
  });

  test('throws for code of another form', () => {
    const [code = ''] = generated.filter((one) => one.includes('vErrors.push('));
    expect(() => withFuel(code.replace('function validate', 'function check'))).toThrow('another form');
    expect(() => withFuel(code.replaceAll('const err', 'let err'))).toThrow('another form');
  });
});
