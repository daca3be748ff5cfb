import { expect, onTestFinished, test } from 'vitest';
import { createRunner } from '../runs/create-runner.ts';
import { scriptedAgent } from '../../test/scripted-agent.ts';
import { startServer, until, untilStatus, unwrap } from '../../test/start-server.ts';
import type { NodeNews } from './create-node.ts';

test('who runs a node is told of the others who come and go, and of each run that it takes over', async () => {
  const { ledger } = await startServer();
  const [created] = unwrap(await ledger.createThread({}));
  const thread = created?.thread ?? '';
  const parts = [{ type: 'text', text: 'hello' }] as const;
  const posted = { type: 'message.posted', author: '@human', parts, delivery: 'now' } as const;
  unwrap(await ledger.append(thread, [posted]));
  const other = { name: 'a', life: 'life of a', leaseMs: 3_600_000 };
  unwrap(await ledger.nodes.join(other));
  const wanted = { run: 'r1', node: other, person: '@human', files: 'shared', limits: {} } as const;
  const claimed = unwrap(await ledger.nodes.claim(thread, wanted));
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
  const running = { type: 'agent.status', status: 'running', run: 'r1' } as const;
  unwrap(await ledger.append(thread, [running], { run: claimed.claim }));
  // Of this one it had the claim, and nothing was going on in it: nobody takes a run over there.
  const [quiet] = unwrap(await ledger.createThread({}));
  unwrap(await ledger.nodes.claim(quiet?.thread ?? '', wanted));
  unwrap(await ledger.append(quiet?.thread ?? '', [posted]));
  const news: NodeNews[] = [];
  const node = { name: 'b', onNews: (one: NodeNews) => void news.push(one), hasSharedFiles: () => true };
  const runner = createRunner({ ledger, agent: scriptedAgent, node });
  onTestFinished(() => runner.close());
  await runner.recover();
  await until(() => (news.length > 0 ? true : undefined), 'the other node');
  expect(news).toEqual([{ kind: 'came', node: 'a' }]);
  unwrap(await ledger.nodes.leave(other.life));
  await until(() => (news.length > 2 ? true : undefined), 'the run that was left');
  expect(news).toContainEqual({ kind: 'went', node: 'a' });
  await untilStatus({ ledger }, quiet?.thread ?? '', 'completed');
  await untilStatus({ ledger }, thread, 'completed');
  expect(news.filter(({ kind }) => kind === 'took over')).toEqual([
    { kind: 'took over', thread, run: expect.any(String) },
  ]);
});
