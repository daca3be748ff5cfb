/** Where the cards that wait for a person are in a thread that scrolls. */

/** Between a card and the upper edge. */
const MARGIN = 16;
/** This much of the screen is enough of a card that is longer than the screen. */
const ENOUGH = 0.6;

/** The cards, the first one first. */
export function cardsIn(scroller: HTMLElement): readonly HTMLElement[] {
  const cards = [...scroller.querySelectorAll<HTMLElement>('[data-request]')];
  return cards.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
}

export function cardId(card: HTMLElement): string {
  return card.dataset['request'] ?? '';
}

/** The `scrollTop` at which the card begins at the upper edge. */
export function topOfCard(scroller: HTMLElement, card: HTMLElement): number {
  const from = card.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  return scroller.scrollTop + from - MARGIN;
}

/** The first card of which the reader does not see all, or as much as there is room for. */
export function hiddenCard(scroller: HTMLElement): HTMLElement | undefined {
  const view = scroller.getBoundingClientRect();
  return cardsIn(scroller).find((card) => {
    const { top, bottom, height } = card.getBoundingClientRect();
    const seen = Math.min(bottom, view.bottom) - Math.max(top, view.top);
    return seen < Math.min(height, view.height * ENOUGH) - 1;
  });
}

/** Which way it is to a card that is hidden. */
export function wayTo(scroller: HTMLElement, card: HTMLElement): '↑' | '↓' {
  return card.getBoundingClientRect().top < scroller.getBoundingClientRect().top ? '↑' : '↓';
}
