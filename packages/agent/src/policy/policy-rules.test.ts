import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../test/use-tool.ts';
import { policyFromFile } from './policy-from-file.ts';
import { changePolicyRules, policyRules } from './policy-rules.ts';

function policyFile(content?: string): string {
  const file = join(tempFolder(), 'data', 'policy.json');
  mkdirSync(dirname(file), { mode: 0o700 });
  if (content !== undefined) writeFileSync(file, content, { mode: 0o600 });
  return file;
}

const asked = { name: 'deploy', arguments: { to: 'x' }, workspace: undefined };

test('[issue 13] what a person wrote holds from the next call on, and what was allowed for always stays', async () => {
  const file = policyFile();
  const policy = policyFromFile({ file, rules: [], otherwise: 'ask' });
  await policy.remember?.(asked);
  const { version = '' } = await policyRules(file);
  const changed = await changePolicyRules(file, { version, rules: [{ tool: 'deploy', verdict: 'deny' }] });
  expect(changed).toMatchObject({ ok: true, policy: { always: 1, rules: [{ tool: 'deploy', verdict: 'deny' }] } });
  expect([await policy.decide(asked), await policy.granted?.(asked)]).toEqual(['deny', true]);
  const again = changed.ok ? (changed.policy.version ?? '') : '';
  expect(again).not.toBe(version);
  await changePolicyRules(file, { version: again, rules: [], forgetAlways: true });
  expect([await policy.decide(asked), await policy.granted?.(asked)]).toEqual(['ask', false]);
});

test('[issue 13] one of the calls that were allowed for always is taken back, and the others stay', async () => {
  const file = policyFile();
  const policy = policyFromFile({ file, rules: [], otherwise: 'ask', now: () => 0 });
  const other = { ...asked, name: 'publish' };
  await policy.remember?.(asked);
  await policy.remember?.(other);
  const { version = '', allowed } = await policyRules(file);
  expect(allowed).toMatchObject([
    { tool: 'deploy', at: '1970-01-01T00:00:00.000Z', expires_at: '1970-01-31T00:00:00.000Z' },
    { tool: 'publish' },
  ]);
  await changePolicyRules(file, { version, rules: [], forgetAlways: allowed.slice(0, 1).map(({ id }) => id) });
  expect([await policy.granted?.(asked), await policy.granted?.(other)]).toEqual([false, true]);
});

test('[issue 13] a call that was allowed for always is listed with the folder in which it is', async () => {
  const file = policyFile();
  const policy = policyFromFile({ file, rules: [], otherwise: 'ask' });
  const workspace = tempFolder();
  await policy.remember?.({ ...asked, workspace });
  expect((await policyRules(file)).allowed).toMatchObject([{ tool: 'deploy', workspace }]);
});

test('[issue 13] rules that somebody else changed meanwhile are not replaced unseen', async () => {
  const file = policyFile();
  const { version = '' } = await policyRules(file);
  const [first, second] = await Promise.all(
    ['one', 'two'].map((tool) => changePolicyRules(file, { version, rules: [{ tool, verdict: 'allow' }] })),
  );
  expect([first?.ok, second]).toMatchObject([true, { ok: false, why: 'changed' }]);
  expect((await policyRules(file)).rules).toEqual([{ tool: 'one', verdict: 'allow' }]);
});

test('[issue 13] a file that is broken, or that others may write, is left as it is', async () => {
  const broken = policyFile('{"rules": [');
  expect(await changePolicyRules(broken, { version: '', rules: [] })).toMatchObject({ ok: false, why: 'not written' });
  expect(readFileSync(broken, 'utf8')).toBe('{"rules": [');
  const open = policyFile('{"version":1}');
  chmodSync(open, 0o666);
  const { version = '', problem } = await policyRules(open);
  expect(problem).toContain('can be written by others');
  expect(await changePolicyRules(open, { version, rules: [] })).toMatchObject({ ok: false, why: 'not written' });
  expect(readFileSync(open, 'utf8')).toBe('{"version":1}');
});
