/**
 * The page's script: it shows the controls, and sorts and filters rows that are there already. It makes no markup from a
 * text, asks nobody for anything, and knows of a row only its numbers (`data-r`) and codes. Written for the browser, as
 * it stands in the page: the policy holds its hash.
 */
export const SCRIPT = `
'use strict';
(() => {
  const table = document.getElementById('findings');
  if (table === null) return;
  const byId = (id) => document.getElementById(id);
  const controls = byId('controls');
  const shown = byId('shown');
  const search = byId('text');
  const selects = [['k', byId('kind')], ['p', byId('project')]].filter(([, select]) => select !== null);
  const boxes = [...controls.querySelectorAll('input[type=checkbox]')];
  const rows = Array.from(table.tBodies, (body, place) => ({
    body,
    place,
    ranks: body.dataset.r.split(' ').map(Number),
    text: body.rows[0].textContent.toLowerCase(),
  }));

  const filter = () => {
    const wanted = search.value.trim().toLowerCase().split(/\\s+/);
    const verdicts = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    let count = 0;
    for (const { body, text } of rows) {
      const isShown =
        verdicts.has(body.dataset.v) &&
        selects.every(([key, select]) => select.value === '' || select.value === body.dataset[key]) &&
        wanted.every((word) => text.includes(word));
      if (body.hidden === isShown) body.hidden = !isShown;
      if (isShown) count += 1;
    }
    shown.textContent = shown.dataset.shown
      .replace('{n}', count.toLocaleString('en-US'))
      .replace('{all}', rows.length.toLocaleString('en-US'));
  };

  const order = (compare) => {
    const fragment = document.createDocumentFragment();
    for (const { body } of rows.sort(compare)) fragment.append(body);
    table.append(fragment);
  };
  const asReported = (a, b) => a.place - b.place;
  const by = (column, isDescending) => (a, b) => {
    const [x, y] = [a.ranks[column], b.ranks[column]];
    if (x === y) return asReported(a, b);
    if (x < 0 || y < 0) return x < 0 ? 1 : -1;
    return isDescending ? y - x : x - y;
  };
  const headings = [...table.tHead.querySelectorAll('th[data-sort]')];
  const sortBy = (heading, direction) => {
    for (const one of headings) {
      if (one === heading && direction !== 'none') one.setAttribute('aria-sort', direction);
      else one.removeAttribute('aria-sort');
    }
    order(direction === 'none' ? asReported : by(Number(heading.dataset.sort), direction === 'descending'));
  };
  for (const heading of headings) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener('click', () => {
      const first = heading.dataset.first;
      const second = first === 'ascending' ? 'descending' : 'ascending';
      const now = heading.getAttribute('aria-sort');
      sortBy(heading, now === null ? first : now === first ? second : 'none');
    });
  }

  const unfold = (isOpen) => {
    for (const { body } of rows) {
      if (!isOpen || !body.hidden) body.querySelector('details').open = isOpen;
    }
  };
  let waiting = 0;
  search.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 100);
  });
  for (const control of [...boxes, ...selects.map(([, select]) => select)]) {
    control.addEventListener('change', filter);
  }
  byId('open').addEventListener('click', () => unfold(true));
  byId('close').addEventListener('click', () => unfold(false));
  byId('reset').addEventListener('click', () => {
    search.value = '';
    for (const [, select] of selects) select.value = '';
    for (const box of boxes) box.checked = true;
    sortBy(undefined, 'none');
    filter();
  });
  controls.hidden = false;
  document.documentElement.classList.add('live');
  filter();
})();
`;
