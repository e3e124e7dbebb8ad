import { ownValue } from '../../../../../domain/documents/css/ownValue.ts';
import type { Alignment, ContainerStyle } from '../containerStyle.ts';
import type { Style } from '../style.ts';

const packs: Readonly<Record<string, Alignment>> = { end: 'end', center: 'center', justify: 'space-between' };
const aligns: Readonly<Record<string, Alignment>> = {
  start: 'start',
  end: 'end',
  center: 'center',
  baseline: 'baseline',
};

type Declarations = ReadonlyMap<string, string>;

/**
 * Reads `display: -webkit-box`, as browsers do: a flex container of the properties of its time, or a block that shows some of
 * its lines alone.
 */
export function readLegacyBox(style: Style, declarations: Declarations): void {
  const [, inline] = /^-webkit-(inline-)?box$/.exec(style.display) ?? [];
  const isLegacy = style.display === '-webkit-box' || inline !== undefined;
  if (!isLegacy) style.lineLimit = undefined;
  else if (style.lineLimit !== undefined) style.display = inline ? 'inline-block' : 'flow-root';
  else {
    style.display = `${inline ?? ''}flex`;
    style.container = { ...style.container, ...containerOf(declarations) };
  }
}

function containerOf(declarations: Declarations): Partial<ContainerStyle> {
  const declared = (name: string): string => (declarations.get(`-webkit-box-${name}`) ?? '').toLowerCase();
  const axis = declared('orient') === 'vertical' ? 'column' : 'row';
  return {
    isLegacy: true,
    direction: declared('direction') === 'reverse' ? `${axis}-reverse` : axis,
    wrap: 'nowrap',
    justifyContent: ownValue(packs, declared('pack')) ?? 'start',
    alignItems: ownValue(aligns, declared('align')) ?? 'stretch',
    rowGap: 0,
    columnGap: 0,
  };
}

/** Reads how an item of such a container shares its space. */
export function readLegacyItem(style: Style, { container }: Style, declarations: Declarations): void {
  if (!container.isLegacy) return;
  const share = Number(declarations.get('-webkit-box-flex') ?? 0);
  const flex = share > 0 ? Math.min(share, 1e6) : 0;
  style.item = { ...style.item, grow: flex, shrink: flex, basis: 'auto', alignSelf: 'auto' };
  style.maxWidth ??= { percent: 100 };
}
