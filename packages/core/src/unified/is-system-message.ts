const STARTS: readonly string[] = [
  '<command-name>',
  '<command-message>',
  '<command-args>',
  '<local-command-stdout>',
  '<system-reminder>',
  'Caveat:',
  'This session is being continued from a previous',
  "I'm ready to help! I'm Claude Code, Anthropic's official CLI for Claude",
];
const HOLDS: readonly string[] = ['Invalid API key · ', '{"subtasks":', 'CRITICAL: You MUST respond with ONLY a JSON'];

/**
 * Whether words are those of an agent's program, not of a person or a model.
 *
 * @example
 * isSystemMessage('Caveat: The messages below were generated'); //=> true
 */
export function isSystemMessage(text: string): boolean {
  if (typeof text !== 'string') return false;
  return (
    text === 'Warmup' || STARTS.some((start) => text.startsWith(start)) || HOLDS.some((words) => text.includes(words))
  );
}
