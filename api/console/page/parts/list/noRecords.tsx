import type { ComponentChildren } from 'preact';
import { href } from '../../common/router.ts';
import { may } from '../../common/schema.ts';

interface NoRecordsProps {
  /** Records in sentences: `templates`. */
  readonly of: string;
  /** What the records are for. */
  readonly about?: string | undefined;
  /** The path of a kind whose first records can be created or imported: `users`. */
  readonly kind?: string;
  /** The form of a new record; by default, that of the kind. */
  readonly createAt?: readonly string[];
  readonly children?: ComponentChildren;
}

/** Says that a list has no record at all, what such records are for, and leads to what makes the first ones. */
export const NoRecords = ({ of, about, kind, createAt, children }: NoRecordsProps) => (
  <>
    <p>
      <b>There are no {of} yet.</b>
    </p>
    {about && <p>{about}</p>}
    <div class="actions">
      {children}
      {kind !== undefined && may('POST', `/api/v2/${kind}`) && (
        <a class="button" href={href(createAt ?? ['records', kind, '~new'])}>
          Create the first one
        </a>
      )}
      {kind !== undefined && may('POST', `/api/v2/${kind}/diff/save`) && (
        <a class="button" href={href(['records', kind, '~import'])}>
          Import from a file
        </a>
      )}
    </div>
  </>
);
