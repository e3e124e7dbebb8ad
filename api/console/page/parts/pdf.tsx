import { useEffect, useState } from 'preact/hooks';

interface Page {
  readonly url: string;
  /** Whether its viewer has loaded. */
  readonly loaded: boolean;
}

/** A PDF in the browser's viewer. The previous PDF stays visible until the viewer of the next has loaded. */
export function Pdf({ pdf, title, name }: { pdf: Blob; title: string; name: string }) {
  const [pages, setPages] = useState<readonly Page[]>([]);
  useEffect(() => {
    const url = URL.createObjectURL(pdf);
    setPages((before) => [...before.filter(({ loaded }) => loaded).slice(-1), { url, loaded: false }]);
    return () => {
      // The viewer still reads from the URL for some time.
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    };
  }, [pdf]);
  const newest = pages.at(-1);
  const onLoaded = (url: string): void =>
    setPages((before) => (before.at(-1)?.url === url ? [{ url, loaded: true }] : before));
  return (
    <>
      <div class="stacked">
        {pages.map(({ url, loaded }) => (
          <iframe
            key={url}
            class={loaded || pages.length === 1 ? 'shown tall' : 'shown tall below'}
            title={url === newest?.url ? title : `${title}, previous version`}
            src={url}
            onLoad={() => onLoaded(url)}
          />
        ))}
      </div>
      {newest && (
        <p>
          <a href={newest.url} download={name}>
            Download the PDF
          </a>
        </p>
      )}
    </>
  );
}
