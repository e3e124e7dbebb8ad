import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  completeFromList,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { unifiedMergeView } from '@codemirror/merge';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { CodeSettings, Mark } from './codeSettings.ts';

/** The code editor. The page loads this module when a view first needs it. */

const theme = EditorView.theme({
  '&': {
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--edge)',
    borderRadius: '4px',
    fontSize: '12px',
    maxHeight: '70vh',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--code-font)', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', padding: '6px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--side)', color: 'var(--muted)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--tint) 45%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 25%, transparent)',
  },
  '.cm-panels, .cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--side)',
    border: '1px solid var(--edge)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { color: 'var(--muted)' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-mustache': { color: 'var(--accent)', fontWeight: '600' },
  '.cm-changedLine, .cm-insertedLine': { backgroundColor: 'var(--add)' },
  '.cm-deletedChunk, .cm-deletedLine': { backgroundColor: 'var(--bad-tint)' },
});

/** Room to write, also while there is little text. */
const room = EditorView.theme({ '.cm-content, .cm-gutter': { minHeight: '220px' } });

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.tagName, tags.angleBracket], color: 'var(--busy)' },
  { tag: [tags.attributeName, tags.propertyName, tags.definition(tags.variableName)], color: 'var(--text)' },
  { tag: [tags.string, tags.attributeValue, tags.regexp], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: [tags.comment, tags.docComment], color: 'var(--muted)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--bad)' },
]);

const expressions = new MatchDecorator({
  regexp: /\{\{\{?[^{}]*\}?\}\}/g,
  decoration: Decoration.mark({ class: 'cm-mustache' }),
});
const highlightExpressions = ViewPlugin.define(
  (view) => ({
    decorations: expressions.createDeco(view),
    update(update) {
      this.decorations = expressions.updateDeco(update, this.decorations);
    },
  }),
  { decorations: (plugin) => plugin.decorations },
);

const MAX_EXPRESSION = 2_000;

/** Returns the text between the `{{` that is open at the cursor and the cursor; undefined outside of an expression. */
function openExpression({ state, pos }: CompletionContext): string | undefined {
  const before = state.sliceDoc(Math.max(0, pos - MAX_EXPRESSION), pos);
  const start = before.lastIndexOf('{{');
  return start > before.lastIndexOf('}}') ? before.slice(start + 2) : undefined;
}

/** Completes names: those that are typed, and all on request or at the beginning of an expression. */
function completeNames({ helpers, paths }: CodeSettings) {
  const options: Completion[] = [
    ...paths.map((label): Completion => ({ label, type: 'property', detail: 'data' })),
    ...helpers.map((label): Completion => ({ label, type: 'function', detail: 'helper' })),
  ];
  return (context: CompletionContext, { isAtStart = false } = {}): CompletionResult | null => {
    const word = context.matchBefore(/[#/]?[\w$][\w$.]*/);
    if (!word && !context.explicit && !isAtStart) return null;
    const from = word ? word.from + (/^[#/]/.test(word.text) ? 1 : 0) : context.pos;
    return { from, options, validFor: /^[\w$.]*$/ };
  };
}

/** Completes names inside of `{{ }}`; outside, what the language at the cursor completes. */
function completeTemplate(settings: CodeSettings): CompletionSource {
  const complete = completeNames(settings);
  return async (context) => {
    const expression = openExpression(context);
    // A comment, or the name of a partial.
    if (expression !== undefined && /^~?[!>]/.test(expression)) return null;
    if (expression !== undefined) return complete(context, { isAtStart: /^~?[#/]?$/.test(expression) });
    for (const source of context.state.languageDataAt<CompletionSource | readonly Completion[]>(
      'autocomplete',
      context.pos,
    )) {
      const result = await (typeof source === 'function' ? source : completeFromList(source))(context);
      if (result) return result;
    }
    return null;
  };
}

function languageOf(settings: CodeSettings): Extension {
  if (settings.language === 'script') {
    const complete = completeNames(settings);
    const autocomplete: CompletionSource = (context) => complete(context);
    return [javascript(), javascriptLanguage.data.of({ autocomplete }), autocompletion()];
  }
  // The sources of the language stay out of expressions: Enter would insert a tag there.
  return [html(), highlightExpressions, autocompletion({ override: [completeTemplate(settings)] })];
}

const common: Extension = [
  theme,
  syntaxHighlighting(colours),
  lineNumbers(),
  EditorView.lineWrapping,
  indentUnit.of('  '),
  drawSelection(),
];

export interface CodeOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  /** The name of the field, which assistive technology reads. */
  readonly label: string;
  readonly settings: CodeSettings;
  readonly change: (text: string) => void;
}

export interface Code {
  text(): string;
  setText(text: string): void;
  setMarks(marks: readonly Mark[]): void;
  setSettings(settings: CodeSettings): void;
  /** Sets attributes of the element that has the text: its id, and what assistive technology reads. */
  setAttributes(attributes: Readonly<Record<string, string>>): void;
  focus(): void;
  destroy(): void;
}

/** Makes an editor in an element. Tab leaves it, as it leaves every other field; Ctrl-] and Ctrl-[ indent. */
export function makeCode({ parent, text, label, settings, change }: CodeOptions): Code {
  const language = new Compartment();
  const content = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        common,
        room,
        language.of(languageOf(settings)),
        content.of(EditorView.contentAttributes.of({ 'aria-label': label })),
        history(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        bracketMatching(),
        closeBrackets(),
        indentOnInput(),
        lintGutter(),
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...lintKeymap,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) change(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    setText(next) {
      if (view.state.doc.toString() === next) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    setMarks(marks) {
      const { doc } = view.state;
      const diagnostics = marks.map(({ line, column, message, severity }): Diagnostic => {
        const { from, to } = doc.line(Math.min(line, doc.lines));
        const start = Math.min(column ? from + column - 1 : from, to);
        return { from: start, to: column ? Math.min(start + 1, to) : to, message, severity };
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    setSettings: (next) => view.dispatch({ effects: language.reconfigure(languageOf(next)) }),
    setAttributes: (next) => view.dispatch({ effects: content.reconfigure(EditorView.contentAttributes.of(next)) }),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

/** Extensions of a text that can be read and selected, by keyboard too, but not changed. */
const fixed = (label: string): Extension => [
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
];

/** Shows the text of a template in an element. Returns what removes it. */
export function showTemplate(parent: HTMLElement, text: string, label: string): () => void {
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [common, fixed(label), html(), highlightExpressions, keymap.of(searchKeymap)],
  });
  return () => view.destroy();
}

/** Shows in an element how a text became another. Returns what removes it. */
export function showChanges(parent: HTMLElement, from: string, to: string, label: string): () => void {
  const view = new EditorView({
    parent,
    doc: to,
    extensions: [
      common,
      fixed(label),
      unifiedMergeView({ original: from, mergeControls: false, collapseUnchanged: { margin: 3, minSize: 6 } }),
    ],
  });
  return () => view.destroy();
}
