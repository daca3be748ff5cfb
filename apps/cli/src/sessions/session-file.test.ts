import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentNames } from '@toolthread/transcripts/agents';
import { folder } from '../../test/run-cli.ts';
import { LISTED_AGENTS } from './listed-agents.ts';
import { AGENTS, findSessionFiles } from './session-file.ts';
import { SESSION_PLACES } from './session-places.ts';

const ID = '5f0c2b1e-1111-4222-8333-944455556666';

function home(...files: readonly string[]): string {
  const at = folder();
  for (const file of files) {
    mkdirSync(dirname(join(at, file)), { recursive: true });
    writeFileSync(join(at, file), '{}');
  }
  return at;
}

const noneSkipped = (_: unknown, { what }: { readonly what: string }): never => expect.fail(what);

const found = (at: string, env: { readonly [name: string]: string } = {}): string[] =>
  findSessionFiles(at, env, noneSkipped)
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
    const places = new Set(findSessionFiles(at, {}, noneSkipped).map(({ agent }) => agent));
    expect(
      AGENTS.filter((agent) => !places.has(agent)),
      'agents of AGENTS without a place in findSessionFiles',
    ).toEqual([]);
  });

  it('[issue 11] in every place of the table of formats, by every name, plain and compressed', () => {
    const at = folder();
    const wanted = AGENTS.flatMap((agent) =>
      SESSION_PLACES[agent].flatMap((place, index) =>
        place.names.flatMap((pattern) => {
          const name = pattern.replace('*', `x${index}`).replace('ID', ID);
          const inside = join(place.folder(at, {}), ...Array.from({ length: place.depth }, (_, depth) => `d${depth}`));
          mkdirSync(inside, { recursive: true });
          const names = name.endsWith('.jsonl') ? [name, `${name}.gz`, `${name}.zst`] : [name];
          for (const one of names) writeFileSync(join(inside, one), '{}');
          return names.map((one) => `${agent} ${relative(at, join(inside, one))}`);
        }),
      ),
    );
    const stored = /^(opencode .*)\/session\/d0\/(ses_\w+)\.json$/;
    expect(found(at)).toEqual(wanted.map((file) => file.replace(stored, '$1#$2')).sort());
    expect(new Set(wanted.map((file) => file.split(' ')[0]))).toEqual(new Set(AGENTS));
  });

  it('[issue 11] every agent whose sessions can be read has a place, but for those that leave none', () => {
    const without = agentNames.filter((agent) => !LISTED_AGENTS.includes(agent));
    expect(without).toEqual(['Cline']);
  });

  it('[L4] [issue 11] what has the name of a session and is not a regular file is named', () => {
    const at = home('.claude/projects/-p/good.jsonl', 'elsewhere.jsonl');
    const project = join(at, '.claude/projects/-p');
    symlinkSync(join(at, 'elsewhere.jsonl'), join(project, 'linked.jsonl'));
    symlinkSync('nowhere', join(project, 'dangling.jsonl'));
    symlinkSync('nowhere', join(project, 'notes.md'));
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(project, 'pipe.jsonl')]);
    const skipped: string[] = [];
    const files = findSessionFiles(at, {}, (_, { what }) => skipped.push(relative(project, what)));
    expect(files.map(({ path }) => relative(project, path))).toEqual(['good.jsonl']);
    expect(skipped.sort()).toEqual([
      'dangling.jsonl is a link to a file.',
      'linked.jsonl is a link to a file.',
      'pipe.jsonl is not a regular file.',
    ]);
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

  it('a home that is not there holds none', () => expect(findSessionFiles('/nowhere', {}, noneSkipped)).toEqual([]));

  it('[strangers 4] [L4] whatever their names are: with a newline in them, for each agent', () => {
    const files = [
      '.claude/projects/-p/a\nb.jsonl',
      '.codex/sessions/2026/08/22/rollout-a\nb.jsonl',
      '.gemini/tmp/hash/chats/session-a\nb.json',
      '.local/share/amp/threads/T-a\nb.json',
      '.pi/agent/sessions/a\nb/a\nb.jsonl',
      '.qwen/tmp/hash/chats/session-a\u2028b.jsonl',
    ];
    const names = found(home(...files)).map((file) => file.replace(/^\S+ /, ''));
    expect(names.sort()).toEqual(files.sort());
  });

  it('[strangers 4] [L4] what cannot be opened is named: a path that is not UTF-8, a folder that the system refuses', () => {
    const at = home('.claude/projects/-p/good.jsonl');
    const project = Buffer.from(join(at, '.claude/projects/-p'));
    const bad = (name: string): Buffer => Buffer.concat([project, Buffer.from(name, 'latin1')]);
    try {
      writeFileSync(bad('/bad\u00ff.jsonl'), '{}');
      mkdirSync(bad('\u00fe'));
      writeFileSync(bad('\u00fe/good.jsonl'), '{}');
      writeFileSync(bad('/no session \u00ff.md'), '');
    } catch {
      // Not every system has such names.
      return;
    }
    const tooLong = join(at, 'x'.repeat(300));
    const skipped: string[] = [];
    const files = findSessionFiles(at, { CODEX_HOME: tooLong }, (_, { what }) => skipped.push(relative(at, what)));
    expect(files.map(({ path }) => relative(at, path))).toEqual(['.claude/projects/-p/good.jsonl']);
    expect(skipped.sort()).toEqual([
      String.raw`.claude/projects/-p/bad\xff.jsonl cannot be opened: its path is not UTF-8.`,
      String.raw`.claude/projects/-p\xfe/good.jsonl cannot be opened: its path is not UTF-8.`,
      `${'x'.repeat(300)}/archived_sessions cannot be opened: the name is too long.`,
      `${'x'.repeat(300)}/sessions cannot be opened: the name is too long.`,
    ]);
  });
});
