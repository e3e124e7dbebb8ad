import { DescriptionText } from '../inlineText.tsx';

const MAX_EXAMPLE = 160;

interface MemberHintProps {
  readonly id?: string;
  readonly description?: string | undefined;
  /** Why the member is required, as the end of a sentence; undefined if it is not. */
  readonly reason: string | undefined;
  /** Undefined if none is shown. */
  readonly example: unknown;
}

/** What a member is for, why it is required, and an example. */
export function MemberHint({ id, description, reason, example }: MemberHintProps) {
  const text = exampleText(example);
  return (
    <p class="hint" id={id}>
      {description && <DescriptionText of={description} />}
      {reason && <> Required: {reason}.</>}
      {text !== undefined && (
        <>
          {' '}
          Example: <code>{text}</code>
        </>
      )}
    </p>
  );
}

function exampleText(example: unknown): string | undefined {
  if (example === undefined || typeof example === 'boolean') return undefined;
  const text = typeof example === 'string' ? example : JSON.stringify(example);
  return text.length > MAX_EXAMPLE ? undefined : text;
}
