import { badRequest } from '../../domain/errors.ts';
import { messageOf } from '../../domain/runtime/errorDetails.ts';
import type { ApiRequest } from './route.ts';

/** Returns the part named `file` of a multipart body. Its content type is ignored: the reader detects the format. */
export async function uploadedFile(request: ApiRequest): Promise<ReadableStream<Uint8Array>> {
  const contentType = request.raw.headers.get('content-type') ?? '';
  if (!contentType.toLowerCase().startsWith('multipart/form-data')) {
    throw badRequest('The body is not multipart/form-data.', [
      'body: must be multipart/form-data with a part named file',
    ]);
  }
  const stream = request.stream();
  let form: Awaited<ReturnType<Response['formData']>>;
  try {
    form = await new Response(stream, { headers: { 'content-type': contentType } }).formData();
  } catch (error) {
    if (error instanceof Error && error.name === 'ServiceError') throw error;
    throw badRequest('The multipart body is malformed.', [`body: ${messageOf(error)}`]);
  }
  const file = form.get('file');
  const others = [...new Set(form.keys())].filter((name) => name !== 'file');
  if (others.length > 0) {
    throw badRequest(
      'The body has unknown parts.',
      others.map((name) => `${name.slice(0, 60).toWellFormed()}: unknown part, the body has only file`),
    );
  }
  if (file === null) throw badRequest('The body has no file.', ['file: is required']);
  const blob = typeof file === 'string' ? new Blob([file]) : file;
  return blob.stream();
}
