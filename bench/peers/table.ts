import { median, pairedRatio } from '../helpers/servers.ts';
import type { Row } from './compare.ts';

/** Returns the rows as a table in Markdown: medians, the median of the ratios of all rounds, and their spread. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ what, peer, waybill, theirs }) => {
    const ratios = waybill.map((one, round) => one / (theirs[round] as number));
    const spread = `${digits(Math.min(...ratios))} to ${digits(Math.max(...ratios))}`;
    const ratio = digits(Number(pairedRatio(waybill, theirs)));
    return `| ${[what, peer, perSecond(waybill), perSecond(theirs), ratio, spread].join(' | ')} |`;
  });
  return ['| Measures | Peer | Waybill | Peer | Ratio | Spread |', '|---|---|---|---|---|---|', ...lines].join('\n');
}

const perSecond = (rates: readonly number[]): string => {
  const rate = median(rates);
  return `${rate < 100 ? rate.toFixed(1) : Math.round(rate).toLocaleString('en')}/s`;
};

const digits = (ratio: number): string => (ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0));
