/** The script of the reference page: for the copy buttons and the search, which it shows, and to mark the current link. */
export const DOCS_SCRIPT = `
for (const button of document.querySelectorAll('.copy')) {
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.nextElementSibling.textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
}

const search = document.querySelector('.search');
const status = document.querySelector('.status');
const links = [...document.querySelectorAll('nav li a')];
const lower = (element) => element.textContent.toLowerCase();
const articles = links.flatMap((link) => {
  const article = document.querySelector('article' + link.hash);
  return article ? [{ item: link.parentElement, link, name: lower(link), text: lower(article) }] : [];
});
const hasWords = (text) => search.value.toLowerCase().split(/\\s+/).every((word) => text.includes(word));

search.hidden = false;
search.addEventListener('input', () => {
  for (const { item, text } of articles) item.hidden = !hasWords(text);
  for (const list of document.querySelectorAll('nav h2 + ul')) {
    list.previousElementSibling.hidden = ![...list.children].some((item) => !item.hidden);
  }
  status.textContent = articles.some(({ item }) => !item.hidden) ? '' : 'Nothing found.';
});
search.addEventListener('keydown', ({ key }) => {
  if (key !== 'Enter') return;
  const found = articles.filter(({ item }) => !item.hidden);
  (found.find(({ name }) => hasWords(name)) ?? found[0])?.link.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === search) return;
  event.preventDefault();
  search.focus();
});

const markCurrent = () => {
  for (const link of links) {
    if (link.hash === (location.hash || '#top')) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
};
addEventListener('hashchange', markCurrent);
markCurrent();
`;
