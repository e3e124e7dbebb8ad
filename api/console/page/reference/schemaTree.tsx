import { useState } from 'preact/hooks';
import { Description } from './description.tsx';
import { type JsonSchema, type OpenApi, resolved, schemaNameOf } from './openApi.ts';

/** The members of a schema, each with its type and description. Those of nested objects open on demand. */
export function SchemaTree({ document, schema }: { document: OpenApi; schema: JsonSchema }) {
  const one = elementOf(document, schema);
  const choices = one.oneOf ?? one.anyOf;
  if (choices && !one.properties) {
    return (
      <ul class="schema">
        {choices.map((choice, index) => (
          <li key={String(index)}>
            <MemberHead schema={choice} document={document} />
            <Nested document={document} schema={choice} name={typeText(document, choice)} />
          </li>
        ))}
      </ul>
    );
  }
  if (!one.properties) return null;
  return (
    <ul class="schema">
      {Object.entries(one.properties).map(([name, member]) => (
        <li key={name}>
          <MemberHead
            name={name}
            required={one.required?.includes(name) === true}
            schema={member}
            document={document}
          />
          <Nested document={document} schema={member} name={name} />
        </li>
      ))}
    </ul>
  );
}

interface HeadProps {
  readonly name?: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
  readonly document: OpenApi;
}

export function MemberHead({ name, required = false, schema, document }: HeadProps) {
  const one = resolved(document, schema);
  const description = schema.description ?? one.description;
  return (
    <div class="member">
      {name === undefined ? null : <code class="name">{name}</code>}{' '}
      <span class="type">{typeText(document, schema)}</span>
      {required ? <span class="required">required</span> : null}
      {one.readOnly ? <span class="type">read only</span> : null}
      {description === undefined ? null : <Description text={description} />}
      <Limits schema={one} />
    </div>
  );
}

/** Limits of members and parameters without an own one: they would be noise. */
const generalLimits: ReadonlySet<number> = new Set([262_144, 33_554_432, 67_108_864]);

const ownLimit = (limit: number | undefined): number | undefined =>
  limit === undefined || generalLimits.has(limit) || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit;

function Limits({ schema }: { schema: JsonSchema }) {
  const texts = [
    ...(schema.enum ? [`One of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}.`] : []),
    ...(schema.default === undefined ? [] : [`Default: ${JSON.stringify(schema.default)}.`]),
    ...rangeTexts('Value', ownLimit(schema.minimum), ownLimit(schema.maximum)),
    ...rangeTexts('Length', schema.minLength, ownLimit(schema.maxLength)),
    ...rangeTexts('Elements', schema.minItems, ownLimit(schema.maxItems)),
  ];
  return texts.length === 0 ? null : <p class="limits">{texts.join(' ')}</p>;
}

function rangeTexts(what: string, from: number | undefined, to: number | undefined): string[] {
  if (from === undefined && to === undefined) return [];
  if (to === undefined) return [`${what}: at least ${from}.`];
  return [from === undefined ? `${what}: at most ${to}.` : `${what}: ${from} to ${to}.`];
}

/** The element of an array, or the schema itself. */
function elementOf(document: OpenApi, schema: JsonSchema): JsonSchema {
  const one = resolved(document, schema);
  return one.type === 'array' && one.items ? elementOf(document, one.items) : one;
}

function Nested({ document, schema, name }: { document: OpenApi; schema: JsonSchema; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const one = elementOf(document, schema);
  if (!one.properties && !one.oneOf && !one.anyOf) return null;
  return (
    <>
      <button type="button" class="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide' : 'Show'} members of {name}
      </button>
      {isOpen ? <SchemaTree document={document} schema={one} /> : null}
    </>
  );
}

/** `WorklogType[]`, `string (uuid) or null`, `Filter or OrGroup` */
export function typeText(document: OpenApi, schema: JsonSchema): string {
  const name = schemaNameOf(schema);
  if (name !== undefined) return name;
  if (schema.type === 'array') return schema.items ? `${typeText(document, schema.items)}[]` : 'array';
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices && !schema.properties) return choices.map((choice) => typeText(document, choice)).join(' or ');
  const { type = 'any value', format } = schema;
  const [first = '', ...others] = [type].flat();
  return [format === undefined ? first : `${first} (${format})`, ...others].join(' or ');
}
