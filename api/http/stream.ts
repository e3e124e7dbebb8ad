/**
 * Waits for the first part of a streamed body and returns the body. A failure before that becomes an error response. A
 * later failure closes the connection, which a client distinguishes from the end of the body.
 *
 * @param onEnd  called once: with the error that interrupted the body, or without one at its end or if the client left
 */
export async function awaitFirstPart(
  body: ReadableStream<Uint8Array>,
  onEnd: (error?: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const reader = body.getReader();
  const first = await reader.read();
  let next: typeof first | undefined = first;
  let open = true;
  const end = (error?: unknown): void => {
    if (open) onEnd(error);
    open = false;
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = next ?? (await reader.read());
        next = undefined;
        if (!open) return;
        if (!done) return controller.enqueue(value);
        controller.close();
        end();
      } catch (error) {
        controller.error(error);
        end(error);
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
}

/** Returns the texts of a generator as bytes, read as fast as the client reads them. */
export function streamOf(generate: (signal: AbortSignal) => AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const left = new AbortController();
  const texts = generate(left.signal);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      left.abort();
      await texts.return(undefined);
    },
  });
}
