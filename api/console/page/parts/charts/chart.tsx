import { useRef, useState } from 'preact/hooks';
import './chart.css';
import { compact, number } from '../../common/format.ts';
import { type Arrangement, barsOf, type Series, scaleOf } from './bars.ts';

interface ChartProps {
  readonly title: string;
  /** What a bar is: `per minute`. */
  readonly unit: string;
  /** The times of the bars, in seconds since 1970. */
  readonly at: readonly number[];
  readonly series: readonly Series[];
  readonly arrangement: Arrangement;
  /** What the legend says of each series: the total of counts by default. */
  readonly legend?: (series: Series) => string;
  readonly format?: (value: number) => string;
  /** The least height of the plot. */
  readonly least?: number;
}

const totalOf = ({ values }: Series): number => values.reduce((sum, value) => sum + value, 0);
const totalText = (series: Series): string => `${number(totalOf(series))} in total`;

/** Bars over time. The values of a time are shown under the pointer, and, by the arrow keys, of any time. */
export function Chart({ legend = totalText, format = number, least = 4, ...props }: ChartProps) {
  const { title, unit, at, series, arrangement } = props;
  const [marked, setMarked] = useState<number>();
  const plot = useRef<SVGSVGElement>(null);
  const height = scaleOf(series, arrangement, least);
  const last = at.length - 1;
  const valuesAt = (index: number): string[] =>
    series.map(({ label, values }) => `${label} ${format(values[index] ?? 0)}`);
  const markAtPointer = ({ clientX }: PointerEvent): void => {
    const box = plot.current?.getBoundingClientRect();
    if (!box) return;
    const index = Math.floor(((clientX - box.left) / box.width) * at.length);
    setMarked(index >= 0 && index <= last ? index : undefined);
  };
  const onKey = (event: KeyboardEvent): void => {
    const next = nextOf(event.key, marked ?? last, last);
    if (next === undefined) return;
    event.preventDefault();
    setMarked(next);
  };
  const shown = marked ?? last;
  return (
    <figure class="chart">
      <figcaption>
        <span class="title">{title}</span> <span class="quiet">{unit}</span>
        <Legend series={series} text={legend} />
      </figcaption>
      <div
        class="plot"
        role="slider"
        tabIndex={0}
        aria-label={`${title} ${unit}, time`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={shown}
        aria-valuetext={`${clock(at[shown])}: ${valuesAt(shown).join(', ')}`}
        onPointerMove={markAtPointer}
        onPointerLeave={() => setMarked(undefined)}
        onBlur={() => setMarked(undefined)}
        onFocus={() => setMarked(last)}
        onKeyDown={onKey}
      >
        <div class="scale" aria-hidden="true">
          <span>{compactOf(height, format)}</span>
          <span>{compactOf(height / 2, format)}</span>
          <span>0</span>
        </div>
        <svg ref={plot} viewBox={`0 0 ${at.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {marked !== undefined && <rect class="marked" x={marked} y={0} width={1} height={height} />}
          {barsOf(series, arrangement, height).map(({ colour, ...bar }) => (
            <rect key={`${colour} ${bar.x}`} {...bar} style={{ fill: `var(${colour})` }} />
          ))}
        </svg>
        <div class="times" aria-hidden="true">
          {[0, Math.floor(last / 2), last].map((index) => (
            <span key={index}>{clock(at[index])}</span>
          ))}
        </div>
        {marked !== undefined && (
          <output style={marked > last / 2 ? { left: '44px' } : { right: '4px' }}>
            <b>{clock(at[marked])}</b>
            {valuesAt(marked).map((text) => (
              <span key={text}>{text}</span>
            ))}
          </output>
        )}
      </div>
    </figure>
  );
}

const Legend = ({ series, text }: { series: readonly Series[]; text: (series: Series) => string }) => (
  <ul class="legend">
    {series.map((one) => (
      <li key={one.label}>
        <span class="key" style={{ background: `var(${one.colour})` }} />
        {one.label} {one.href ? <a href={one.href}>{text(one)}</a> : <b>{text(one)}</b>}
      </li>
    ))}
  </ul>
);

/** Returns the time that a key leads to; undefined for other keys. */
function nextOf(key: string, from: number, last: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, from - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, from + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

/** The text of a value on the scale. Counts have a short form, and none between two of them. */
function compactOf(value: number, format: (value: number) => string): string {
  if (format !== number) return format(value);
  return Number.isInteger(value) ? compact(value) : '';
}

function clock(seconds: number | undefined): string {
  if (seconds === undefined) return '';
  const at = new Date(seconds * 1_000);
  return `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
}
