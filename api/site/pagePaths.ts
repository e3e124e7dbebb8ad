/** Places of pages that are not the name of their file. */
const places: Readonly<Record<string, string>> = {
  'README.md': 'start.md',
  'CHANGELOG.md': 'changes.md',
  'docs/README.md': 'index.md',
};

/** Returns the place of a page of the repository on the site: `docs/jobs.md` → `jobs.md`. */
export const pagePath = (file: string): string => places[file] ?? file.replace(/^docs\//, '');

/** Returns the anchor of a heading, as hosts of repositories compute it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[`*]/g, '')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** Returns the file of the repository that a page is made of: `jobs` → `docs/jobs.md`. */
export const sourceOf = (page: string): string =>
  Object.keys(places).find((file) => places[file] === `${page}.md`) ?? `docs/${page}.md`;
