/**
 * A streamed body whose first part has arrived: a failure up to there is still answered as an error. After it only the
 * connection can be cut, which no client takes for the end of the body.
 *
 * @param ended called once, when all was sent, with the error that cut it, or when the client went away
 */
export async function begun(
  body: ReadableStream<Uint8Array>,
  ended: (error?: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const reader = body.getReader();
  const first = await reader.read();
  let next: typeof first | undefined = first;
  let open = true;
  const end = (error?: unknown): void => {
    if (open) ended(error);
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
