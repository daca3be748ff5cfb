import { agentName } from '@toolthread/transcripts/agents';
import { expect, test } from 'vitest';
import { resumeCommand } from './resume-command.ts';

test('[issue 13] the resume command of an agent, only where its documentation has one, and never words for a shell', () => {
  expect(resumeCommand('claude-code', '5f0c-1')).toBe('claude --resume 5f0c-1');
  expect(resumeCommand('codex', '5f0c-1')).toBe('codex resume 5f0c-1');
  expect(resumeCommand('pi', '5f0c-1')).toBe('pi --session 5f0c-1');
  for (const id of ['', '-rf', 'a b', 'a;b', '$(x)', 'a\nb', undefined])
    expect(resumeCommand('codex', id)).toBeUndefined();
  for (const format of ['amp', 'none', '__proto__', 'toString']) expect(resumeCommand(format, 'abc')).toBeUndefined();
  expect([agentName('gemini'), agentName('constructor')]).toEqual(['Gemini CLI', 'constructor']);
});
