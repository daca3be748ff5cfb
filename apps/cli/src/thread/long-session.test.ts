import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ClaudeSession } from '../../test/claude-session.ts';
import { folder, PATIENCE_MS, runCli } from '../../test/run-cli.ts';

const MB = 1024 * 1024;
/** What a process may hold, whatever the length of the file. It holds a piece of the file, and the program. */
const MOST_HEAP_MB = 56;
/** With half of it the heap would be full. */
const SIZE_MB = 44;

const words = (turn: number): string => `${turn}: ${'The parser reads a line and keeps its place. '.repeat(350)}`;

/** Every word is another one: a reader that keeps thoughts, answers or prompts holds the file. */
function longSession(): string {
  const path = join(folder(), 'session.jsonl');
  let turn = 0;
  for (let size = 0; size < SIZE_MB * MB; turn += 1) {
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

it(
  '[L5] a long session is read twice and written in the memory that a shorter one needs',
  { timeout: PATIENCE_MS },
  async () => {
    const env = { NODE_OPTIONS: `--max-old-space-size=${MOST_HEAP_MB}` };
    const { code, stderr } = await runCli(['export', longSession(), '--to', 'text', '-o', '/dev/null'], { env });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^\/dev\/null: [\d.]+MB\n$/)]);
  },
);
