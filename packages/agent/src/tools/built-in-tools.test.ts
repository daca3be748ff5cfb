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
