import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@toolthread/core/json';
import { expect, test } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { outcomes, runOn, say, told } from '../../test/run-on.ts';
import { tempFolder } from '../../test/use-tool.ts';
import type { Policy, Verdict } from '../policy/policy.ts';
import { policyByRules } from '../policy/policy-by-rules.ts';
import type { Rule } from '../policy/rule.ts';
import { policyFromFile } from '../policy/policy-from-file.ts';
import { standardRules } from '../policy/standard-rules.ts';
import { listFiles } from './list-files.ts';
import { searchFiles } from './search-files.ts';

const NOTE = '(what the policy holds back is left out)';

function project(): string {
  const workspace = tempFolder();
  mkdirSync(join(workspace, 'secrets/deep'), { recursive: true });
  mkdirSync(join(workspace, 'src'));
  for (const file of ['secrets/key.env', 'secrets/deep/b.txt', 'src/a.txt', 'src/c.env'])
    writeFileSync(join(workspace, file), 'API=1');
  symlinkSync('secrets', join(workspace, 'linked'));
  return workspace;
}

/** What a model is told of one call, or that it was denied or waits for a person. */
async function use(name: string, input: JsonObject, policy: Policy, workspace = project()): Promise<string> {
  const ledger = MemoryLedger.withPrompt('go');
  const script = [[{ type: 'call', name, arguments: input } as const], [say('ok')]];
  await runOn(ledger, { script, tools: [listFiles, searchFiles], policy, more: { workspace } });
  const [outcome = ''] = outcomes(ledger);
  return outcome.endsWith('done') ? (told(ledger)[0] ?? '') : (outcome.split(' ')[1] ?? '');
}

const holding = (verdict: Verdict, path = 'secrets/**', tool = '*'): Policy =>
  policyByRules([...standardRules, { tool, verdict, where: { path } }], 'ask');

test.each(['deny', 'ask'] as const)(
  '[A2 7] what a rule holds back (%s) is neither found nor listed',
  async (verdict) => {
    for (const more of [{}, { path: '.' }, { ignored: true }, { path: 'src/..' }, { path: './' }]) {
      expect(await use('search_files', { query: 'API', ...more }, holding(verdict))).toBe(
        ['src/a.txt:1: API=1', 'src/c.env:1: API=1', NOTE].join('\n'),
      );
      expect(await use('list_files', more, holding(verdict))).toBe(
        ['linked', 'src/', 'src/a.txt', 'src/c.env', NOTE].join('\n'),
      );
    }
    for (const path of ['secrets', 'linked', 'secrets/deep', 'src/../secrets'])
      expect(await use('search_files', { query: 'API', path }, holding(verdict))).toBe(
        verdict === 'deny' ? 'denied' : 'waiting',
      );
  },
);

test('[A2 7] whatever the pattern: by name, by letters of another size, for the tool that reads', async () => {
  const search = (policy: Policy, more: JsonObject = {}): Promise<string> =>
    use('search_files', { query: 'API', ...more }, policy);
  expect((await search(holding('deny', '*.env'))).split('\n').toSorted()).toEqual(
    ['secrets/deep/b.txt:1: API=1', 'src/a.txt:1: API=1', NOTE].toSorted(),
  );
  expect(await search(holding('deny', 'SECRETS/**'))).not.toContain('secrets');
  expect(await search(holding('deny', '**/deep/*'))).not.toContain('deep');
  expect(await search(holding('deny', 'secrets/**', 'read_file'))).not.toContain('secrets');
  expect(await search(holding('deny', 'secrets/**', 'read_file'), { path: 'secrets' })).not.toContain('API');
  expect(await search(holding('deny', 'secrets/**', 'save_file'))).toContain('secrets/key.env');
  expect(await search(holding('allow'))).toContain('secrets/key.env');
});

test('[A2 7] a rule with other arguments holds back where these match; one in a file does as well', async () => {
  const rule: Rule = { tool: '*', verdict: 'deny', where: { path: 'secrets/**', query: 'A*' } };
  const policy = policyByRules([...standardRules, rule], 'ask');
  expect(await use('search_files', { query: 'API' }, policy)).not.toContain('secrets');
  expect(await use('search_files', { query: '=1' }, policy)).toContain('secrets/key.env');
  const file = join(tempFolder(), 'policy.json');
  writeFileSync(
    file,
    JSON.stringify({ version: 1, rules: [{ tool: '*', verdict: 'deny', where: { path: 'secrets/**' } }] }),
  );
  const stored = policyFromFile({ file, rules: standardRules, otherwise: 'ask' });
  expect(await use('search_files', { query: 'API' }, stored)).not.toContain('secrets');
});
