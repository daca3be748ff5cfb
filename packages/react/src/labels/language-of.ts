import { english } from '@toolthread/core/text';
import type { Language, PhraseValues } from '@toolthread/core/text';
import { knownWords } from './known-words.ts';
import type { SomeLabels } from './labels.ts';

/** The language that speaks with these labels, and as the one around where they have a gap: `languageOf(german).say('Send')` */
export function languageOf(
  { locale: given, phrases, nouns, told }: SomeLabels<string, string>,
  around: Language<string, string> = english,
): Language<string, string> {
  const locale = given === undefined ? around.locale : knownLocale(given);
  const number = locale === around.locale ? around.number : numbersOf(locale);
  const plurals = new Intl.PluralRules(locale ?? 'en');
  return {
    locale,
    say: (phrase, values) => {
      const words = own(phrases, phrase);
      const inWords = values && written(values, number);
      return typeof words === 'string' ? english.say(words, inWords) : around.say(phrase, inWords);
    },
    count: (count, noun, more = '') => {
      const forms = own(nouns, noun);
      const form = (more === '' ? forms?.[plurals.select(count)] : undefined) ?? forms?.other;
      // Labels may be loaded, and have gaps, or what is no text, that no compiler sees.
      if (typeof form !== 'string') return around.count(count, noun, more);
      return english.say(form, { n: `${number(count)}${more}` });
    },
    told: knownWords(told ?? {}, around.told),
    number,
  };
}

/** As systems write it, `de_DE.UTF-8`, too. What is no locale formats as English does. */
function knownLocale(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  try {
    return Intl.getCanonicalLocales(given.replace(/[.@].*$/, '').replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** A word may come from anywhere, and be the name of something that every object has. */
function own<Value>(
  words: { readonly [word: string]: Value | undefined } | null | undefined,
  word: string,
): Value | undefined {
  return typeof words === 'object' && words !== null && Object.hasOwn(words, word) ? words[word] : undefined;
}

function written(values: PhraseValues, number: Language['number']): PhraseValues {
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? number(value) : value,
  ]);
  return Object.fromEntries(texts);
}

function numbersOf(locale: string | undefined): Language['number'] {
  if (locale === undefined) return english.number;
  const formats = new Map<number | undefined, Intl.NumberFormat>();
  return (value, decimals) => {
    const digits = decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    const format = formats.get(decimals) ?? new Intl.NumberFormat(locale, digits);
    formats.set(decimals, format);
    return format.format(value);
  };
}
