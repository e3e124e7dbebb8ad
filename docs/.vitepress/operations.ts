import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
}

interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Returns the operations of docs/openapi.json by subject, each with a link to the reference. */
export function operationsMarkdown(): string {
  const text = readFileSync(join(import.meta.dirname, '..', 'openapi.json'), 'utf8');
  const { tags, paths }: Document = JSON.parse(text);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => operationId !== undefined)
      .map(([method, operation]) => ({
        path: path.replace(/^\/api\/v2/, ''),
        method: method.toUpperCase(),
        ...operation,
      })),
  );
  return tags
    .map(({ name, description }) =>
      [
        `## ${name}`,
        description,
        ...operations
          .filter((operation) => operation.tags.includes(name))
          .flatMap(({ method, path, operationId, description: about }) => [
            `### ${method} ${path}`,
            `${about} [Parameters and samples](/docs/reference#/operations/${operationId})`,
          ]),
      ].join('\n\n'),
    )
    .join('\n\n');
}
