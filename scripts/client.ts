import { join } from 'node:path';
import { generateApi } from 'swagger-typescript-api';
import { openApiText } from '../api/routes/docs.ts';
import { interfaceRoutes } from '../api/routes/index.ts';

const file = join(import.meta.dir, '..', 'client', 'api.ts');

const HEAD = `// Made of the OpenAPI document by \`npm run client\`; test/contracts/client.test.ts fails while it is not fresh.
// @ts-nocheck
import { bodyOf, stringify } from './json.ts';

`;
const SEGMENT = `
const segment = (value: unknown): string => [value].flat().map((one) => encodeURIComponent(String(one))).join(',');
`;

/** Returns the text of client/api.ts for the current routes. */
export async function clientText(): Promise<string> {
  const spec = JSON.parse(openApiText(interfaceRoutes()));
  const { files } = await generateApi({
    spec,
    output: false,
    silent: true,
    fileName: 'api.ts',
    unwrapResponseData: true,
    sortTypes: true,
  });
  const text = files[0]?.fileContent;
  if (!text) throw new Error('the generator returned no file');
  // The generator does not encode path parameters. A code may contain a slash, and lists are split before decoding.
  const encoded = text.replaceAll(/path: `[^`]*`/g, (path) =>
    path.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => `\${segment(${name})}`),
  );
  // JSON of the runtime changes whole numbers that a double cannot hold.
  const exact = encoded
    .replaceAll('JSON.stringify(', 'stringify(')
    .replace('responseToParse[responseFormat]()', 'bodyOf(responseToParse, responseFormat)');
  return `${HEAD}${exact.slice(exact.indexOf('export '))}${SEGMENT}`;
}

if (import.meta.main) await Bun.write(file, await clientText());
