import { openApiText } from '../api/routes/docs.ts';
import { interfaceRoutes } from '../api/routes/index.ts';

/** Writes docs/openapi.json anew; test/contracts/openapi.test.ts fails while it is not fresh. */
await Bun.write(`${import.meta.dir}/../docs/openapi.json`, openApiText(interfaceRoutes()));
