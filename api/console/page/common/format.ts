import type { Job } from '../../../../client/api.ts';
import { workStart } from '../../../../domain/jobs/workStart.ts';

const whole = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export const number = (value: number): string => whole.format(value);
export const compact = (value: number): string => short.format(value);

/** `1 job`, `2 jobs`. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** Formats seconds: `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function duration(seconds: number): string {
  if (seconds < 0.0095) return `${Math.max(0, Math.round(seconds * 1_000))} ms`;
  if (seconds < 10) return `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const rest = Math.round(seconds);
  if (rest < 3_600) return parts([Math.floor(rest / 60), 'min'], [rest % 60, 's']);
  if (rest < 86_400) return parts([Math.floor(rest / 3_600), 'h'], [Math.floor((rest % 3_600) / 60), 'min']);
  return parts([Math.floor(rest / 86_400), 'd'], [Math.floor((rest % 86_400) / 3_600), 'h']);
}

const parts = (...all: readonly (readonly [number, string])[]): string =>
  all
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');

/** Formats the time that the work of a Job took, or takes until now: without the time before its resends. Empty before its start. */
export const took = (job: Job): string => between(workStart(job), job.endDate, job.idleSeconds);

/** Formats the duration from one time to another, or to now if the other is undefined. */
export function between(start: string | undefined, end: string | undefined, withoutSeconds = 0): string {
  if (!start) return '';
  const seconds = ((end ? Date.parse(end) : Date.now()) - Date.parse(start)) / 1_000 - withoutSeconds;
  return duration(Math.max(0, seconds));
}

export function bytes(count: number): string {
  if (count < 1_024) return `${count} B`;
  if (count < 1_048_576) return `${(count / 1_024).toFixed(1)} KB`;
  return `${(count / 1_048_576).toFixed(1)} MB`;
}
