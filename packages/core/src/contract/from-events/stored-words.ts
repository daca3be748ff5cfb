interface StoredText {
  readonly text: string;
  readonly at: number | undefined;
  readonly index: number;
}

/** Who tells a turn again tells it in its order: of what is stored, only the next few texts can be meant. */
const NEAR = 16;

/** What stored messages said since a person last spoke. Events may tell it again, piece by piece. */
export class StoredWords {
  readonly #texts: StoredText[] = [];
  #next = 0;

  add(words: string, at: number | undefined): void {
    const text = words.trim();
    if (text !== '') this.#texts.push({ text, at, index: this.#texts.length });
  }

  /** How many texts there are. */
  get count(): number {
    return this.#texts.length;
  }

  /** Live words that begin here, and are none of the first `passed` texts. */
  begin(passed: number): WordsAgain | undefined {
    const next = Math.max(this.#next, passed);
    const near = this.#texts.slice(next, next + NEAR);
    return near.length === 0 ? undefined : new WordsAgain(near, this);
  }

  /** The first `count` texts are past. */
  pass(count: number): void {
    this.#next = Math.max(this.#next, count);
  }
}

/** Live words, as long as they are what a stored message says. */
export class WordsAgain {
  #texts: readonly StoredText[];
  readonly #source: StoredWords;
  #length = 0;

  constructor(texts: readonly StoredText[], source: StoredWords) {
    this.#texts = texts;
    this.#source = source;
  }

  /** A stored text, of which that was told. */
  static after(stored: string, told: string): WordsAgain {
    const source = new StoredWords();
    const again = new WordsAgain([{ text: stored.trim(), at: undefined, index: 0 }], source);
    again.goesOn(told);
    return again;
  }

  /** Whether a stored text still goes on like this. The cost is that of the piece. */
  goesOn(piece: string): boolean {
    const said = this.#length === 0 ? piece.trimStart() : piece;
    this.#texts = this.#texts.filter(({ text }) => goesOn(text, this.#length, said));
    this.#length += said.length;
    return this.#texts.length > 0;
  }

  /** Whether it was said before it was stored. What does not say when it was said is known by its order alone. */
  isTold(at: number | undefined): boolean {
    return this.#texts.some((stored) => at === undefined || stored.at === undefined || at <= stored.at);
  }

  /** They were told again: none of the texts up to theirs is. */
  pass(): void {
    this.#source.pass((this.#texts[0]?.index ?? -1) + 1);
  }
}

/** White space at the end is nobody's. */
function goesOn(text: string, from: number, piece: string): boolean {
  const left = Math.max(0, text.length - from);
  if (piece.length <= left) return text.startsWith(piece, from);
  return text.startsWith(piece.slice(0, left), from) && piece.slice(left).trim() === '';
}
