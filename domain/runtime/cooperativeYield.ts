/**
 * Makes a function that yields to the event loop once the work at hand has taken `sliceMs`, and else returns undefined.
 * A 64 MB file is read in such slices, and the requests of other clients are answered in between.
 */
export function makeYielder(sliceMs = 2): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < sliceMs) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now();
        resolve();
      }),
    );
  };
}
