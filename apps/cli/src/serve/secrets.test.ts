import { expect, test } from 'vitest';
import { secretsOf } from './secrets.ts';

test('every key of the environment is one, whoever it is for, and the token', () => {
  const env = {
    ANTHROPIC_API_KEY: 'a',
    MISTRAL_API_KEY: 'b',
    PATH: '/bin',
    API_KEY_FILE: 'c',
    GEMINI_API_KEY: undefined,
  };
  expect(secretsOf(env, 'token')).toEqual(['a', 'b', 'token']);
});
