/** Rejects if there is no complete response within the time, in ms. */
export async function within<T>(ms: number, response: Promise<T>): Promise<T> {
  let timer: Timer | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no complete response within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([response, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
