import { english } from '@toolthread/core/text';
import type { Language } from '@toolthread/core/text';
import { createContext, use } from 'react';
import type { Context } from 'react';
import type { Noun, Phrase } from './phrase.ts';

/** A page may have words of its own beside those of the parts. */
export const LanguageContext: Context<Language<string, string>> = createContext(english);

/**
 * The language of the parts around; English where nobody chose one. A part of your own can say what these say, and, with labels that have
 * more, phrases of its own: `useLanguage<Phrase | 'Draw it'>()`.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * const Hint = () => <i>{useLanguage().say('Copied')}</i>;
 * renderToStaticMarkup(<Hint />); //=> '<i>Copied</i>'
 */
export function useLanguage<AnyPhrase extends string = Phrase, AnyNoun extends string = Noun>(): Language<
  AnyPhrase,
  AnyNoun
> {
  return use(LanguageContext);
}
