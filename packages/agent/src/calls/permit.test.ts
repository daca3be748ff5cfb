/** Approvals in a run: bound to what the person saw, for a time, and checked again before anything runs. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventDraft } from '@toolthread/core';
import type { RequestResolved } from '@toolthread/core/events';
import { expect, test } from 'vitest';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, outcomes, runOn, say, told, tool } from '../../test/run-on.ts';
import type { RunOn } from '../../test/run-on.ts';
import { tempFolder } from '../../test/use-tool.ts';
import { textValue } from '../tool/tool-value.ts';
import { shellTool } from '../tools/run-shell-command.ts';
import { policyByTool } from '../policy/policy.ts';
import type { AskedCall, Policy } from '../policy/policy.ts';
import { hasWork } from '../state/has-work.ts';
import { policyFromFile } from '../policy/policy-from-file.ts';
import { policyRules } from '../policy/policy-rules.ts';

const START = Date.UTC(2026, 0, 1);
const DAY = 24 * 3600 * 1000;

interface Scene {
  readonly ledger: MemoryLedger;
  readonly ran: string[];
  run(policy?: Policy, secrets?: readonly string[]): Promise<void>;
  resolve(decision: RequestResolved['decision'], more?: Partial<RequestResolved>): void;
  pass(ms: number): void;
}

function scene(word = 'prod'): Scene {
  let at = START;
  const ledger = MemoryLedger.withPrompt('go', () => at);
  const ran: string[] = [];
  const deploy = tool('deploy', ({ word: given = '' }) => {
    ran.push(given);
    return textValue('deployed');
  });
  return {
    ledger,
    ran,
    run: async (policy = policyByTool({}, 'ask'), secrets = []) => {
      const script = [[call('deploy', { word })], [say('ok')]];
      await runOn(ledger, { script, tools: [deploy], policy, more: { secrets } });
    },
    resolve: (decision, more = {}) => {
      const request = ledger.of('request.opened').at(-1)?.request ?? '';
      const draft: EventDraft = { type: 'request.resolved', request, by: '@human', decision, ...more };
      ledger.add(draft);
    },
    pass: (ms) => {
      at += ms;
    },
  };
}

test('a request for approval says until when it stands, and what it is about', async () => {
  const { ledger, run } = scene();
  await run();
  expect(ledger.of('request.opened')).toMatchObject([
    { title: 'Allow deploy?', proposed_arguments: '{"word":"prod"}', expires_at: START + 7 * DAY },
  ]);
  const short = scene();
  await short.run({ ...policyByTool({}, 'ask'), approvalMs: 1000 });
  expect(short.ledger.of('request.opened')).toMatchObject([{ expires_at: START + 1000 }]);
});

test('an approval after its time runs nothing', async () => {
  for (const decision of ['once', 'thread', 'always', 'edit'] as const) {
    const { ledger, ran, run, resolve, pass } = scene();
    await run();
    pass(8 * DAY);
    resolve(decision, decision === 'edit' ? { executed_arguments: '{"word":"staging"}' } : {});
    await run();
    expect(ran).toEqual([]);
    expect(outcomes(ledger)).toEqual(['c1_0 denied']);
    expect(told(ledger)[0]).toMatch(/too late/);
    ledger.say('again');
    await run();
    expect(ran).toEqual([]);
    expect(ledger.of('request.opened')).toHaveLength(2);
  }
});

test('an approval that lay unused for too long runs nothing', async () => {
  const { ledger, ran, run, resolve, pass } = scene();
  await run();
  resolve('once');
  pass(8 * DAY);
  await run();
  expect(ran).toEqual([]);
  expect(outcomes(ledger)).toEqual(['c1_0 denied']);
});

test('a request that nobody answered in time is work for whoever looks at the clock, and is closed then', async () => {
  const { ledger, run, pass } = scene();
  await run();
  pass(8 * DAY);
  expect(hasWork(ledger.state)).toBe(false);
  expect(hasWork(ledger.state, undefined, START + 6 * DAY)).toBe(false);
  expect(hasWork(ledger.state, undefined, START + 8 * DAY)).toBe(true);
  await run();
  expect(ledger.of('request.resolved')).toMatchObject([{ decision: 'expired' }]);
  expect(outcomes(ledger)).toEqual(['c1_0 denied']);
});

test('[B.3 21] [bug 38] an approval of other arguments than the call’s runs nothing', async () => {
  const { ledger, ran, run } = scene();
  await run({ decide: () => 'deny' });
  expect(ran).toEqual([]);
  // A ledger that was tampered with: the request shows one thing, the call would do another.
  const forged = MemoryLedger.withPrompt('go', () => START);
  for (const event of ledger.events.slice(2)) {
    if (event.type === 'agent.tool.completed') break;
    const { v: _v, thread: _thread, seq: _seq, at: _at, ...draft } = event;
    forged.add(draft);
  }
  const asked = { type: 'request.opened', request: 'a-c1_0', kind: 'approval', call: 'c1_0', step: 1 } as const;
  forged.add({ ...asked, proposed_arguments: '{"word":"harmless"}' });
  forged.add({ type: 'request.resolved', request: 'a-c1_0', decision: 'once' });
  const calls: string[] = [];
  const deploy = tool('deploy', ({ word = '' }) => {
    calls.push(word);
    return textValue('deployed');
  });
  await runOn(forged, { script: [[], [say('ok')]], tools: [deploy], policy: policyByTool({}, 'ask') });
  expect(calls).toEqual([]);
  expect(outcomes(forged)).toEqual(['c1_0 denied']);
  expect(told(forged)[0]).toMatch(/not what this call would run/);
});

test('the policy is asked about what would be executed, and has the last word', async () => {
  const asked: AskedCall[] = [];
  const policy: Policy = {
    decide: (one) => {
      asked.push(one);
      return JSON.stringify(one.arguments).includes('forbidden') ? 'deny' : 'ask';
    },
  };
  const { ledger, ran, run, resolve } = scene();
  await run(policy);
  resolve('edit', { executed_arguments: '{"word":"forbidden"}' });
  await run(policy);
  expect(ran).toEqual([]);
  expect(outcomes(ledger)).toEqual(['c1_0 denied']);
  expect(asked.at(-1)?.arguments).toEqual({ word: 'forbidden' });
});

test('edited arguments run, and what was proposed stays in the ledger', async () => {
  const { ledger, ran, run, resolve } = scene();
  await run();
  resolve('edit', { executed_arguments: '{"word":"staging"}' });
  await run();
  expect(ran).toEqual(['staging']);
  expect(ledger.of('request.opened')).toMatchObject([{ proposed_arguments: '{"word":"prod"}' }]);
  expect(ledger.of('request.resolved')).toMatchObject([{ executed_arguments: '{"word":"staging"}' }]);
  expect(ledger.of('agent.tool.called')).toMatchObject([{ arguments: '{"word":"prod"}' }]);
});

test('always holds in other threads, for the same arguments, until it is taken back', async () => {
  const file = join(tempFolder(), 'config', 'policy.json');
  const policy = policyFromFile({ file, rules: [], otherwise: 'ask', now: () => START });
  const first = scene();
  await first.run(policy);
  expect(first.ledger.of('request.opened')).toMatchObject([{ keeps_always: true }]);
  first.resolve('always');
  await first.run(policy);
  expect(first.ran).toEqual(['prod']);
  const other = scene();
  await other.run(policy);
  expect(other.ran).toEqual(['prod']);
  expect(other.ledger.of('request.opened')).toEqual([]);
  const different = scene('staging');
  await different.run(policy);
  expect(different.ran).toEqual([]);
  const later = policyFromFile({ file, rules: [], otherwise: 'ask', now: () => START + 31 * DAY });
  for (const one of [scene(), first]) {
    one.ledger.say('again');
    await one.run(later);
    expect(one.ledger.of('request.opened').at(-1)).toMatchObject({ kind: 'approval' });
  }
  expect(first.ran).toEqual(['prod']);
});

test('always is offered only where it will be remembered: the request says so', async () => {
  const file = join(tempFolder(), 'policy.json');
  writeFileSync(file, '{"rules": [');
  const remember = (): void => undefined;
  const policies: readonly Policy[] = [
    policyByTool({}, 'ask'),
    { decide: () => 'ask', remember },
    { decide: () => 'ask', remember, granted: () => false, keeps: () => false },
    policyFromFile({ file, rules: [], otherwise: 'ask' }),
    { decide: () => 'ask', remember, granted: () => false },
  ];
  const offered = policies.map(async (policy) => {
    const { run, ledger } = scene();
    await run(policy);
    return ledger.of('request.opened').map(({ keeps_always }) => keeps_always);
  });
  const never = [undefined];
  expect(await Promise.all(offered)).toEqual([never, never, never, never, [true]]);
});

test('what was allowed for always is listed with its arguments: cut, and without secrets', async () => {
  const file = join(tempFolder(), 'config', 'policy.json');
  const policy = policyFromFile({ file, rules: [], otherwise: 'ask', now: () => START });
  for (const word of ['prod', 'x'.repeat(500), 'with sk-12345678']) {
    const { run, resolve, ran } = scene(word);
    await run(policy, ['sk-12345678']);
    resolve('always');
    await run(policy, ['sk-12345678']);
    expect(ran).toHaveLength(1);
  }
  const shown = (await policyRules(file)).allowed.map((kept) => kept.shown ?? '');
  expect(shown).toEqual(['{"word":"prod"}', expect.stringMatching(/^\{"word":"x{190}…$/), expect.any(String)]);
  expect(readFileSync(file, 'utf8')).not.toContain('sk-12345678');
});

test('a policy that cannot keep an always does not cost the person this run', async () => {
  const policy: Policy = { decide: () => 'ask', remember: () => Promise.reject(new Error('disk full')) };
  const { ran, run, resolve } = scene();
  await run(policy);
  resolve('always');
  await run(policy);
  expect(ran).toEqual(['prod']);
});

const shellScene = (workspace: string, policy: Policy): RunOn => ({
  script: [[call('run_shell_command', { command: 'touch made' })], [say('ok')]],
  tools: [shellTool({ sandbox: 'off' })],
  policy,
  more: { workspace },
});

test('[B.6 42] without a sandbox a shell is asked for, even where the policy allows it; the request says why', async () => {
  const workspace = tempFolder();
  const ledger = MemoryLedger.withPrompt('go');
  const options = shellScene(workspace, policyByTool({}, 'allow'));
  expect(await runOn(ledger, options)).toMatchObject({ ended: 'awaiting_user' });
  expect(ledger.of('request.opened')).toMatchObject([{ title: expect.stringMatching(/without a sandbox/) }]);
  expect(existsSync(join(workspace, 'made'))).toBe(false);
  ledger.add({ type: 'request.resolved', request: 'a-c1_0', decision: 'once' });
  expect(await runOn(ledger, options)).toMatchObject({ ended: 'completed' });
  expect(existsSync(join(workspace, 'made'))).toBe(true);
});

test('a policy that trusts its scratch workspace runs it unasked; one that denies denies', async () => {
  for (const [policy, outcome] of [
    [{ ...policyByTool({}, 'allow'), trusts: true }, 'done'],
    [{ ...policyByTool({}, 'deny'), trusts: true }, 'denied'],
    [{ ...policyByTool({}, 'ask'), trusts: true }, 'waiting'],
  ] as const) {
    const workspace = tempFolder();
    const ledger = MemoryLedger.withPrompt('go');
    await runOn(ledger, shellScene(workspace, policy));
    expect(outcomes(ledger)).toEqual([`c1_0 ${outcome}`]);
    expect(existsSync(join(workspace, 'made'))).toBe(outcome === 'done');
  }
});
