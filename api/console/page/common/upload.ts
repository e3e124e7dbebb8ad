/** How much of a file is sent, in bytes. */
export interface SentBytes {
  readonly sent: number;
  readonly total: number;
}

/** Sends a form as `fetch` does, which does not report how much of it is sent. Rejects if the service does not respond. */
export function upload(
  method: string,
  url: string,
  form: FormData,
  onSent: (progress: SentBytes) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.upload.onprogress = ({ loaded, total }) => onSent({ sent: loaded, total });
    request.upload.onload = ({ total }) => onSent({ sent: total, total });
    request.onload = () => {
      const headers = { 'retry-after': request.getResponseHeader('retry-after') ?? '1' };
      resolve(new Response(request.responseText, { status: request.status, headers }));
    };
    request.onerror = () => reject(new Error('no response'));
    request.send(form);
  });
}
