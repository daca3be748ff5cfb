import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '@toolthread/core/json';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tempFolder } from '../../test/use-tool.ts';
import type { Verdict } from './policy.ts';
import { policyByRules } from './policy-by-rules.ts';
import type { Rule } from './rule.ts';
import { standardRules } from './standard-rules.ts';

async function decide(rules: readonly Rule[], name: string, given: Json, workspace?: string): Promise<Verdict> {
  return policyByRules(rules, 'ask').decide({ name, arguments: given, workspace });
}

const shell = (rules: readonly Rule[], command: string | readonly string[]): Promise<Verdict> =>
  decide(rules, 'run_shell_command', { command });

const allowing = (...patterns: string[]): Rule[] =>
  patterns.map((command) => ({ tool: 'run_shell_command', verdict: 'allow', where: { command } }));
const denying = (...patterns: string[]): Rule[] =>
  patterns.map((command) => ({ tool: 'run_shell_command', verdict: 'deny', where: { command } }));

test('what denies comes before what asks, what asks before what allows, in whatever order they stand', async () => {
  const rules: Rule[] = [
    { tool: 'a', verdict: 'allow' },
    { tool: 'a', verdict: 'ask', where: { level: 'high' } },
    { tool: '*', verdict: 'deny', where: { level: 'never' } },
  ];
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(rules, { minLength: 3 }), async (shuffled) => {
      expect(await decide(shuffled, 'a', {})).toBe('allow');
      expect(await decide(shuffled, 'a', { level: 'high' })).toBe('ask');
      expect(await decide(shuffled, 'a', { level: 'never' })).toBe('deny');
      expect(await decide(shuffled, 'b', {})).toBe('ask');
    }),
  );
});

test('a tool is named exactly or by a pattern', async () => {
  const rules: Rule[] = [{ tool: 'github__*', verdict: 'allow' }];
  expect(await decide(rules, 'github__list', {})).toBe('allow');
  for (const name of ['github_list', 'xgithub__list', 'GitHub__list', 'github__'.slice(0, -1)])
    expect(await decide(rules, name, {})).toBe('ask');
});

test('a command is allowed by its words, not by its first letters', async () => {
  const rules = allowing('git status', 'npm run *', 'npx vitest:*');
  for (const command of [
    'git status',
    'npm run',
    'npm run test -- x',
    ['npm', 'run', 'a b'],
    'npx vitest:x',
    'git status && npm run a',
  ]) {
    expect([command, await shell(rules, command)]).toEqual([command, 'allow']);
  }
  for (const command of [
    'git status -s',
    'git statusx',
    'gitx status',
    'npm runaway',
    'npm',
    'git push',
    '/tmp/git status',
    'git status && git push',
    './git status',
  ]) {
    expect([command, await shell(rules, command)]).toEqual([command, 'ask']);
  }
});

test('[B.6 45] no pattern allows what is not clear', async () => {
  const rules = allowing('git *', 'echo *', 'FOO=1 *', '$(x) *');
  for (const command of [
    'git status\nrm -rf /',
    'git $(rm)',
    'git `rm`',
    'FOO=1 git status',
    'git status > /etc/passwd',
    'git status & rm',
    'git "$x"',
    'git status\r',
    'echo *',
    '$(x) y',
  ]) {
    expect([command, await shell(rules, command)]).toEqual([command, 'ask']);
  }
  expect(await shell([{ tool: 'run_shell_command', verdict: 'allow' }], 'anything $(goes)')).toBe('allow');
});

test('[B.3 24] over the limit is denied, not asked', async () => {
  const many = Array(60).fill('git status').join(' && ');
  expect(await shell(allowing('git status'), many)).toBe('deny');
  expect(await shell([], many)).toBe('ask');
});

test('whatever the command, a pattern for git allows only git', async () => {
  const piece = fc.constantFrom(
    'git',
    ' ',
    'status',
    'rm',
    ';',
    '&&',
    '|',
    '\n',
    '$(',
    ')',
    '`',
    "'",
    '"',
    '\\',
    '=',
    '>',
    '&',
    '\t',
    '\u00a0',
    '{',
    '}',
    '*',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
      const command = pieces.join('');
      if ((await shell(allowing('git *'), command)) !== 'allow') return;
      // What is quoted is part of a word, whatever it holds.
      const bare = command.replace(/'([^']*)'|"([^"]*)"/g, (_, one, two) => String(one ?? two).replace(/[^a-z]/g, '_'));
      for (const one of bare.split(/;|&&|\|\|?/).filter((text) => text.trim() !== '')) {
        expect(one.trim().split(/\s+/)[0]).toBe('git');
      }
    }),
    { numRuns: 2000 },
  );
});

test('what is denied is found behind paths, wrappers and what is not clear', async () => {
  const rules = [...allowing('git *', 'sudo *'), ...denying('rm -rf *', 'git push *')];
  for (const command of [
    'rm -rf /',
    '/bin/rm -rf /',
    'sudo rm -rf /',
    'env X=1 rm -rf /',
    'xargs rm -rf x',
    'git status && rm -rf x',
    'git status; git push origin',
    'x=$(rm -rf /)',
    'echo `git push`',
    'true\nrm -rf /',
    `sh -c 'rm -rf /'`,
    ['bash', '-c', 'cd /; rm -rf x'],
    ['rm', '-rf', '/'],
  ]) {
    expect([command, await shell(rules, command)]).toEqual([command, 'deny']);
  }
  expect(await shell(rules, `git commit -m 'rm -rf x'`)).toBe('allow');
});

