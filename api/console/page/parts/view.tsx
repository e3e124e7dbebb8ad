import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { href } from '../common/router.ts';
import { Skeleton } from './loading/skeleton.tsx';

/** Where the page was opened, until another view is shown: the first view does not move the focus from the start of the page. */
let opened: string | undefined = location.hash;

interface ViewProps {
  readonly title: string;
  /** The link to the parent view: `Jobs` above one job. */
  readonly up?: { readonly label: string; readonly path: readonly string[] };
  readonly actions?: ComponentChildren;
  /** Whether the data of the view has not arrived yet. */
  readonly pending?: boolean;
  readonly children: ComponentChildren;
}

/** A view with its heading, which takes the focus after navigation within the page. */
export function View({ title, up, actions, pending = false, children }: ViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Waybill`;
  }, [title]);
  useEffect(() => {
    if (location.hash !== opened) opened = undefined;
    if (opened === undefined) heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  return (
    <>
      {up && (
        <p class="trail">
          <a href={href(up.path)}>{up.label}</a>
        </p>
      )}
      <div class="head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div class="actions">{actions}</div>}
      </div>
      {children}
      {pending && <Skeleton />}
    </>
  );
}
