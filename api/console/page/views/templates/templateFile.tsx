import { useEffect, useRef, useState } from 'preact/hooks';
import { send } from '../../common/api.ts';
import { useLoad } from '../../common/load.ts';
import { href } from '../../common/router.ts';
import { may } from '../../common/schema.ts';
import { Failure } from '../../parts/notices.tsx';

/** Returns the text of a saved template: of one that names a file, the text of the file. */
export const loadText = async (path: string, signal: AbortSignal): Promise<string> =>
  (await send('GET', `${path}/text`, undefined, { signal })).text();

interface TemplateFileProps {
  /** Path of the saved template in the interface. */
  readonly path: string;
  readonly id: string;
  /** Name of the file. */
  readonly name: string;
}

/** The text of a template that is a file. It can be copied to a new template, and is not editable. */
export function TemplateFile({ path, id, name }: TemplateFileProps) {
  const { data, error } = useLoad((signal) => loadText(path, signal), [path, name]);
  const label = `Text of ${name}`;
  return (
    <section aria-label={label}>
      <div class="row">
        <h2>{label}</h2>
        {data !== undefined && may('POST', '/api/v2/formatter-templates') && (
          <a class="button" href={href(['templates', '~new'], { copy: id })}>
            Copy as HTML template
          </a>
        )}
      </div>
      <p class="quiet">The file is on the server. It is read only here.</p>
      {error && <Failure error={error} />}
      {data !== undefined && <TemplateText label={label} text={data} />}
    </section>
  );
}

/** The text of a template with its colours. Until they are loaded, and if they cannot be, it is plain. */
function TemplateText({ label, text }: { label: string; text: string }) {
  const parent = useRef<HTMLDivElement>(null);
  const [isColoured, setColoured] = useState(false);
  useEffect(() => {
    let remove: (() => void) | undefined;
    let isGone = false;
    import('../../parts/editor/codeMirror.ts').then(
      ({ showTemplate }) => {
        if (isGone || !parent.current) return;
        remove = showTemplate(parent.current, text, label);
        setColoured(true);
      },
      () => {},
    );
    return () => {
      isGone = true;
      remove?.();
    };
  }, [label, text]);
  return (
    <>
      <div ref={parent} />
      {!isColoured && <pre>{text}</pre>}
    </>
  );
}
