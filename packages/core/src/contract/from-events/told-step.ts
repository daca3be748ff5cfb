import type { FinishReason } from '../../ledger/finish-reason.ts';
import { isLeakedJson } from '../../ledger/json/is-leaked-json.ts';
import type { EventDraft, Phase } from '../../ledger/ledger-event.ts';
import { ChunkOrder } from './chunk-order.ts';
import type { SpeakingSteps } from './speaking-steps.ts';
import { WordsAgain } from './stored-words.ts';
import type { StoredWords } from './stored-words.ts';
import type { ToldTurn } from './told-turn.ts';

/** The execution that tells a step. */
export interface StepTeller {
  readonly speaking: SpeakingSteps;
  /** What stored messages said, and how many of these texts are past. */
  readonly words: StoredWords;
  readonly passed: number;
  /** What its first words may be the end of, where they are the first that was heard of it. */
  readonly joins: StoredWords | undefined;
  /** Whether a stored message tells the call that was told last. */
  readonly tellsAgain: boolean;
  /** Whether calls are stored that no event has told: what looks like their arguments may be a leak of them. */
  readonly mayLeak: boolean;
  /** Something comes that no stored message tells. */
  wake(): void;
  write(draft: EventDraft): void;
}

/** What looks like the arguments of a call, or like the end of them if the beginning was not heard. */
type Leak = 'leak' | 'end of a leak';

/** What comes after words that were held: a stored call, news, or nothing any more. */
type Next = 'again' | 'news' | 'cut';

/** Of the words of a step, what is looked at before all of them are. */
const OPENING = 200;

/** A step that is being told, and its words. */
export class ToldStep {
  /** The turn in which it began. */
  readonly turn: ToldTurn;
  readonly step: number;
  readonly number: number | undefined;
  parts = 0;
  /** The chunks of the text that is being told, by their numbers. */
  chunks: Map<number, string> = new Map();
  /** All that was said in it, and the beginning of that. */
  words = '';
  opening = '';
  /** Whether a stored message says what it has begun to say, or makes its calls. */
  isStored = false;
  /** A result of one of its calls has arrived. */
  isAnswered = false;
  readonly #teller: StepTeller;
  readonly #order = new ChunkOrder();
  /** The part that is being written. */
  #text: { readonly part: number; length: number } | undefined;
  #reasoning: { readonly part: number; length: number } | undefined;
  /** What was said, as long as it is what a stored message says, or looks like the arguments of a stored call; `other` once it is neither. */
  #again: WordsAgain | Leak | 'other' | undefined;
  #held = '';
  /** When that was said. */
  #heldAt: number | undefined;
  /** The text that ended with it, and the number of the piece that would come next. */
  #ended: { readonly part: number; readonly text: string; readonly next: number } | undefined;
  /** Whether it told something that a stored message says. */
  #isAgain = false;
  #state: 'new' | 'open' | 'ended' = 'new';

  constructor(teller: StepTeller, turn: ToldTurn, step: number, number: number | undefined) {
    this.#teller = teller;
    this.turn = turn;
    this.step = step;
    this.number = number;
  }

  get hasSpoken(): boolean {
    return this.words !== '' || this.isHeld || this.#isAgain;
  }

  /** Whether it says something that no stored message says, and that is no leak of a call. */
  get isNews(): boolean {
    return this.words !== '' && !this.isStored && !isLeakedJson(this.words);
  }

  /** Whether more words are the next response: they come after its results, and nobody counts the steps. */
  get isPast(): boolean {
    return this.number === undefined && this.isAnswered;
  }

  /** Whether its newest words are kept back. */
  get isHeld(): boolean {
    return this.#held !== '';
  }

