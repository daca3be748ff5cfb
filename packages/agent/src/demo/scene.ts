/**
 * The demo's script is data for a scripted model, which this package takes by interface like any other: these are the
 * few shapes it needs of it.
 */
import type { Failure } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';

/** Something that the scripted model says or does. */
export type DemoPiece =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | { readonly type: 'call'; readonly name: string; readonly arguments: Json }
  | { readonly type: 'pause'; readonly ms: number }
  | { readonly type: 'end'; readonly reason: 'error'; readonly error: Failure & { readonly retryable: boolean } };

/** What a scene can choose its next words by. */
export interface DemoSeen {
  readonly prompt: string;
  readonly turn: number;
  readonly attempt: number;
  readonly results: readonly { readonly name: string; readonly text: string; readonly isError: boolean }[];
}

/** As `en` or `de`: the language of the words that it was asked with. */
export type DemoLanguage = 'en' | 'de';

/** The same words in each language: `one({ en: 'Once more.', de: 'Noch einmal.' })` gives those of the scene. */
export type Pick = <Words>(words: { readonly [language in DemoLanguage]: Words }) => Words;

/** One thing worth seeing, from the prompt to its end. */
export type Scene = (seen: DemoSeen, pick: Pick) => readonly DemoPiece[];

export const pickIn =
  (language: DemoLanguage): Pick =>
  (words) =>
    words[language];

export const say = (text: string): DemoPiece => ({ type: 'text', text });
export const think = (text: string): DemoPiece => ({ type: 'reasoning', text });
export const pause = (ms: number): DemoPiece => ({ type: 'pause', ms });
type Words = { readonly [language in DemoLanguage]: string };

/** Words after a moment, in the language of the scene: `...speak(pick, { en: 'Once more.', de: 'Noch einmal.' })`. */
export const speak = (pick: Pick, words: Words): readonly DemoPiece[] => [pause(300), say(pick(words))];
export const call = (name: string, args: Json): DemoPiece => ({ type: 'call', name, arguments: args });

/** A scene that begins with words and calls; `rest` goes on with what these gave. */
export const begins =
  (words: Words, calls: (pick: Pick) => readonly DemoPiece[], rest: Scene): Scene =>
  (seen, pick) =>
    seen.turn === 0 ? [...speak(pick, words), ...calls(pick)] : rest(seen, pick);

/** The newest result of a tool. */
export function resultOf(seen: DemoSeen, tool: string): DemoSeen['results'][number] | undefined {
  return seen.results.findLast(({ name }) => name === tool);
}
