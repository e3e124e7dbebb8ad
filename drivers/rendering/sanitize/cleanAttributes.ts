import { linkOf } from '../../../domain/documents/warnings/htmlSupport.ts';
import { cleanDeclarations, type ImageOf } from './cleanCss.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Allowed attributes, with those of microdata and RDFa, besides `data-` and `aria-` attributes. */
const attributes = words(`class id style title lang dir align valign width height colspan rowspan span bgcolor border
  cellpadding cellspacing color face size start type value name alt scope headers abbr role datetime reversed nowrap rules
  clear char summary hidden popover max min low high optimum checked selected disabled readonly required multiple rows cols placeholder label for
  hspace vspace open noshade bordercolor frame text itemscope itemtype itemprop itemid itemref typeof property resource about vocab`);
/** Allowed names of metadata. */
const metaNames = words(`author description keywords subject generator language date viewport color-scheme
  supported-color-schemes format-detection x-apple-disable-message-reformatting`);
/** Names of attributes that run scripts or refer to other files; names that only contain one of these are others. */
const active =
  /^on|(?:^|:)(?:href|(?:form)?action|(?:image|low|dyn|attribution)?src(?:set|doc)?)$|^(?:data|poster|ping|manifest|cite|longdesc|usemap|codebase|archive|profile)$/;
/** Elements whose `background` is drawn. */
const backgrounds = words('body table tbody thead tfoot tr td th');

/** The address of no file, as CSS calls it. */
const MISSING = 'about:invalid';

/** The name spaces of the XML in messages for Outlook, by the attributes that declare them. */
export const namespaces: Readonly<Record<string, string>> = {
  xmlns: 'http://www.w3.org/1999/xhtml',
  'xmlns:v': 'urn:schemas-microsoft-com:vml',
  'xmlns:o': 'urn:schemas-microsoft-com:office:office',
  'xmlns:w': 'urn:schemas-microsoft-com:office:word',
};

export interface AttributeOptions {
  readonly imageOf: ImageOf;
  /** Whether the document is an e-mail: name spaces of Outlook are allowed. */
  readonly email: boolean;
  /**
   * Whether links that lead nowhere retain their `href`, images that are not there a `src`, and elements all attributes that load and run nothing, also those
   * that HTML does not define: rules of CSS select elements by them.
   */
  readonly inertLinks: boolean;
}

/** Returns the value that an attribute of an allowed element may have; undefined if it may have none. */
export function cleanAttribute(
  element: string,
  name: string,
  value: string,
  { imageOf, email, inertLinks }: AttributeOptions,
): string | undefined {
  if (name === 'style') return cleanDeclarations(value, imageOf) || undefined;
  if (name === 'src') return element === 'img' ? cleanSource(value, imageOf, inertLinks) : undefined;
  if (name === 'media') return element === 'style' ? value : undefined;
  if (name === 'href') return element === 'a' ? cleanLink(value, inertLinks) : undefined;
  if (name === 'background') return backgrounds.has(element) ? imageOf(value) : undefined;
  if (email && Object.hasOwn(namespaces, name))
    return element === 'html' && namespaces[name] === value ? value : undefined;
  return isAllowed(name, inertLinks) ? value : undefined;
}

/** An empty source asks for no image, and leaves no space for one. `isInert`: one that is not there leaves the sign of a missing image. */
const cleanSource = (value: string, imageOf: ImageOf, isInert: boolean): string | undefined =>
  value.trim() === '' ? '' : (imageOf(value) ?? (isInert ? MISSING : undefined));

const isAllowed = (name: string, inertLinks: boolean): boolean =>
  attributes.has(name) ||
  /^(?:data|aria)-[a-z0-9-]+$/.test(name) ||
  (inertLinks && /^[a-z][\w.:-]*$/.test(name) && !active.test(name));

const cleanLink = (value: string, isInert: boolean): string | undefined =>
  linkOf(value) ?? (isInert ? value : undefined);

/** Returns the attributes of an allowed `<meta>`; undefined if it must be removed. */
export function cleanMeta({ charset, name, content }: Record<string, string>): Record<string, string> | undefined {
  if (charset !== undefined) return { charset: 'utf-8' };
  if (name === undefined || !metaNames.has(name.toLowerCase())) return undefined;
  if (content !== undefined) return { name, content };
  // Its name says all.
  return name.toLowerCase().startsWith('x-') ? { name } : undefined;
}
