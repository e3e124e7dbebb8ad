import type { OpenApi } from './openApi.ts';

/** A link to the guide that explains the operations of a tag. */
export function Guide({ document, tag }: { document: OpenApi; tag: string }) {
  const guide = document.tags.find(({ name }) => name === tag)?.['x-guide'];
  return guide ? (
    <p>
      Guide: <a href={guide.url}>{guide.title}</a>
    </p>
  ) : null;
}
