import { useEffect, useState } from 'preact/hooks';
import { fullTime, relativeTime, setZone, shortTime, useZone, zoneName } from '../../common/zone.ts';

/** Interval in ms at which relative times are brought up to date. */
const TICK_MS = 5_000;

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Renders again every few seconds while `isActive`. One timer serves all times of the page. */
function useTick(isActive: boolean): void {
  const [, setRound] = useState(0);
  useEffect(() => {
    if (!isActive) return;
    const watcher = (): void => setRound((before) => before + 1);
    watchers.add(watcher);
    timer ??= setInterval(() => {
      if (!document.hidden) for (const one of watchers) one();
    }, TICK_MS);
    return () => {
      watchers.delete(watcher);
      if (watchers.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, [isActive]);
}

interface TimeProps {
  readonly at: string | undefined;
  /** Shows the time of day too where the time is recent. */
  readonly exact?: boolean;
}

/** A time in the chosen zone: relative where it is recent, with the full date as a tooltip. Nothing if it is absent. */
export function Time({ at, exact = false }: TimeProps) {
  const zone = useZone();
  const relative = at === undefined ? undefined : relativeTime(at);
  useTick(relative !== undefined);
  if (!at) return null;
  const short = shortTime(at, zone);
  return (
    <time class="nowrap" dateTime={at} title={fullTime(at, zone)}>
      {relative === undefined || exact ? short : relative}
      {exact && relative !== undefined && <span class="quiet"> ({relative})</span>}
    </time>
  );
}

/** Says in which zone times are shown, and switches between UTC and the zone of the browser. */
export function ZoneSwitch() {
  const zone = useZone();
  return (
    <fieldset class="group zone">
      <legend>Times in {zoneName(zone)}</legend>
      {(['local', 'utc'] as const).map((one) => (
        <button key={one} type="button" class="plain" aria-pressed={zone === one} onClick={() => setZone(one)}>
          {one === 'utc' ? 'UTC' : 'Local'}
        </button>
      ))}
    </fieldset>
  );
}
