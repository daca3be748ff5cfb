import { builtInTools } from '@toolthread/agent';
import { german } from '@toolthread/react/labels/de';
import { expect, test } from 'vitest';

test('what a built-in tool asks a person is known in German', () => {
  const questions = builtInTools.flatMap(({ name, question }) => (name === 'chat_ask_user' ? [] : (question ?? name)));
  expect(questions.filter((question) => german.told?.[question] === undefined)).toEqual([]);
});
