import { useEffect, useState } from 'react';

/** What the server says of itself: who answers, and what a newcomer may ask. */
export interface Info {
  readonly agent: string;
  readonly prompts: readonly Prompt[];
}

export interface Prompt {
  readonly prompt: string;
  /** What there is to see, in a few words. */
  readonly shows: string | undefined;
}

const fallback: Info = {
  agent: 'Agent',
  prompts: [
    'Upgrade the parser to version 3 and make the tests pass.',
    'What is in this workspace?',
    'Find out why the tests are slow, and ask me before you change anything.',
  ].map(asPrompt),
};

export function useInfo(): Info {
  const [info, setInfo] = useState(fallback);
  useEffect(() => {
    const stop = new AbortController();
    fetch('/api/info', { signal: stop.signal, headers: { accept: 'application/json' } })
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
  return { agent, prompts: prompts.length === 0 ? fallback.prompts : prompts };
}

function readPrompt(given: unknown): Prompt | undefined {
  if (typeof given === 'string') return asPrompt(given);
  if (typeof given !== 'object' || given === null || !('prompt' in given) || typeof given.prompt !== 'string')
    return undefined;
  return { prompt: given.prompt, shows: 'shows' in given && typeof given.shows === 'string' ? given.shows : undefined };
}

function asPrompt(prompt: string): Prompt {
  return { prompt, shows: undefined };
}
