import { expect, test } from 'vitest';
import { knownSecrets } from './known-secrets.ts';

test('what came is in the list from then on, and stays; without news it is the same list', () => {
  let owner: string | undefined = 'the-first-token';
  const secrets = knownSecrets(['a-key', 'the-first-token'], () => owner);
  const before = secrets.list();
  expect(before).toEqual(['a-key', 'the-first-token']);
  expect(secrets.list()).toBe(before);
  secrets.add('a-key');
  expect(secrets.list()).toBe(before);
  owner = 'the-second-token';
  secrets.add('of-a-reader');
  expect(secrets.list()).toEqual(['a-key', 'the-first-token', 'of-a-reader', 'the-second-token']);
  owner = undefined;
  expect(secrets.list()).toHaveLength(4);
});
