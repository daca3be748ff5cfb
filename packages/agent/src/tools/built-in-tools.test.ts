import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtInTools } from './built-in-tools.ts';
import { chatAskUser } from './chat-ask-user.ts';

const asking = builtInTools.filter((tool) => tool !== chatAskUser);

test.each(asking.map(({ name, question }) => [name, question]))(
  '%s asks for permission in plain English: %s',
  (name, question) => {
    expect(question).toMatch(/^[A-Z][a-z]+ [a-z ]+\?$/);
    expect(question).not.toContain(name);
  },
);

test('docs/agent.md says of every tool what it does', () => {
  const page = readFileSync(new URL('../../../../docs/agent.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  expect(
    builtInTools.map(({ name }) => name).filter((name) => !rows.some((row) => row.includes(`\`${name}\``))),
  ).toEqual([]);
});