  /** Tells that it began. */
  begin(): void {
    if (this.#state !== 'new') return;
    this.#state = 'open';
    this.#teller.write({ type: 'agent.step.started', step: this.step });
  }

  /** The place of a part that is news. */
  nextPart(): number {
    this.#teller.wake();
    this.begin();
    this.parts += 1;
    return this.parts - 1;
  }

  say(said: string, at: number | undefined, index: number | undefined): void {
    if (index !== undefined) this.chunks.set(index, said);
    if (this.#text === undefined && this.#goesOn(said)) {
      this.#held += said;
      this.#heldAt = at;
    } else this.#write(said);
    this.#order.add(index, said);
  }

  think(text: string, isComplete: boolean): void {
    this.#reasoning ??= { part: this.nextPart(), length: 0 };
    const { step } = this;
    const { part, length: offset } = this.#reasoning;
    this.#reasoning.length += text.length;
    this.#teller.write({ type: 'agent.reasoning.delta', step, part, offset, text });
    if (!isComplete) return;
    this.#reasoning = undefined;
    this.#teller.write({ type: 'agent.part.completed', step, part, kind: 'reasoning' });
  }

  #goesOn(said: string): boolean {
    const { words, passed, joins, mayLeak } = this.#teller;
    const isFirst = !this.isHeld;
    this.#again ??= joins?.join() ?? words.begin(passed) ?? 'other';
    if (this.#again instanceof WordsAgain && this.#again.goesOn(said)) return true;
    if (!isLeak(this.#again)) this.#again = isFirst && mayLeak ? leakIn(said, joins !== undefined) : 'other';
    return isLeak(this.#again);
  }

  #write(said: string): void {
    const text = this.#held + said;
    this.#held = '';
    if (this.#text === undefined) {
      this.#text = { part: this.nextPart(), length: 0 };
      if (!this.isStored) this.#teller.speaking.add(this);
    }
    const { part, length } = this.#text;
    this.#teller.write({ type: 'agent.text.delta', step: this.step, part, offset: length, text });
    this.#text.length += text.length;
    this.words += text;
    if (this.opening.length < OPENING) this.opening += text.slice(0, OPENING - this.opening.length);
  }

  /** Words that were held end here: a stored message says them, or they are news, as what comes after them is. */
  letGo(next?: Next): void {
    const again = this.#again;
    if (!this.isHeld || again === undefined || again === 'other') return;
    this.#again = undefined;
    if (!this.#isTold(again, next)) return this.#write('');
    if (!isLeak(again)) again.pass();
    this.#held = '';
    this.#isAgain = true;
  }

  #isTold(again: WordsAgain | Leak, next: Next | undefined): boolean {
    const { mayLeak, tellsAgain } = this.#teller;
    if (next === 'news') return false;
    if (again === 'end of a leak') return next === 'again' && /[}\]]\W*$/.test(this.#held);
    if (again !== 'leak') return next === 'again' || this.isStored || tellsAgain || again.isTold(this.#heldAt);
    return (next !== undefined || mayLeak || this.#state === 'ended') && isLeakedJson(this.#held);
  }

  /** A stored message says all that it has begun to say, or only makes the calls whose arguments it tells. What comes of it is told again. */
  complete(said: string): void {
    const text = this.#text;
    if (text === undefined) return;
    const before = this.words.slice(0, this.words.length - text.length).trimStart();
    const whole = before === '' ? said : said.trimStart().slice(before.length);
    const part = { type: 'agent.part.completed', step: this.step, part: text.part, kind: 'text' } as const;
    this.#teller.write({ ...part, text: whole });
    this.#text = undefined;
    this.#order.take();
    this.#again = said.trim() === '' ? 'leak' : WordsAgain.after(said, this.words);
    if (this.#again === 'leak') this.#held = this.words;
  }

  /** Arguments that leaked into its words: their call is in another step, and beside no call they would be an answer. */
  takeBackLeak(): void {
    if (this.#text === undefined || this.isStored || !isLeakedJson(this.words)) return;
    const { part } = this.#text;
    this.#teller.write({ type: 'agent.part.completed', step: this.step, part, kind: 'text', text: '' });
    this.#teller.speaking.end(this);
    this.#text = undefined;
    this.words = '';
  }

  /** Chunks are counted again after a complete text. */
  endText(phase: Phase | undefined): void {
    this.chunks = new Map();
    this.letGo();
    this.#again = undefined;
    this.#closeText(phase === undefined ? {} : { phase });
  }

  /** A call is here that is news. */
  endWords(): void {
    this.#closeText();
    this.#again = undefined;
  }

  /** Pieces that were numbered, and came in another order, are put in their own. */
  #closeText(ended?: { readonly phase?: Phase }): void {
    const text = this.#text;
    const sorted = this.#order.take();
    this.#text = undefined;
    const words = sorted !== undefined && sorted.length === text?.length ? { text: sorted } : undefined;
    if (text === undefined || (ended ?? words) === undefined) return;
    const part = { type: 'agent.part.completed', step: this.step, part: text.part, kind: 'text' } as const;
    this.#teller.write({ ...part, ...words, ...ended });
    if (words !== undefined) this.words = this.words.slice(0, -words.text.length) + words.text;
  }

  /** A piece that comes after its end, by its number the next of the text that ended it: whether it was one, and is told. */
  goOn(said: string, index: number | undefined): boolean {
    const ended = this.#ended;
    if (ended === undefined || index === undefined || ended.next !== index || this.isStored) return false;
    const before = this.words;
    const text = ended.text + said;
    this.#ended = { ...ended, text, next: index + 1 };
    this.words = before + said;
    this.#teller.write({ type: 'agent.part.completed', step: this.step, part: ended.part, kind: 'text', text });
    this.turn.tellMore(before, this.words, this);
    return true;
  }

  /** It is over, as a stored message tells it. Of its words, more may come. */
  rest(): void {
    this.#teller.speaking.end(this);
    if (!this.isStored && isLeakedJson(this.words)) this.complete('');
    this.#close({ finish_reason: 'stop' });
  }

  end(how: { readonly finish_reason: FinishReason }): void {
    this.letGo(how.finish_reason === 'aborted' ? 'cut' : undefined);
    const text = this.#text;
    const next = this.chunks.size;
    const isCounted = next > 0 && this.chunks.has(0) && this.chunks.has(next - 1);
    this.#closeText();
    if (text !== undefined && isCounted)
      this.#ended = { part: text.part, text: this.words.slice(this.words.length - text.length), next };
    this.#teller.speaking.end(this);
    this.#close(how);
  }

  #close(how: { readonly finish_reason: FinishReason }): void {
    if (this.#state !== 'open') return;
    this.#state = 'ended';
    this.#teller.write({ type: 'agent.step.completed', step: this.step, ...how });
  }
}

function isLeak(again: WordsAgain | Leak | 'other' | undefined): again is Leak {
  return again === 'leak' || again === 'end of a leak';
}

function leakIn(said: string, isJoined: boolean): Leak | 'other' {
  if (/^\s*[[`{]/.test(said)) return 'leak';
  return isJoined && /["}\]]/.test(said) ? 'end of a leak' : 'other';
}
