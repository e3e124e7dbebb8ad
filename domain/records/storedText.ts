import type { Values } from '../kinds/kind.ts';
import { parseJson } from '../validation/parseJson.ts';

/**
 * Parses JSON text that the service itself has stored: a record, its auditInfo, or a part of one. The caller names the
 * type. The text is not checked, because it was checked when it was written.
 */
export const parseStored = <Stored = Values>(text: string): Stored => parseJson(text) as Stored;
