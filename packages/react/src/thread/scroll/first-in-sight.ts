/**
 * The index of the first item that begins in sight; where none does, of the one that fills it. Right after a scroll only items that are measured are drawn: those that came into sight
 * are drawn later.
 */
export function firstInSight(scroller: HTMLElement): number | undefined {
  const { top: from, bottom } = scroller.getBoundingClientRect();
  let first: { readonly index: number; readonly top: number } | undefined;
  for (const row of scroller.querySelectorAll<HTMLElement>('[data-index]')) {
    const { top } = row.getBoundingClientRect();
    // Cards that wait for the reader are drawn wherever they are.
    if (top >= bottom) continue;
    const isNearer = first === undefined || (top < from ? top > first.top : first.top < from || top < first.top);
    if (isNearer) first = { index: Number(row.dataset['index']), top };
  }
  return first?.index;
}
