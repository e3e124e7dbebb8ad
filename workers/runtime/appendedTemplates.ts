import type { PinnedTemplates } from '../../domain/documents/items/pinnedTemplates.ts';
import { pinTemplates } from '../../domain/documents/items/pinnedTemplates.ts';
import type { RightsHolder } from '../../domain/kinds/kind.ts';
import type { Rendering, Template } from '../../domain/ports/rendering.ts';
import type { Services } from '../../domain/ports/services.ts';
import { servicesOfHolder } from './servicesOfHolder.ts';

interface AppendedOptions {
  readonly services: Services;
  readonly templates: PinnedTemplates;
  /** A template that the holder may not read now is left out. */
  readonly work: { readonly holder?: RightsHolder };
}

/** Reads the templates that `pdf.append` of a template names, at their current versions, if the format is PDF. */
export async function appendedTemplates(
  { pdf }: Template,
  format: string,
  { services, templates, work }: AppendedOptions,
): Promise<Pick<Rendering, 'appended'>> {
  const codes = (pdf?.append ?? []).flatMap(({ template: code }) => (code === undefined ? [] : [code]));
  if (format !== 'pdf' || codes.length === 0) return {};
  const pinned = await pinTemplates(await servicesOfHolder(services, work), [...new Set(codes)]);
  const read = async ([code, version]: [string, string]): Promise<[string, Template]> => [
    code,
    await templates.get(version),
  ];
  return { appended: new Map(await Promise.all([...pinned].map(read))) };
}
