import type { Noun, Phrase } from './phrase.ts';

/** All words of a language. What is missing in one is a fault that the compiler finds. */
export interface Labels<AnyPhrase extends string = Phrase, AnyNoun extends string = Noun> {
  /** For numbers, dates and plurals: `de`, `pt-BR`. */
  readonly locale: string;
  /** By the English phrase. `{name}` stands for what is filled in. */
  readonly phrases: { readonly [phrase in AnyPhrase]: string };
  /** By the English noun. `{n}` stands for the number. */
  readonly nouns: { readonly [noun in AnyNoun]: PluralForms };
  /** What servers and agents say, by their English: `{name}` stands for whatever is there, and is filled in again. */
  readonly told?: { readonly [words: string]: string };
}

/** A noun with its number, in the forms that `Intl.PluralRules` tells apart: `{ one: '{n} Datei', other: '{n} Dateien' }`. */
export type PluralForms = { readonly other: string } & { readonly [form in Intl.LDMLPluralRule]?: string };

/** Labels of which some may be missing: what is, is said in English. */
export interface SomeLabels<AnyPhrase extends string = Phrase, AnyNoun extends string = Noun> {
  /** Absent: numbers as in English, dates as the browser has them. */
  readonly locale?: string;
  readonly phrases?: { readonly [phrase in AnyPhrase]?: string };
  readonly nouns?: { readonly [noun in AnyNoun]?: PluralForms };
  readonly told?: { readonly [words: string]: string };
}
