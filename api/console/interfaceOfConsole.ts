import { isObject } from '../../domain/validation/values.ts';
import type { Schema } from '../http/route.ts';
import { reachableSchemas } from '../openapi/document/reachableSchemas.ts';

type Members = Readonly<Record<string, unknown>>;

/** Where an operation has the example of its body, and the schema of its answer. */
const EXAMPLE = ['requestBody', 'content', 'application/json', 'example'];
const ANSWER = ['responses', '200', 'content', 'application/json', 'schema'];

/**
 * Returns what the console reads of the OpenAPI document, in its form: what each operation needs, the example of each body,
 * and the schemas of the kinds. The document itself is seven times as long, which a slow line takes a second for.
 */
export function interfaceOfConsole(document: Schema): Members {
  const paths = document['paths'] as Readonly<Record<string, Members>>;
  const { schemas } = document['components'] as { readonly schemas: Readonly<Record<string, Schema>> };
  const pages = Object.entries(paths)
    .filter(([path]) => path.endsWith('/search/page'))
    .map(([, { get }]) => part(get, ANSWER));
  const kinds = pages.map((page) => String(part(page, ['$ref'])).replace('PageOf', ''));
  const inputs = [...kinds.map((ref) => `${ref}Input`), '#/components/schemas/SuppressionInput'];
  const shown = [...kinds, ...inputs].filter((ref) => (ref.split('/').at(-1) ?? '') in schemas);
  return {
    paths: Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, shorten(path, methods)])),
    tags: document['tags'],
    components: {
      schemas: reachableSchemas(
        schemas,
        shown.map(($ref) => ({ $ref })),
      ),
    },
  };
}

const shorten = (path: string, methods: Members): Members =>
  Object.fromEntries(
    Object.entries(methods).map(([method, operation]) => [
      method,
      {
        'x-access': part(operation, ['x-access']),
        ...only(operation, EXAMPLE),
        ...(path.endsWith('/search/page') && only(operation, ANSWER)),
      },
    ]),
  );

const part = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((of, name) => (isObject(of) ? of[name] : undefined), value);

/** Returns an object with nothing but one part of another. */
const only = (value: unknown, path: readonly string[]): Members => {
  const found = part(value, path);
  return found === undefined ? {} : (path.reduceRight<unknown>((of, name) => ({ [name]: of }), found) as Members);
};
