import { describe, expect, it } from 'vitest';
import { isSystemMessage } from './is-system-message.ts';

describe('what an agent puts in by itself', () => {
  it.each([
    '<command-name>/clear</command-name>',
    '<command-message>clear',
    '<command-args></command-args>',
    '<local-command-stdout></local-command-stdout>',
    '<system-reminder>x</system-reminder>',
    'Caveat: The messages below were generated',
    'This session is being continued from a previous conversation',
    "I'm ready to help! I'm Claude Code, Anthropic's official CLI for Claude. What",
    'error: Invalid API key · Please run /login',
    'x {"subtasks": []}',
    'CRITICAL: You MUST respond with ONLY a JSON object',
    'Warmup',
  ])('%s', (text) => expect(isSystemMessage(text)).toBe(true));

  it.each([
    'Why do I get Invalid API key?',
    ' Caveat: x',
    'caveat: x',
    'Warmup exercises',
    'see <system-reminder>',
    '',
  ])('but not %j', (text) => expect(isSystemMessage(text)).toBe(false));
});
