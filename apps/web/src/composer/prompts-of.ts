import { fieldsOf, textOf } from '@toolthread/core/json';
import type { PageLanguage } from '../labels/use-page-language.ts';

export interface Prompt {
  /** What there is to see, in a few words. */
  readonly title: string | undefined;
  /** What is asked. */
  readonly text: string;
}

/** For a server that has no prompts of its own. */
const suggestions = [
  'What is in this workspace?',
  'Run the tests and tell me what fails.',
  'Find out why the tests are slow, and ask me before you change anything.',
] as const;

/** What a newcomer may ask, of what the server offers: in their language if there is any, else in English. */
export function promptsOf(
  given: readonly unknown[],
  { say, locale }: Pick<PageLanguage, 'say' | 'locale'>,
): readonly Prompt[] {
  const offered = (language = 'en'): Prompt[] => given.flatMap((prompt) => readPrompt(prompt, language) ?? []);
  const own = offered(locale);
  const prompts = own.length === 0 ? offered() : own;
  return prompts.length === 0 ? suggestions.map((text) => ({ text: say(text), title: undefined })) : prompts;
}

function readPrompt(given: unknown, locale: string): Prompt | undefined {
  const { text, title, language = 'en' } = fieldsOf(given);
  if (typeof text !== 'string' || language !== locale) return undefined;
  // What is there already is not said twice.
  return { text, title: title === text ? undefined : textOf(title) };
}
