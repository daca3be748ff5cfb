let mark = '';
let watched: MutationObserver | undefined;

/**
 * What is before the title of the tab: `setTitleMark('(2) ')`. The pages write their titles as if there were none, and whenever one does, it is before
 * the new one, too: so that no page has to load what it does not need at first.
 */
export function setTitleMark(to: string): void {
  const plain = document.title.startsWith(mark) ? document.title.slice(mark.length) : document.title;
  mark = to;
  write(plain);
  if (to === '' || watched !== undefined) return;
  watched = new MutationObserver(() => {
    if (!document.title.startsWith(mark)) write(document.title);
  });
  watched.observe(document.head, { childList: true, subtree: true, characterData: true });
}

function write(plain: string): void {
  if (document.title !== mark + plain) document.title = mark + plain;
}
