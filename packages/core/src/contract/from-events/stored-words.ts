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

  /** Live words of somebody who came in the middle of them. */
  join(): WordsAgain | undefined {
    const near = this.#texts.slice(-NEAR);
    return near.length === 0 ? undefined : new WordsAgain(near, this, 'anywhere');
  }

  /** The first `count` texts are past. */
  pass(count: number): void {
    this.#next = Math.max(this.#next, count);
  }
}

/** A stored text, and how far live words have told it. */
interface Candidate {
  readonly stored: StoredText;
  readonly to: number;
}

/** Words that occur in so many places prove nothing. */
const MOST_PLACES = 64;

/** Live words, as long as they are what a stored message says: from its beginning on, or from anywhere in it. */
export class WordsAgain {
  #texts: readonly StoredText[];
  readonly #source: StoredWords;
  readonly #from: 'beginning' | 'anywhere';
  /** Undefined until something is said. */
  #places: readonly Candidate[] | undefined;

  constructor(texts: readonly StoredText[], source: StoredWords, from: 'beginning' | 'anywhere' = 'beginning') {
    this.#texts = texts;
    this.#source = source;
    this.#from = from;
  }

  /** A stored text, of which that was told. */
  static after(stored: string, told: string): WordsAgain {
    const source = new StoredWords();
    const again = new WordsAgain([{ text: stored.trim(), at: undefined, index: 0 }], source);
    again.goesOn(told);
    return again;
  }

  /** Whether a stored text still goes on like this. The cost is that of the piece, and once that of the texts. */
  goesOn(piece: string): boolean {
    const said = this.#places === undefined ? piece.trimStart() : piece;
    if (said === '') return true;
    this.#places ??= this.#texts.flatMap((stored) => this.#begins(stored, said));
    this.#places = this.#places.flatMap(({ stored, to }) =>
      goesOn(stored.text, to, said) ? [{ stored, to: to + said.length }] : [],
    );
    return this.#places.length > 0;
  }

  /** Whether it was said before it was stored. What does not say when is known by its order alone, and so is what began in the middle. */
  isTold(at: number | undefined): boolean {
    if (this.#from === 'anywhere') return true;
    return this.#told.some((stored) => at === undefined || stored.at === undefined || at <= stored.at);
  }

  /** They were told again: none of the texts up to theirs is. */
  pass(): void {
    this.#source.pass((this.#told[0]?.index ?? -1) + 1);
  }

  get #told(): readonly StoredText[] {
    return this.#places?.map(({ stored }) => stored) ?? this.#texts;
  }

  #begins(stored: StoredText, said: string): Candidate[] {
    if (this.#from === 'beginning') return [{ stored, to: 0 }];
    const found: Candidate[] = [];
    const words = said.trimEnd();
    for (let to = stored.text.indexOf(words); to !== -1; to = stored.text.indexOf(words, to + 1)) {
      found.push({ stored, to });
      if (found.length > MOST_PLACES) return [];
    }
    return found;
  }
}

/** White space at the end does not count. */
function goesOn(text: string, from: number, piece: string): boolean {
  const left = Math.max(0, text.length - from);
  if (piece.length <= left) return text.startsWith(piece, from);
  return text.startsWith(piece.slice(0, left), from) && piece.slice(left).trim() === '';
}
