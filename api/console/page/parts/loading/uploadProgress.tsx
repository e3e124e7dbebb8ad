import { useEffect, useState } from 'preact/hooks';
import { bytes, duration } from '../../common/format.ts';
import type { SentBytes } from '../../common/upload.ts';

/**
 * How much of a file is sent; afterwards what the service does with it, and for how long. The figures are not announced: they
 * change each second.
 *
 * @param props.work  what the service does with the file, as a sentence
 */
export function UploadProgress({ of: { sent, total }, work }: { of: SentBytes; work: string }) {
  const isSent = sent === total;
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!isSent) return;
    const started = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - started) / 1_000)), 1_000);
    return () => clearInterval(timer);
  }, [isSent]);
  return (
    <p>
      {isSent ? `The file is sent. ${work}` : 'The file is being sent.'}{' '}
      <span class="quiet" aria-hidden="true">
        {isSent ? seconds > 0 && duration(seconds) : `${bytes(sent)} of ${bytes(total)}`}
      </span>
    </p>
  );
}
