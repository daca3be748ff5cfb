import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ClaudeSession } from '../../test/claude-session.ts';
import { folder, PATIENCE_MS, runCli } from '../../test/run-cli.ts';

const MB = 1024 * 1024;
/** What a process may hold, whatever the length of the file. It holds a piece of the file, and the program. */
const MOST_HEAP_MB = 80;
const SIZES = [36, 72];

const words = (turn: number): string => `${turn}: ${'The parser reads a line and keeps its place. '.repeat(350)}`;

/** Every word is another one: a reader that keeps thoughts, answers or prompts holds the file. */
function sessionOf(megabytes: number): string {
  const path = join(folder(), 'session.jsonl');
  let turn = 0;
  for (let size = 0; size < megabytes * MB; turn += 1) {
    const { text } = new ClaudeSession('/home/me/parser', `t${turn}`)
      .user(`question ${words(turn)}`)
      .assistant({ type: 'thinking', thinking: words(turn), signature: 's' })
      .calls(`c${turn}`, 'Bash', { command: `ls ${turn}` })
      .result(`c${turn}`, words(turn))
      .says(`answer ${words(turn)}`);
    appendFileSync(path, text);
    size += text.length;
  }
  return path;
}

describe.each(SIZES)('[L5] a session of %i MB', { timeout: PATIENCE_MS }, (megabytes) => {
  const path = sessionOf(megabytes);
  const env = { NODE_OPTIONS: `--max-old-space-size=${MOST_HEAP_MB}` };

  it('is read twice and written in the memory that a shorter one needs', async () => {
    const { code, stderr } = await runCli(['export', path, '--to', 'text', '-o', '/dev/null'], { env });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^\/dev\/null: [\d.]+MB\n$/)]);
  });
});
