/** How a session is gone on with, where its agent's own documentation says it. */
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ['claude-code', 'claude --resume'],
  ['codex', 'codex resume'],
  ['opencode', 'opencode --session'],
  ['gemini', 'gemini --resume'],
  ['pi', 'pi --session'],
  ['qwen', 'qwen --resume'],
  ['kimi', 'kimi --session'],
]);

/** `resumeCommand('codex', '5f0c') === 'codex resume 5f0c'`. An id that a shell could read otherwise is none. */
export function resumeCommand(format: string, session: string | undefined): string | undefined {
  const resume = COMMANDS.get(format);
  return resume === undefined || !/^\w[\w-]{0,127}$/.test(session ?? '') ? undefined : `${resume} ${session}`;
}
