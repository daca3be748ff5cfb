/**
 * A session's turns, each after the one that it follows, and which of them count. Of several that follow the same one, each takes the place
 * of one before it from which nobody has gone on since. If somebody went on from all of them, nobody went back: another program asked. Its
 * question counts as soon as it has an effect.
 */

/** Before the first turn. */
export const START = 0;

/** From a person's prompt to the next one. */
interface Turn {
  /** The one that it follows. */
  readonly before: number;
  /** Where a rewind lands that takes it back. */
  to: number | undefined;
  /** It was left, itself: what follows it does not count either. */
  isLeft: boolean;
  /** It, or one that follows it, has a response. */
  isAnswered: boolean;
  /** Somebody went on from it after it was left. */
  isRevived: boolean;
  readonly began: number;
  /** When somebody asked or answered in it last. */
  last: number;
  /** When the turn that it follows went on after it began: another program joined there. Nothing that comes later takes its place. */
  besideFrom: number;
}

export class TurnTree {
  readonly #all = new Map<number, Turn>();
  /** Those that count. Their numbers grow. */
  #counting: number[] = [];
  /** Grows with each prompt and response. */
  #now = 0;

  /** The last that counts. */
  get top(): number {
    return this.#counting.at(-1) ?? START;
  }

  /** The number of the next one. */
  get next(): number {
    return this.#all.size + 1;
  }

  get allCount(): boolean {
    return this.#counting.length === this.#all.size;
  }

  counts(turn: number): boolean {
    return turn === START || this.#counting[this.#placeOf(turn)] === turn;
  }

  follows(turn: number, first: number): boolean {
    let one = turn;
    while (one > first) one = this.#all.get(one)?.before ?? START;
    return one === first;
  }

  /** Those that follow it, and count. */
  childrenOf(turn: number): readonly number[] {
    const after = this.#counting.slice(this.#placeOf(turn + 1));
    return after.filter((one) => this.#all.get(one)?.before === turn);
  }

  /** Those in whose place one may stand that follows `before`: the one that was heard of last is the last. */
  replaceable(before: number): readonly number[] {
    const children = this.childrenOf(before).filter((one) => this.#all.get(one)?.besideFrom === Infinity);
    if (children.length < 2) return children;
    const last = this.#lastOfEach();
    return children.toSorted((a, b) => (last.get(a) ?? 0) - (last.get(b) ?? 0));
  }

  /** `to`: where a rewind lands that takes it back; without it nothing was told of it, and it is left. */
  add(before: number, to: number | undefined): number {
    const { next } = this;
    this.#now += 1;
    const now = this.#now;
    const isLeft = to === undefined;
    this.#all.set(next, {
      before,
      to,
      isLeft,
      isAnswered: false,
      isRevived: false,
      began: now,
      last: now,
      besideFrom: Infinity,
    });
    if (!isLeft) this.#counting.push(next);
    return next;
  }

  /** It was told again: from now on a rewind that takes it back lands there. */
  begin(turn: number, to: number): void {
    const known = this.#all.get(turn);
    if (known !== undefined) known.to = to;
  }

  answer(turn: number): void {
    this.#now += 1;
    for (const child of this.childrenOf(turn)) {
      const beside = this.#all.get(child);
      if (beside?.besideFrom === Infinity) beside.besideFrom = this.#now;
    }
    const own = this.#all.get(turn);
    if (own !== undefined) own.last = this.#now;
    for (let one = own; one?.isAnswered === false; one = this.#all.get(one.before)) one.isAnswered = true;
  }

  /** It is left, with all that follow it: where the rewind lands. */
  leave(turn: number): number | undefined {
    const known = this.#all.get(turn);
    if (known === undefined) return undefined;
    known.isLeft = true;
    const left = new Set([turn]);
    const after = this.#counting.splice(this.#placeOf(turn));
    for (const one of after) {
      if (left.has(this.#all.get(one)?.before ?? START)) left.add(one);
      if (!left.has(one)) this.#counting.push(one);
    }
    return known.to;
  }

  /** Somebody goes on from there: it was not left, nor was anything that it follows. */
  revive(turn: number): void {
    this.#now += 1;
    const own = this.#all.get(turn);
    if (own !== undefined) own.last = this.#now;
    const places = new Set<number>();
    for (let one = own; one !== undefined; one = this.#all.get(one.before)) {
      if (one.isLeft) places.add(one.before);
      one.isRevived ||= one.isLeft;
    }
    const last = this.#lastOfEach();
    for (const place of places) this.#decide(place, last);
    const counting = new Set([START]);
    for (const [at, { before, isLeft }] of this.#all) if (!isLeft && counting.has(before)) counting.add(at);
    counting.delete(START);
    this.#counting = [...counting];
  }

  /** Which of those stand that follow it. */
  #decide(place: number, last: ReadonlyMap<number, number>): void {
    const standing: { readonly turn: Turn; readonly last: number }[] = [];
    for (const [at, turn] of this.#all) {
      if (turn.before !== place) continue;
      const others = standing.filter((other) => other.turn.besideFrom > turn.began);
      const quiet = others.filter((other) => other.last < turn.began).toSorted((a, b) => a.last - b.last);
      const other = quiet.at(-1);
      if (other !== undefined) standing.splice(standing.indexOf(other), 1);
      if (other !== undefined) other.turn.isLeft = true;
      turn.isLeft = other === undefined && others.length > 0 && !turn.isAnswered && !turn.isRevived;
      if (!turn.isLeft) standing.push({ turn, last: last.get(at) ?? 0 });
    }
  }

  /** When each, or one that follows it, was heard of last. */
  #lastOfEach(): ReadonlyMap<number, number> {
    const last = new Map<number, number>();
    for (const [at, turn] of [...this.#all].toReversed()) {
      last.set(at, Math.max(turn.last, last.get(at) ?? 0));
      last.set(turn.before, Math.max(last.get(at) ?? 0, last.get(turn.before) ?? 0));
    }
    return last;
  }

  /** Where it stands among those that count, or would. */
  #placeOf(turn: number): number {
    let low = 0;
    let high = this.#counting.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#counting[middle] ?? 0) < turn) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
