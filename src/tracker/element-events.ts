import { datasetProps } from './dataset-props.js';
import { isOn } from './script-element.js';

export type Report = (name: string, props: Readonly<Record<string, unknown>>) => void;

const FILE =
  /\.(pdf|xlsx?|docx?|txt|rtf|csv|exe|key|pp[st]x?|7z|pkg|rar|gz|zip|avi|mov|mp[34]|mpe?g|wm[av]|midi|wav|dmg)$/i;

const reportElement = (report: Report, { dataset }: HTMLElement): void => {
  if (dataset.event) report(dataset.event, datasetProps(dataset, 'event'));
};

/** Reports the click of an element with `data-event`, and of a link to a file. */
export function reportClick(report: Report, { fileDownloads }: DOMStringMap, click: MouseEvent): void {
  const path = click.composedPath() as HTMLAnchorElement[];
  const element = path.find(({ localName, dataset }) => localName !== 'form' && dataset?.event);
  if (element) reportElement(report, element);
  const url = path.find(({ href }) => href)?.href.replace(/[?#].*/, '');
  if (isOn(fileDownloads) && FILE.test(url!)) report('File Download', { url });
}

/** With `novalidate`, a form is submitted with invalid fields too, and the page then stops it. */
export function reportSubmission(report: Report, { formSubmissions }: DOMStringMap, { target }: Event): void {
  const form = target as HTMLFormElement;
  if (!form.checkValidity()) return;
  reportElement(report, form);
  if (isOn(formSubmissions)) report('Form: Submission', { path: location.pathname });
}
