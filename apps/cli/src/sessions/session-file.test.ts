import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder } from '../../test/run-cli.ts';
import { AGENTS, findSessionFiles } from './session-file.ts';

const ID = '5f0c2b1e-1111-4222-8333-944455556666';

function home(...files: readonly string[]): string {
  const at = folder();
  for (const file of files) {
    mkdirSync(dirname(join(at, file)), { recursive: true });
    writeFileSync(join(at, file), '{}');
  }
  return at;
}

const found = (at: string, env: { readonly [name: string]: string } = {}): string[] =>
  findSessionFiles(at, env)
    .map(({ agent, path }) => `${agent} ${relative(at, path)}`)
    .sort();

describe('the sessions on this computer', () => {
  it('where each agent puts them', () => {
    const at = home(
      '.claude/projects/-home-me/5f0c.jsonl',
      '.codex/sessions/2026/08/22/rollout-a.jsonl',
      '.codex/sessions/2025/01/02/rollout-b.jsonl.zst',
      '.codex/archived_sessions/rollout-c.jsonl',
      '.pi/agent/sessions/--home-me--/1_x.jsonl',
      '.gemini/tmp/hash/chats/session-1.json',
      '.gemini/tmp/hash/chats/session-2.jsonl',
      '.local/share/opencode/storage/session/p/ses_1.json',
      `.qwen/projects/p/chats/${ID}.jsonl`,
      `.copilot/session-state/${ID}/events.jsonl`,
      '.kimi/sessions/a/b/wire.jsonl',
      '.local/share/amp/threads/T-1.json',
      `.cursor/projects/p/agent-transcripts/${ID}/${ID}.jsonl`,
    );
    expect(found(at)).toEqual([
      'amp .local/share/amp/threads/T-1.json',
      'claude-code .claude/projects/-home-me/5f0c.jsonl',
      'codex .codex/archived_sessions/rollout-c.jsonl',
      'codex .codex/sessions/2025/01/02/rollout-b.jsonl.zst',
      'codex .codex/sessions/2026/08/22/rollout-a.jsonl',
      `copilot .copilot/session-state/${ID}/events.jsonl`,
      `cursor .cursor/projects/p/agent-transcripts/${ID}/${ID}.jsonl`,
      'gemini .gemini/tmp/hash/chats/session-1.json',
      'gemini .gemini/tmp/hash/chats/session-2.jsonl',
      'kimi .kimi/sessions/a/b/wire.jsonl',
      'opencode .local/share/opencode/storage#ses_1',
      'pi .pi/agent/sessions/--home-me--/1_x.jsonl',
      `qwen .qwen/projects/p/chats/${ID}.jsonl`,
    ]);
    const places = new Set(findSessionFiles(at, {}).map(({ agent }) => agent));
    expect(
      AGENTS.filter((agent) => !places.has(agent)),
      'agents of AGENTS without a place in findSessionFiles',
    ).toEqual([]);
  });

  it('and nothing else', () => {
    const at = home(
      '.claude/projects/-home-me/agent-1.jsonl',
      '.claude/projects/-home-me/5f0c/subagents/agent-2.jsonl',
      '.claude/projects/-home-me/notes.md',
      '.claude/history.jsonl',
      '.codex/sessions/2026/08/22/other.jsonl',
      '.gemini/tmp/hash/logs.json',
      '.local/share/opencode/storage/message/ses_1/msg_1.json',
    );
    symlinkSync(join(home('x/s.jsonl'), 'x/s.jsonl'), join(at, '.claude/projects/-home-me/linked.jsonl'));
    symlinkSync(join(at, 'nowhere'), join(at, '.claude/projects/dangling'));
    expect(found(at)).toEqual([]);
  });

  it('in a project folder that is a link, once, and without end in a circle', () => {
    const at = home('.claude/projects/-home-me/1.jsonl');
    symlinkSync(join(home('x/2.jsonl'), 'x'), join(at, '.claude/projects/linked'));
    symlinkSync(join(at, '.claude/projects/-home-me'), join(at, '.claude/projects/twice'));
    symlinkSync(join(at, '.claude/projects'), join(at, '.claude/projects/circle'));
    expect(found(at)).toEqual([
      'claude-code .claude/projects/-home-me/1.jsonl',
      'claude-code .claude/projects/linked/2.jsonl',
    ]);
  });

  it('where the environment says', () => {
    const at = home(
      'c/projects/p/1.jsonl',
      'x/sessions/2026/01/01/rollout-1.jsonl',
      'd/opencode/storage/session/p/ses_2.json',
    );
    expect(found(at)).toEqual([]);
    expect(
      found(at, { CLAUDE_CONFIG_DIR: join(at, 'c'), CODEX_HOME: join(at, 'x'), XDG_DATA_HOME: join(at, 'd') }),
    ).toEqual([
      'claude-code c/projects/p/1.jsonl',
      'codex x/sessions/2026/01/01/rollout-1.jsonl',
      'opencode d/opencode/storage#ses_2',
    ]);
  });

  it('a home that is not there holds none', () => expect(findSessionFiles('/nowhere', {})).toEqual([]));
});
