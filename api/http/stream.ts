/**
 * Waits for the first part of a streamed body and returns the body: a failure up to there is still answered as an error.
 * After it, only the connection can be cut, which no client takes for the end of the body.
 *
 * @param onEnd called once: without an error when all was sent or the client left, with the error that cut the body
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
