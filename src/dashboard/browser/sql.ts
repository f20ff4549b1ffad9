/*! Contains CodeMirror: MIT License, © Marijn Haverbeke and others, https://codemirror.net */
import { openEditor } from './sql/editor.js';
import { parameterFields } from './sql/parameters.js';
import { runInPlace } from './sql/run.js';
import { askBeforeLeaving } from './unsaved-changes.js';

const form = document.querySelector<HTMLFormElement>('form#sql');
const textarea = document.querySelector<HTMLTextAreaElement>('textarea#query');

if (form && textarea) {
  const parameters = parameterFields(form, textarea);
  const run = runInPlace(form, parameters);
  const editor = openEditor(textarea, { onChange: parameters.follow, onRun: run });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    if (event.ctrlKey || event.metaKey) run();
    // Enter in a field submits by the first button of the form, which runs the query.
    else if (event.target instanceof HTMLElement && event.target.closest('.sql-save input'))
      form.querySelector<HTMLButtonElement>('.sql-save button')?.click();
    else return;
    event.preventDefault();
  });
  const { value } = textarea;
  askBeforeLeaving((sent) => sent !== form && editor.isChanged(value));
}
