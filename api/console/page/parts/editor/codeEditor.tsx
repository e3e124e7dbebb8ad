import { useEffect, useRef, useState } from 'preact/hooks';
import type { Code } from './codeMirror.ts';
import type { CodeSettings, Mark } from './codeSettings.ts';

interface CodeEditorProps {
  readonly id: string;
  readonly label: string;
  readonly describedBy: string;
  readonly isRequired: boolean;
  readonly isInvalid: boolean;
  readonly value: string;
  readonly settings: CodeSettings;
  readonly marks: readonly Mark[];
  readonly change: (text: string) => void;
}

/** A text field for code. Until the editor is loaded, and if it cannot be, it is a plain one. */
export function CodeEditor(props: CodeEditorProps) {
  const { id, label, describedBy, isRequired, isInvalid, value, settings, marks } = props;
  const latest = useRef(props);
  latest.current = props;
  const parent = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  const [code, setCode] = useState<Code>();
  // Texts that the editor has sent to the form and that may not have come back as its value yet. The editor is ahead of them.
  const typed = useRef(new Set<string>());
  const attributes = {
    id,
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-required': String(isRequired),
    ...(isInvalid && { 'aria-invalid': 'true' }),
  };
  const attributesText = JSON.stringify(attributes);
  const settingsText = JSON.stringify(settings);
  const marksText = JSON.stringify(marks);
  useEffect(() => {
    let made: Code | undefined;
    let isGone = false;
    import('./codeMirror.ts').then(
      ({ makeCode }) => {
        if (isGone || !parent.current) return;
        const hadFocus = document.activeElement === plain.current;
        const { value: text, label: name, settings: present } = latest.current;
        made = makeCode({
          parent: parent.current,
          text,
          label: name,
          settings: present,
          change: (next) => {
            typed.current.add(next);
            latest.current.change(next);
          },
        });
        setCode(made);
        if (hadFocus) made.focus();
      },
      () => {},
    );
    return () => {
      isGone = true;
      made?.destroy();
    };
  }, []);
  useEffect(() => {
    if (!typed.current.has(value)) code?.setText(value);
    if (code?.text() === value) typed.current.clear();
  }, [code, value]);
  useEffect(() => code?.setAttributes(JSON.parse(attributesText)), [code, attributesText]);
  useEffect(() => code?.setSettings(JSON.parse(settingsText)), [code, settingsText]);
  // A mark stands where the text had its problem, so it goes with the next preview or save.
  useEffect(() => code?.setMarks(JSON.parse(marksText)), [code, marksText]);
  return (
    <>
      <div ref={parent} />
      {!code && (
        <textarea
          {...{ ...attributes, 'aria-required': isRequired, 'aria-invalid': isInvalid || undefined }}
          ref={plain}
          class="code"
          rows={14}
          spellcheck={false}
          value={value}
          onInput={({ currentTarget }) => props.change(currentTarget.value)}
        />
      )}
    </>
  );
}
