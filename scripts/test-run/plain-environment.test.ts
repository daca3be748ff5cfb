import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plainEnvironment } from './plain-environment.ts';

test('what CONTRIBUTING names for the tests and what npm run explore tells them reaches them, and no other setting does', () => {
  const text = readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
  const named = ['TOOLTHREAD_STREAMS', 'TOOLTHREAD_TRANSCRIPTS', 'TOOLTHREAD_SEED', 'TOOLTHREAD_EXPLORE'];
  expect(named.slice(0, 2).filter((name) => !text.includes(name))).toEqual([]);
  const others = ['TOOLTHREAD_TOKEN', 'ANTHROPIC_API_KEY', 'npm_config_user_agent', 'TZ', 'FORCE_COLOR'];
  const env = Object.fromEntries([...named, ...others, 'PATH'].map((name) => [name, 'x']));
  plainEnvironment(env);
  expect(Object.keys(env)).toEqual([...named, 'PATH']);
});
