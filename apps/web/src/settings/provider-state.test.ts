import { english } from '@toolthread/core/text';
import type { ListedAgents } from '@toolthread/server/answers';
import { german } from '@toolthread/react/labels/de';
import { expect, test } from 'vitest';
import { providerState } from './provider-state.ts';

type Provider = ListedAgents['providers'][number];

test.each<[Partial<Provider>, string]>([
  [{ state: 'found' }, 'Key found.'],
  [{ state: 'found', keyless: true }, 'No key: it is asked at its address without one.'],
  [{ state: 'refused', problem: 'no' }, 'The key was refused: no'],
  [{ state: 'refused', problem: 'no', keyless: true }, 'No key, and it asks for one: no'],
  [{ state: 'missing' }, 'No key: set A_KEY or B_KEY and restart the server.'],
])('%j is said as %s', (provider, words) =>
  expect(
    providerState(
      { name: 'p', kind: 'provider', state: 'found', by: ['A_KEY', 'B_KEY'], models: [], ...provider },
      english,
    ),
  ).toBe(words),
);

test('[issue 13] what the server says of a provider is told in the language of the page', () => {
  const known = new Map(Object.entries(german.told ?? {}));
  const told = (words: string): string => known.get(words) ?? words;
  const language = { ...english, told };
  const away = { name: 'p', kind: 'provider', state: 'unreachable', by: ['A_KEY'], models: [] } as const;
  expect(providerState({ ...away, problem: 'It does not answer.' }, language)).toBe(
    'It cannot be reached: Er antwortet nicht.',
  );
  expect(providerState({ ...away, problem: 'toString' }, language)).toBe('It cannot be reached: toString');
});
