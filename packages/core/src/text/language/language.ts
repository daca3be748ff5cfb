import type { CoreNoun, CorePhrase } from './core-phrase.ts';

/** What stands for `{name}` in a phrase. A number is an amount, and written as one; what is a name (a line's number, an exit code) is given as a text. */
export interface PhraseValues {
  readonly [name: string]: string | number;
}

/** A language, for whoever writes words for people: `say` phrases by their English, `count` things by their English noun. */
export interface Language<Phrase extends string = CorePhrase, Noun extends string = CoreNoun> {
  /** Of dates: `de`, `pt-BR`. Undefined: as the machine has them. */
  readonly locale: string | undefined;
  /** `say('Allow {tool}?', { tool: 'fetch_url' })` */
  say(phrase: Phrase, values?: PhraseValues): string;
  /** `count(2, 'tool call')`. `+`: there are more than were counted. */
  count(count: number, noun: Noun, more?: '' | '+'): string;
  /** What a server or an agent said in English, in words that are always the same: in this language if it knows them, else as it is. */
  told(words: string): string;
  /** `number(2.35, 1)`: with so many decimals. */
  number(value: number, decimals?: number): string;
}
