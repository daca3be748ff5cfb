import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import { useEffect, useState } from 'react';
import type { Folders } from '../home/folders.ts';
import { server } from './server.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';
import type { PageLanguage } from '../labels/use-page-language.ts';

/** What the server says of itself: who answers, and what a newcomer may ask. */
export interface Info {
  readonly agent: string;
  /** Who can be named in a message. */
  readonly members: readonly string[];
  /** As the server gave them: `promptsOf` reads them. Undefined until it has. */
  readonly prompts: readonly unknown[] | undefined;
  readonly folders: Folders;
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

const unknown: Info = { agent: '', members: [], folders: {}, may: 'all', prompts: undefined, operates: false };

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
  const { say, told } = language;
  const { agent, prompts, members, folders, renderers, may, you, accounts, link } = fieldsOf(answer);
  const { usual, home } = fieldsOf(folders);
  // On this server, and nowhere else.
  const drawing = /^\/renderers\/\w\w*\.js$/.exec(String(renderers));
  return {
    agent: typeof agent === 'string' ? told(agent) : say('Agent'),
    members: listOf(members).filter(
      (name: unknown): name is string => typeof name === 'string' && /^[\w-]{1,40}$/.test(name),
    ),
    folders: { usual: textOf(usual), home: textOf(home) },
    may: may === 'read' ? may : 'all',
    operates: may !== undefined && you === undefined && link === undefined,
    ...(drawing ? { renderers: drawing[0] } : {}),
    ...(typeof you === 'string' ? { you, accounts: accounts === true } : {}),
    prompts: listOf(prompts),
  };
}
