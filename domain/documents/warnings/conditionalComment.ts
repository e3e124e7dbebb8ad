import { shown } from './shownText.ts';

/** A conditional comment of Outlook. The content of `hidden` is for Outlook alone; `open` and `close` surround content for others. */
export type ConditionalComment =
  | { readonly kind: 'hidden'; readonly condition: string; readonly content: string }
  | { readonly kind: 'open'; readonly condition: string }
  | { readonly kind: 'close' };

/** Versions, comparisons and operators: `mso | IE`, `!mso`, `(gte mso 9)&(lt mso 12)`. */
const condition = String.raw`\[if\s{1,10}([\w\s!&|().]{1,100})\]`;
const hidden = new RegExp(String.raw`^\s*${condition}>([\s\S]*)<!\[endif\]\s*$`, 'i');
/** Of `<!--[if !mso]><!-->`, and of `<![if !mso]>`, which HTML reads as a comment too. */
const open = new RegExp(String.raw`^\s*${condition}(?:>\s*<!(?:--)?\s*)?$`, 'i');
/** Of `<!--<![endif]-->` and `<![endif]>`. */
const close = /^\s*(?:<!)?\[endif\]\s*$/i;

/** Reads the text of a comment; undefined if it is not conditional. */
export function conditionalComment(text: string): ConditionalComment | undefined {
  if (close.test(text)) return { kind: 'close' };
  const opened = open.exec(text)?.[1];
  if (opened !== undefined) return { kind: 'open', condition: opened.trim() };
  const [, found, content] = hidden.exec(text) ?? [];
  return found === undefined || content === undefined
    ? undefined
    : { kind: 'hidden', condition: found.trim(), content };
}

/** Says why a comment that begins as a conditional one is none. */
export function brokenConditionalComment(text: string): string {
  const isEnded = /<!\[endif\]\s*$/i.test(text);
  const why = isEnded ? 'Outlook knows no such condition' : 'its end is not <![endif]-->';
  return `the conditional comment ${shown(`<!--${text}-->`)} is removed, because ${why}`;
}