test('[B.3 18] a path is matched by where it leads', async () => {
  const workspace = tempFolder();
  for (const folder of ['src', 'secrets']) mkdirSync(join(workspace, folder));
  writeFileSync(join(workspace, 'secrets', 'key'), '');
  symlinkSync('../secrets', join(workspace, 'src', 'link'));
  const rules: Rule[] = [
    { tool: 'read_file', verdict: 'allow', where: { path: 'src/**' } },
    { tool: 'save_file', verdict: 'deny', where: { path: 'secrets/**' } },
    { tool: 'save_file', verdict: 'allow' },
  ];
  const read = (path: string): Promise<Verdict> => decide(rules, 'read_file', { path }, workspace);
  expect(await read('src/a.ts')).toBe('allow');
  expect(await read(`${workspace}/src/deep/a.ts`)).toBe('allow');
  for (const path of [
    'src/../secrets/key',
    'src/link/key',
    'secrets/key',
    '/etc/passwd',
    'src/\0',
    '../src/a',
    'srcx/a',
  ]) {
    expect([path, await read(path)]).toEqual([path, 'ask']);
  }
  const save = (path: string): Promise<Verdict> => decide(rules, 'save_file', { path }, workspace);
  const deep = `src/link/${'d/'.repeat(70)}x`;
  for (const path of ['secrets/key', 'src/link/new', 'src/../secrets/key', 'SECRETS/key', deep]) {
    expect([path, await save(path)]).toEqual([path, 'deny']);
  }
  expect(await save('src/a.ts')).toBe('allow');
  expect(await decide(rules, 'read_file', { path: 'src/a.ts' })).toBe('ask');
});

test('[B.3 17] a site is matched by its labels', async () => {
  const rules: Rule[] = [
    { tool: 'fetch_url', verdict: 'allow', where: { url: 'example.org' } },
    { tool: 'fetch_url', verdict: 'allow', where: { url: '*.example.net' } },
  ];
  const fetch = (url: string): Promise<Verdict> => decide(rules, 'fetch_url', { url });
  for (const url of ['https://example.org/a', 'https://EXAMPLE.org./', 'http://a.b.example.net/'])
    expect([url, await fetch(url)]).toEqual([url, 'allow']);
  const others = [
    'https://example.org.evil.com/',
    'https://notexample.org/',
    'https://example.org@evil.com/',
    'https://evil.com/example.org',
    'https://evil.com#example.org',
    'https://example.net/',
    'https://evilexample.net/',
    'https://example.net.evil.com/',
    'https://user@example.org/',
    'example.org',
    'https://example.org\0.evil.com/',
  ];
  for (const url of others) expect([url, await fetch(url)]).toEqual([url, 'ask']);
});

test('other arguments are matched whole; what is not there or no text does not match', async () => {
  const rules: Rule[] = [{ tool: 't', verdict: 'allow', where: { tag: 'release-*', count: '3' } }];
  expect(await decide(rules, 't', { tag: 'release-1/x', count: 3 })).toBe('allow');
  for (const input of [
    { tag: 'release-1' },
    { tag: ['release-1'], count: 3 },
    { tag: 'xrelease-1', count: 3 },
    {},
    [],
    null,
    'release-1',
    JSON.parse('{"__proto__": {"tag": "release-1", "count": 3}}'),
  ]) {
    expect(await decide(rules, 't', input)).toBe('ask');
  }
});

test('with the standard rules one may look and talk; the rest is asked', async () => {
  for (const name of ['read_file', 'list_files', 'search_files', 'todo', 'chat_post'])
    expect(await decide(standardRules, name, {})).toBe('allow');
  for (const name of ['save_file', 'edit_file', 'run_shell_command', 'fetch_url', 'github__push'])
    expect(await decide(standardRules, name, {})).toBe('ask');
});

test('[H4] a way to the workspace by its own path stays plain; to any other it is asked for', async () => {
  const tool = 'run_shell_command';
  const rules: readonly Rule[] = [
    { tool, verdict: 'allow' },
    { tool, verdict: 'deny', where: { command: 'rm *' } },
  ];
  const decided = (command: string, workspace?: string): unknown =>
    policyByRules(rules, 'ask').decide({ name: tool, arguments: { command }, workspace });
  for (const command of [
    "cd '/home/ada/my project' && npm test",
    "cd '/home/ada/my project/' && git status",
    "cd '/home/ada/my project/packages/a'; make -s test",
    "cd '/home//ada/my project/./a' && cd b && npm test",
  ]) {
    expect([command, await decided(command, '/home/ada/my project')]).toEqual([command, 'allow']);
    expect([command, await decided(command)]).toEqual([command, 'ask']);
  }
  for (const command of [
    "cd '/home/ada/my project/..' && npm test",
    "cd '/home/ada/my project/../x' && npm test",
    "cd '/home/ada/my projects' && npm test",
    'cd /home/ada && npm test',
    'cd / && npm test',
    "cd '/home/ada/my project' && cd .. && npm test",
    "cd '/home/ada/my project' x && npm test",
    "cd .. && cd '/home/ada/my project' && cd - && npm test",
    "cd '/home/ada/my project' && rm x",
  ]) {
    expect([command, await decided(command, '/home/ada/my project')]).not.toEqual([command, 'allow']);
  }
});

test('[A10 2] others have their turn while very many calls of one answer are judged', async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const policy = policyByRules([{ tool: '*', verdict: 'deny', where: { command: 'rm *' } }], 'ask');
  for (let n = 0; n < 256; n += 1) {
    const command = `${'a '.repeat(9900)}$x${n}`;
    expect(await policy.decide({ name: 'run', arguments: { command }, workspace: undefined })).toBe('ask');
  }
  isOver = true;
  expect(turns).toBeGreaterThan(5);
});
