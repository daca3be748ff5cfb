import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ClaudeSession, smallSession } from '../../test/claude-session.ts';
import { hasTerminal, inTerminal } from '../../test/in-terminal.ts';
import { folder, MAIN, PATIENCE_MS } from '../../test/run-cli.ts';

const open = `'${process.execPath}' '${MAIN}' open`;

describe.skipIf(!hasTerminal)('in a terminal', { timeout: PATIENCE_MS }, () => {
  it('colours, and no pager for what fits', async () => {
    const file = smallSession().write(folder(), 'session.jsonl');
    const { code, seen } = await inTerminal(`${open} '${file}'`, { PAGER: 'echo PAGER USED' });
    expect(code).toBe(0);
    expect(seen).toContain('\u001b[31m🔧 2 tool calls · 1 failed\u001b[0m');
    expect(seen).not.toContain('PAGER USED');
  });

  it('a pager for what does not fit, and without one all of it', async () => {
    const long = new ClaudeSession();
    for (let turn = 0; turn < 40; turn += 1) long.user(`question ${turn}`);
    const file = long.write(folder(), 'session.jsonl');
    const pager = join(folder(), 'pager');
    writeFileSync(pager, '#!/bin/sh\necho "paged $(wc -l) rows with LESS=$LESS"\n');
    chmodSync(pager, 0o755);
    expect((await inTerminal(`${open} '${file}'`, { PAGER: pager })).seen).toMatch(/paged \d+ rows with LESS=RFX/);
    expect((await inTerminal(`${open} '${file}'`, { PAGER: 'no-such-pager 2>/dev/null' })).seen).toContain(
      'question 39',
    );
    expect((await inTerminal(`${open} '${file}'`, { PAGER: 'head -1' })).code).toBe(0);
  });

  it('--follow draws what is still changing again, and Ctrl-C leaves a clean terminal', async () => {
    const file = new ClaudeSession()
      .user('go')
      .calls('c1', 'Bash', { command: 'sleep 9' })
      .write(folder(), 'session.jsonl');
    const { code, seen } = await inTerminal(
      // Ctrl-C reaches the shell too: without a trap, one that is not bash ends with it.
      `trap : INT; ${open} --follow '${file}'; echo "code $?"; stty -a | grep -o ' echo '`,
      {},
      {
        when: 'Bash',
        keys: '\u0003',
      },
    );
    expect(code).toBe(0);
    expect(seen).toContain('Working · Bash · 1 tool call ⏳');
    expect(seen).toMatch(/code 0\n echo /);
    expect(seen.replaceAll(/\p{Cc}\[(?:\d*(?:;\d+)*m|\d+A|J|K)/gu, '')).not.toContain('\u001b');
  });

  it('open without a path asks which of the newest sessions is meant', async () => {
    const home = folder();
    const projects = join(home, '.claude', 'projects', '-home-me-parser');
    const at = (minute: number): number => 1_770_000_000_000 + minute * 60_000;
    for (const [minute, name] of ['older', 'newer'].entries())
      new ClaudeSession('/home/me/parser', name, at(minute))
        .user(`${name} question`)
        .says(`${name} answer`)
        .write(projects, `${name}-session.jsonl`);
    const asked = (keys: string): Promise<{ code: number | null; seen: string }> =>
      inTerminal(open, { HOME: home, PAGER: 'cat', NO_COLOR: '1' }, { when: 'Which one?', keys });
    const { code, seen } = await asked('2\n');
    expect(seen).toMatch(/ 1 .*newer question.*claude-code · \/home\/me\/parser\n 2 .*older question/);
    expect([code, seen.includes('older answer'), seen.includes('newer answer')]).toEqual([0, true, false]);
    expect((await asked('\n')).seen).toContain('newer answer');
    expect((await asked('older\n')).seen).toContain('older answer');
    expect((await asked('\u0004')).seen).toContain('No session was chosen.');
    expect((await inTerminal(open)).seen).toContain('No sessions were found on this computer.');
  });

  it('a very large file shows its newest turns first', async () => {
    const turns = Array.from({ length: 36 }, (_, n) =>
      new ClaudeSession('/home/me/parser', `turn${n}`).user(`old question ${n}`).says('y'.repeat(1_000_000)),
    );
    const newest = new ClaudeSession('/home/me/parser', 'newest').user('newest question').says('newest answer');
    const file = join(folder(), 'session.jsonl');
    writeFileSync(file, [...turns, newest].map(({ text }) => text).join(''));
    expect((await inTerminal(`${open} '${file}'`, { PAGER: 'tail -3' })).seen).toContain('newest answer');
    const { seen } = await inTerminal(`${open} '${file}'`, { PAGER: 'head -4' });
    // What it is called, then how much is missing.
    expect(seen).toMatch(
      /old question 0[^]*claude-code · \/home\/me\/parser[^]*The newest turns; [23]\d\.\dMB before them are not drawn\./,
    );
  });
});
