import { readableIds } from '../../domain/access/reach.ts';
import {
  appendedPins,
  idOfTemplate,
  type PinnedTemplate,
  type PinnedTemplates,
  pinTemplates,
} from '../../domain/documents/items/pinnedTemplates.ts';
import type { RightsHolder } from '../../domain/kinds/kind.ts';
import { formatterTemplate } from '../../domain/kinds/processing/formatterTemplate.ts';
import type { Rendering, Template } from '../../domain/ports/rendering.ts';
import type { Services } from '../../domain/ports/services.ts';
import { servicesOfHolder } from './servicesOfHolder.ts';

interface AppendedOptions {
  readonly services: Services;
  readonly templates: PinnedTemplates;
  /** A template that the holder may not read now is left out. */
  readonly work: { readonly holder?: RightsHolder };
  /** The template with the versions of the others; absent for a preview of unsaved content. */
  readonly pinned?: PinnedTemplate | undefined;
}

/**
 * Reads the templates that `pdf.append` of a template names, by code, if the format is PDF: at the pinned versions, and at
 * the current ones if none are pinned.
 */
export async function appendedTemplates(
  { pdf }: Template,
  format: string,
  { services, templates, work, pinned = '' }: AppendedOptions,
): Promise<Pick<Rendering, 'appended'>> {
  const codes = (pdf?.append ?? []).flatMap(({ template: code }) => (code === undefined ? [] : [code]));
  if (format !== 'pdf' || codes.length === 0) return {};
  const scope = await servicesOfHolder(services, work);
  const pins = appendedPins(pinned);
  const readable = await readableIds(scope, formatterTemplate, pins.map(idOfTemplate));
  const appended = new Map<string, Template>();
  for (const pin of pins) {
    if (!readable.has(idOfTemplate(pin))) continue;
    const template = await templates.get(pin);
    appended.set(template.code, template);
  }
  const others = await pinTemplates(
    scope,
    [...new Set(codes)].filter((code) => !appended.has(code)),
  );
  for (const [code, version] of others) appended.set(code, await templates.get(version));
  return { appended };
}
