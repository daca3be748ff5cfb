import { leadingTag } from './leading-tag.ts';

/** Text in these tags is the program's; what is after them is a person's. */
const TAGS: readonly string[] = [
  'command-name',
  'command-message',
  'command-args',
  'local-command-stdout',
  'system-reminder',
];
const STARTS: readonly string[] = [
  'Caveat: The messages below',
  'This session is being continued from a previous',
  "I'm ready to help! I'm Claude Code, Anthropic's official CLI for Claude",
  'Invalid API key · ',
  '{"subtasks":',
  'CRITICAL: You MUST respond with ONLY a JSON',
];

/**
 * Whether all of the words are those of an agent's program, and none is a person's or a model's.
 *
 * @example
 * isSystemMessage('Caveat: The messages below were generated'); //=> true
 */
export function isSystemMessage(text: string): boolean {
  if (typeof text !== 'string') return false;
  const rest = withoutTags(text);
  if (rest === '') return text !== '';
  return rest === 'Warmup' || STARTS.some((start) => rest.startsWith(start));
}

/** What follows the tags that lead a text; a tag that is never closed holds the rest. */
function withoutTags(text: string): string {
  let rest = text;
  for (let lead = leadingTag(rest, TAGS); lead !== undefined; lead = leadingTag(rest, TAGS)) ({ rest } = lead);
  return TAGS.some((tag) => rest.startsWith(`<${tag}>`)) ? '' : rest;
}
