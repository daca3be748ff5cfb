import { isOnScreen } from './is-on-screen.ts';

/** About two lines: what was in sight is counted by bands of this height. */
const BAND = 40;
/** A box has borders and round corners. */
const EDGE = 8;

interface Seen {
  /** As the box was when it was looked at: with another height or width its lines are elsewhere. */
  readonly height: number;
  readonly width: number;
  readonly bands: Set<number>;
}

export interface UnseenPart {
  readonly from: number;
  readonly to: number;
}

/** Which lines of boxes that scroll have been before the reader's eyes. */
export class SeenBands {
  readonly #seen = new WeakMap<HTMLElement, Seen>();
  lastSeenAt = 0;

  look(box: HTMLElement): void {
    const { bands, height } = this.#of(box);
    if (bands.size >= bandsIn(height)) return;
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const from = Math.max(top, 0) - top + box.scrollTop;
    const to = Math.min(bottom, window.innerHeight) - top + box.scrollTop;
    for (let band = Math.floor(from / BAND); band * BAND < to; band += 1) {
      if (bands.has(band)) continue;
      const area = {
        left: left + EDGE,
        right: Math.min(right, left + box.clientWidth) - EDGE,
        top: Math.max(top + 2, top + band * BAND - box.scrollTop),
        bottom: Math.min(bottom - 2, top + Math.min((band + 1) * BAND, height) - box.scrollTop),
      };
      const isWhole = area.bottom - area.top > Math.min(BAND, height - band * BAND) - EDGE;
      if (!isWhole || !isOnScreen(area, box)) continue;
      bands.add(band);
      this.lastSeenAt = performance.now();
    }
  }

  /** The parts that were not seen, each by its distance from the beginning of the box, in pixels: none when all was. */
  unseen(box: HTMLElement): readonly UnseenPart[] {
    const { bands, height } = this.#of(box);
    const parts: { from: number; to: number }[] = [];
    for (let band = 0; band < bandsIn(height); band += 1) {
      if (bands.has(band)) continue;
      const last = parts.at(-1);
      if (last?.to === band * BAND) last.to += BAND;
      else parts.push({ from: band * BAND, to: (band + 1) * BAND });
    }
    return parts;
  }

  #of(box: HTMLElement): Seen {
    const known = this.#seen.get(box);
    if (known?.height === box.scrollHeight && known.width === box.clientWidth) return known;
    const fresh = { height: box.scrollHeight, width: box.clientWidth, bands: new Set<number>() };
    this.#seen.set(box, fresh);
    return fresh;
  }
}

function bandsIn(height: number): number {
  return Math.max(1, Math.ceil((height - EDGE) / BAND));
}
