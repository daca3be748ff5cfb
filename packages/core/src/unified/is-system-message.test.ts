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
    'Invalid API key · Please run /login',
    '{"subtasks": []}',
    '<command-name>/x</command-name>\n  <command-message>x</command-message>\n<command-args></command-args>\n',
    '<system-reminder>x</system-reminder>\nCaveat: The messages below were generated',
    'CRITICAL: You MUST respond with ONLY a JSON object',
    'Warmup',
  ])('%s', (text) => expect(isSystemMessage(text)).toBe(true));

  it.each([
    'Why do I get Invalid API key?',
    ' Caveat: x',
    'caveat: x',
    'Caveat: I dislike tabs, use spaces.',
    '<system-reminder>x</system-reminder>\nPlease fix the parser.',
    '<command-name>/x</command-name> and do Y',
    '<command-name>/x</command-name><command-args></command-args> and do Y',
    'What does "Invalid API key · Please run /login" mean?',
    'Parse this: {"subtasks": []}',
    'Warmup exercises',
    'see <system-reminder>',
    '',
  ])('but not %j', (text) => expect(isSystemMessage(text)).toBe(false));
});
