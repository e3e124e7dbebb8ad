import { openApiText } from '../api/routes/docs.ts';
import { interfaceRoutes } from '../api/routes/index.ts';

/** Writes docs/openapi.json. test/contracts/openapi.test.ts fails if the file is out of date. */
await Bun.write(`${import.meta.dir}/../docs/openapi.json`, openApiText(interfaceRoutes()));
