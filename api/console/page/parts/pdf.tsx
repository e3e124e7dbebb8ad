import { useEffect, useState } from 'preact/hooks';

interface Page {
  readonly url: string;
  /** Its viewer has begun. */
  readonly there: boolean;
}

/** A PDF in the browser's own viewer. The one before stays in sight until the viewer of the next is there. */
export function Pdf({ pdf, title, name }: { pdf: Blob; title: string; name: string }) {
  const [pages, setPages] = useState<readonly Page[]>([]);
  useEffect(() => {
    const url = URL.createObjectURL(pdf);
    setPages((before) => [...before.filter(({ there }) => there).slice(-1), { url, there: false }]);
    return () => {
      // A viewer reads on in it for a while.
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    };
  }, [pdf]);
  const newest = pages.at(-1);
  const arrived = (url: string): void =>
    setPages((before) => (before.at(-1)?.url === url ? [{ url, there: true }] : before));
  return (
    <>
      <div class="stacked">
        {pages.map(({ url, there }) => (
          <iframe
            key={url}
            class={there || pages.length === 1 ? 'shown tall' : 'shown tall below'}
            title={url === newest?.url ? title : `${title}, as it was`}
            src={url}
            onLoad={() => arrived(url)}
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
