import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { compact, number } from '../common/format.ts';

export interface Series {
  readonly label: string;
  /** A colour variable of style.css: `--accent`. */
  readonly colour: string;
  readonly values: readonly number[];
  readonly dashed?: boolean;
}

const scheme = matchMedia('(prefers-color-scheme: dark)');

/** Counts over time, with the totals as a legend and as the label for screen readers. */
export function Chart({
  title,
  at,
  series,
  unit,
}: {
  title: string;
  at: readonly number[];
  series: readonly Series[];
  unit: string;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const data = [at as number[], ...series.map(({ values }) => values as number[])] as uPlot.AlignedData;
  const latest = useRef(data);
  latest.current = data;
  const names = series.map(({ label }) => label).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines need a new plot; new counts are set below
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const draw = (): void => {
      plot.current?.destroy();
      plot.current = new uPlot(optionsOf(series, element), latest.current, element);
    };
    draw();
    const sizes = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height: HEIGHT }));
    sizes.observe(element);
    scheme.addEventListener('change', draw);
    return () => {
      sizes.disconnect();
      scheme.removeEventListener('change', draw);
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [names]);
  useEffect(() => plot.current?.setData(data), [data]);
  const sums = series.map(({ label, values }) => `${label} ${number(values.reduce((sum, value) => sum + value, 0))}`);
  return (
    <figure class="chart">
      <figcaption>
        <span class="title">{title}</span> <span class="quiet">{unit}</span>
        <ul class="legend">
          {series.map(({ label, colour, values, dashed }) => (
            <li key={label}>
              <span class={dashed ? 'key dashed' : 'key'} style={{ borderColor: `var(${colour})` }} />
              {label} <b>{number(values.reduce((sum, value) => sum + value, 0))}</b>
            </li>
          ))}
        </ul>
      </figcaption>
      <div ref={ref} role="img" aria-label={`${title}, in total: ${sums.join(', ')}`} />
    </figure>
  );
}

const HEIGHT = 150;

function optionsOf(series: readonly Series[], element: HTMLElement): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const font = '11px system-ui, sans-serif';
  const axis = {
    stroke: colour('--muted'),
    font,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { size: 6 } },
    scales: { x: { time: true }, y: { range: (_plot, _low, high) => [0, Math.max(4, high * 1.1)] } },
    axes: [
      { ...axis, values: (_plot, splits) => splits.map(clock), grid: { show: false }, space: 64, size: 26 },
      {
        ...axis,
        size: 44,
        values: (_plot, splits) => splits.map((value) => (Number.isInteger(value) ? compact(value) : '')),
      },
    ],
    series: [
      {},
      ...series.map(({ label, colour: name, dashed }) => ({
        label,
        stroke: colour(name),
        width: 1.5,
        points: { show: false },
        ...(dashed && { dash: [4, 3] }),
      })),
    ],
  };
}

function clock(seconds: number): string {
  const at = new Date(seconds * 1_000);
  return `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
}
