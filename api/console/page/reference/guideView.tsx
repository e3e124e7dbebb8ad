import { useEffect, useState } from 'preact/hooks';

export interface Guide {
  readonly name: string;
  readonly title: string;
}

/** A part of a guide under one heading, as the search reads it. */
export interface Section {
  readonly guide: string;
  /** Id of the heading; absent for the beginning of a guide. */
  readonly id?: string;
  readonly title: string;
  readonly text: string;
}

export async function loadJson<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return response.json() as Promise<T>;
}

/** A guide, scrolled to one of its headings. */
export function GuideView({ name, heading }: { name: string; heading: string | undefined }) {
  const [html, setHtml] = useState<string>();
  useEffect(() => {
    fetch(`/docs/guides/${encodeURIComponent(name)}`)
      .then((response) => (response.ok ? response.text() : '<h1>This guide does not exist.</h1>'))
      .then(setHtml, () => setHtml('<h1>The service does not answer.</h1>'));
  }, [name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading exists once the guide is shown
  useEffect(() => {
    if (heading !== undefined) document.getElementById(heading)?.scrollIntoView();
    else scrollTo(0, 0);
  }, [heading, html]);
  if (html === undefined) return <p>Loading…</p>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the service renders its own guides, and the policy blocks scripts
  return <article class="guide" dangerouslySetInnerHTML={{ __html: html }} />;
}
