import { expect, test } from 'vitest';
import { saidText } from './said-text.ts';

test.each([
  ['# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>', 'injected'],
  ['# AGENTS.md is out of date: write it anew.', 'typed'],
  ['<skill>\n<name>look</name>', 'injected'],
  ['<skill> is no tag of mine.', 'typed'],
  ['# AGENTS.md instructions for /x are wrong: mend them.', 'typed'],
  ['<environment_context>\n<cwd>/x</cwd>\n</environment_context>', 'injected'],
  ['<environment_context> what is this tag?', 'typed'],
  ['<turn_aborted> why?', 'typed'],
  ['<user_instructions>\n\nBe brief.\n\n</user_instructions>', 'injected'],
  ['<user_instructions></user_instructions> is empty, why?', 'typed'],
])('[issue 11] what the program adds is told from what a person writes about it: %j', (text, kind) => {
  expect(saidText(text).kind).toBe(kind);
});
