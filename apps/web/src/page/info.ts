import { useEffect, useState } from 'react';
import { server } from './server.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PageLanguage } from '../labels/use-page-language.ts';

/** What the server says of itself: who answers, and what a newcomer may ask. */
export interface Info {
  readonly agent: string;
  /** Who can be named in a message. */
  readonly members: readonly string[];
  readonly prompts: readonly Prompt[];
  /** Where this server has renderers of its own. */
  readonly renderers?: string;
  /** What whoever opened this page may do. */
  readonly may: 'all' | 'read';
  /** Who that is, where people have threads of their own. */
  readonly you?: string;
  /** They can sign out. */
  readonly accounts?: boolean;
  /** They are known to have all of the server, and not only threads of their own: what is the operator's is asked for by nobody else. */
  readonly operates: boolean;
}

export interface Prompt {
  /** What there is to see, in a few words. */
  readonly title: string | undefined;
  /** What is asked. */
  readonly text: string;
}

/** Nothing is offered before the server has said what its agent can do. */
const unknown: Info = { agent: '', members: [], may: 'all', prompts: [], operates: false };

/** For a server that has no prompts of its own. */
const suggestions = [
  'What is in this workspace?',
  'Run the tests and tell me what fails.',
  'Find out why the tests are slow, and ask me before you change anything.',
] as const;

/** Asked again when a server that was gone is back: it may be another one. */
export function useInfo(reachable: boolean): Info {
  const language = usePageLanguage();
  const [info, setInfo] = useState(unknown);
  useEffect(() => {
    if (!reachable) return undefined;
    const stop = new AbortController();
    server
      .fetch(`${server.baseUrl}/api/info`, { signal: stop.signal, headers: { accept: 'application/json' } })
      .then((response): Promise<unknown> => (response.ok ? response.json() : Promise.resolve(undefined)))
      .then(
        (answer) => setInfo(readInfo(answer, language)),
        () => undefined,
      );
    return () => stop.abort();
  }, [reachable, language]);
  return info;
}

/** What is missing or odd is taken from what the page has by itself. */
export function readInfo(answer: unknown, language: PageLanguage): Info {
  if (typeof answer !== 'object' || answer === null) return readInfo({}, language);
  const { say, told } = language;
  const agent = 'agent' in answer && typeof answer.agent === 'string' ? told(answer.agent) : say('Agent');
  const given = 'prompts' in answer && Array.isArray(answer.prompts) ? answer.prompts : [];
  const offered = (locale = 'en'): Prompt[] => given.flatMap((prompt: unknown) => readPrompt(prompt, locale) ?? []);
  const own = offered(language.locale);
  const prompts = own.length === 0 ? offered() : own;
  const names = 'members' in answer && Array.isArray(answer.members) ? answer.members : [];
  const members = names.filter(
    (name: unknown): name is string => typeof name === 'string' && /^[\w-]{1,40}$/.test(name),
  );
  // On this server, and nowhere else.
  const drawing = 'renderers' in answer && /^\/renderers\/\w\w*\.js$/.exec(String(answer.renderers));
  const may = 'may' in answer && answer.may === 'read' ? 'read' : 'all';
  return {
    agent,
    members,
    may,
    operates: 'may' in answer && !('you' in answer) && !('link' in answer),
    ...(drawing ? { renderers: drawing[0] } : {}),
    ...('you' in answer && typeof answer.you === 'string'
      ? { you: answer.you, accounts: 'accounts' in answer && answer.accounts === true }
      : {}),
    prompts: prompts.length === 0 ? suggestions.map((text) => ({ text: say(text), title: undefined })) : prompts,
  };
}

function readPrompt(given: unknown, locale: string): Prompt | undefined {
  if (typeof given !== 'object' || given === null || !('text' in given) || typeof given.text !== 'string')
    return undefined;
  if (('language' in given ? given.language : 'en') !== locale) return undefined;
  const title = 'title' in given && typeof given.title === 'string' ? given.title : undefined;
  // What is there already is not said twice.
  return { text: given.text, title: title === given.text ? undefined : title };
}
