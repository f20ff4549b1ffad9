import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { sql } from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { t } from '../t.js';
import { completeColumns, dialect, readSchema } from './schema.js';

export interface EditorOptions {
  readonly onChange: () => void;
  readonly onRun: () => void;
}

/** The text area keeps the text for the form. */
export function openEditor(textarea: HTMLTextAreaElement, { onChange, onRun }: EditorOptions) {
  const host = document.createElement('div');
  host.className = 'sql-editor';
  textarea.before(host);
  textarea.hidden = true;
  // The page forbids inline styles; inside a shadow root the editor uses its own style sheets.
  const root = host.attachShadow({ mode: 'open' });
  const schema = readSchema();
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: textarea.value,
      extensions: [
        // Before the other shortcuts, one of which inserts an empty line.
        keymap.of([
          {
            key: 'Mod-Enter',
            run: (editor) => {
              closeCompletion(editor);
              onRun();
              return true;
            },
          },
        ]),
        lineNumbers(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        autocompletion(),
        sql({
          dialect,
          upperCaseKeywords: true,
          schema: Object.fromEntries(schema.map(({ view, columns }) => [view, columns])),
        }),
        dialect.language.data.of({ autocomplete: completeColumns(schema) }),
        syntaxHighlighting(colors),
        theme,
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': t('Query') }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (!docChanged) return;
          textarea.value = state.doc.toString();
          onChange();
        }),
      ],
    }),
  });
  document.querySelector('label[for=query]')?.addEventListener('click', () => view.focus());
  return { isChanged: (from: string) => view.state.doc.toString().trim() !== from.trim() };
}

const colors = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--accent-strong)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--bad)' },
]);

const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '13px' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    lineHeight: '1.6',
    minHeight: '260px',
    maxHeight: '60vh',
    overflow: 'auto',
  },
  '.cm-content': { caretColor: 'var(--text)', minHeight: '260px' },
  '.cm-gutters': { backgroundColor: 'var(--ground)', color: 'var(--muted)', borderRight: '1px solid var(--line)' },
  '&.cm-focused': { outline: '3px solid color-mix(in srgb, var(--accent) 28%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '& .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 24%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius-small)',
    backgroundColor: 'var(--surface-raised)',
    boxShadow: 'var(--shadow-raised)',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '6px 10px', font: '13px/1.5 var(--font)', maxWidth: '280px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionDetail': { color: 'var(--muted)' },
});
