import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { notFound } from '../../domain/errors.ts';
import { describe } from '../../domain/validation/values.ts';

const folder = join(import.meta.dir, '..', '..', 'docs');

export interface Guide {
  readonly name: string;
  readonly title: string;
}

/** A part of a guide under one heading. */
export interface GuideSection {
  readonly guide: string;
  /** Id of the heading; absent for the beginning of a guide. */
  readonly id?: string;
  readonly title: string;
  readonly text: string;
}

/** Returns the guides in the order in which docs/README.md names them; it is the first. */
export async function listGuides(): Promise<Guide[]> {
  const index = await source('README');
  const names = ['README', ...[...index.matchAll(/\]\((\w+)\.md\)/g)].map(([, name = '']) => name)];
  return Promise.all([...new Set(names)].map(async (name) => ({ name, title: titleOf(await source(name)) ?? name })));
}

const titleOf = (markdown: string): string | undefined => /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '');

/** Returns the sections of all guides, for a search. */
export async function listSections(): Promise<GuideSection[]> {
  const guides = await listGuides();
  return (await Promise.all(guides.map(({ name }) => sectionsOf(name)))).flat();
}

async function sectionsOf(guide: string): Promise<GuideSection[]> {
  const sections: { guide: string; id?: string; title: string; text: string }[] = [];
  const current = () => sections.at(-1);
  await new HTMLRewriter()
    .on('h1, h2, h3', {
      element(heading) {
        const id = heading.getAttribute('id');
        const isStart = heading.tagName === 'h1';
        sections.push({ guide, ...(!isStart && id !== null && { id }), title: '', text: '' });
        heading.onEndTag(() => {
          const section = current();
          if (section) [section.title, section.text] = [section.text.trim(), ''];
        });
      },
    })
    // Cells of a table have no space between them.
    .on('td, th', {
      element() {
        const section = current();
        if (section) section.text += ' ';
      },
    })
    .onDocument({
      text({ text }) {
        const section = current();
        if (section) section.text += unescaped(text);
      },
    })
    .transform(new Response(htmlOf(await source(guide))))
    .text();
  return sections;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

const unescaped = (text: string): string =>
  text.replaceAll(/&(lt|gt|quot|amp);/g, (_, name: string) => entities[name] ?? '');

/**
 * Returns a guide as HTML. Links between guides lead to the guides of the page; links to files that the service does not
 * serve become text. Throws a 404 if there is no such guide.
 */
export async function guideHtml(name: string): Promise<string> {
  const names = new Set((await listGuides()).map((guide) => guide.name));
  if (!names.has(name)) throw notFound('The guide does not exist.', [`name: there is no guide ${describe(name)}`]);
  return (
    new HTMLRewriter()
      .on('a[href]', {
        element(link) {
          const target = linkTarget(link.getAttribute('href') ?? '', name, names);
          if (target === undefined) link.removeAndKeepContent();
          else link.setAttribute('href', target);
        },
      })
      .on('img[src]', {
        element(image) {
          const file = /^pictures\/(\w+\.png)$/.exec(image.getAttribute('src') ?? '')?.[1];
          if (file !== undefined && picturePath(file) !== undefined)
            image.setAttribute('src', `/docs/pictures/${file}`);
          else image.replace(image.getAttribute('alt') ?? '');
        },
      })
      // A region that scrolls is reached by the keyboard.
      .on('pre, table', { element: (block) => void block.setAttribute('tabindex', '0') })
      .transform(new Response(htmlOf(await source(name))))
      .text()
  );
}

function linkTarget(target: string, guide: string, guides: ReadonlySet<string>): string | undefined {
  if (/^https?:/.test(target)) return target;
  if (target === 'openapi.json') return '/openapi.json';
  const [, file = guide, heading] = /^(?:(\w+)\.md)?(?:#(.+))?$/.exec(target) ?? [];
  if (!/^(?:\w+\.md)?(?:#.+)?$/.test(target) || !guides.has(file)) return undefined;
  return `#/guides/${file}${heading === undefined ? '' : `/${heading}`}`;
}

/** Returns the bytes of a picture of the guides. A release contains none; it throws a 404 then. */
export function guidePicture(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const path = picturePath(name);
  if (path === undefined) throw notFound('The file does not exist.', [`name: there is no picture ${describe(name)}`]);
  return Bun.file(path).bytes();
}

function picturePath(name: string): string | undefined {
  const path = join(folder, 'pictures', name);
  return /^\w+\.png$/.test(name) && existsSync(path) ? path : undefined;
}

const source = (name: string): Promise<string> => Bun.file(join(folder, `${name}.md`)).text();

const htmlOf = (markdown: string): string => Bun.markdown.html(markdown, { headings: { ids: true } });
