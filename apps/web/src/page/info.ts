import { useEffect, useState } from 'react';
import { server } from './server.ts';

/** What the server says of itself: who answers, and what a newcomer may ask. */
export interface Info {
  readonly agent: string;
  /** Who can be named in a message. */
  readonly members: readonly string[];
  readonly prompts: readonly Prompt[];
  /** What whoever opened this page may do. */
  readonly may: 'all' | 'read';
}

export interface Prompt {
  /** What there is to see, in a few words. */
  readonly title: string | undefined;
  /** What is asked. */
  readonly text: string;
}

const fallback: Info = {
  agent: 'Agent',
  members: [],
  may: 'all',
  prompts: [
    'Upgrade the parser to version 3 and make the tests pass.',
    'What is in this workspace?',
    'Find out why the tests are slow, and ask me before you change anything.',
  ].map((text) => ({ text, title: undefined })),
};

export function useInfo(): Info {
  const [info, setInfo] = useState(fallback);
  useEffect(() => {
    const stop = new AbortController();
    server
      .fetch('/api/info', { signal: stop.signal, headers: { accept: 'application/json' } })
      .then((response): Promise<unknown> => (response.ok ? response.json() : Promise.resolve(undefined)))
      .then(
        (answer) => setInfo(readInfo(answer)),
        () => undefined,
      );
    return () => stop.abort();
  }, []);
  return info;
}

/** What is missing or odd is taken from what the page has by itself. */
export function readInfo(answer: unknown): Info {
  if (typeof answer !== 'object' || answer === null) return fallback;
  const agent = 'agent' in answer && typeof answer.agent === 'string' ? answer.agent : fallback.agent;
  const given = 'prompts' in answer && Array.isArray(answer.prompts) ? answer.prompts : [];
  const prompts = given.flatMap((prompt: unknown) => readPrompt(prompt) ?? []);
  const names = 'members' in answer && Array.isArray(answer.members) ? answer.members : [];
  const members = names.filter(
    (name: unknown): name is string => typeof name === 'string' && /^[\w-]{1,40}$/.test(name),
  );
  const may = 'may' in answer && answer.may === 'read' ? 'read' : 'all';
  return { agent, members, may, prompts: prompts.length === 0 ? fallback.prompts : prompts };
}

function readPrompt(given: unknown): Prompt | undefined {
  if (typeof given !== 'object' || given === null || !('text' in given) || typeof given.text !== 'string')
    return undefined;
  const title = 'title' in given && typeof given.title === 'string' ? given.title : undefined;
  // What stands there already is not said twice.
  return { text: given.text, title: title === given.text ? undefined : title };
}
