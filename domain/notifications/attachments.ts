import type { JsonObject } from '../kinds/kind.ts';
import { describe } from '../validation/values.ts';
import { problemOfName } from './rules/attachmentNames.ts';

/** Maximum total bytes of the attachments of a notification. Mail servers accept this size after base64 encoding. */
export const MAX_ATTACHMENTS = 25 * 1024 * 1024;

/** An attachment as it is stored. */
export interface AttachmentInput {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

const mediaTypePattern = /^[a-z\d][a-z\d!#$&^_.+-]{0,126}\/[a-z\d][a-z\d!#$&^_.+-]{0,126}(?:; ?charset=[\w-]{1,40})?$/i;

/** Reads attachments. Paths of problems start with `at`. An attachment without a required member already has its problem and is skipped. */
export function readAttachments(
  attachments: readonly (JsonObject | null)[],
  problems: string[],
  at: string,
): AttachmentInput[] {
  let total = 0;
  const read = attachments.flatMap((one, index): AttachmentInput[] => {
    const { name, mimeType, data } = one ?? {};
    if (typeof name !== 'string' || typeof mimeType !== 'string' || typeof data !== 'string') return [];
    const path = `${at}[${index}]`;
    const problem = problemOfName(name);
    if (problem !== undefined) problems.push(`${path}.name: ${problem}`);
    if (!mediaTypePattern.test(mimeType))
      problems.push(`${path}.mimeType: must be a media type, not ${describe(mimeType)}`);
    const content = decoded(data);
    if (!content) problems.push(`${path}.data: must be base64`);
    total += content?.length ?? 0;
    return [{ name, mediaType: mimeType, content: content ?? new Uint8Array() }];
  });
  if (total > MAX_ATTACHMENTS)
    problems.push(
      `${at}: must have at most ${MAX_ATTACHMENTS / 1024 / 1024} MB together, not ${Math.ceil(total / 1024 / 1024)} MB`,
    );
  return read;
}

/** Returns undefined unless the text is canonical base64. Buffer would skip invalid characters silently. */
function decoded(data: string): Uint8Array | undefined {
  if (data.length % 4 !== 0) return undefined;
  const content = Buffer.from(data, 'base64');
  return content.toString('base64') === data ? content : undefined;
}
