/** Several nodes on one ledger: who has a run, who may take it over, and how many there are at once. */
import { describe, expect, test } from 'vitest';
import type { Ledger } from '../../src/ledger.ts';
import type { Claimed, NodeLife, WantedRun } from '../../src/nodes/nodes.ts';
import { message, newThread, type Open, start, unwrap } from './start.ts';

const LONG = 3_600_000;

async function joined(ledger: Ledger, name: string, leaseMs = LONG, life = `life of ${name}`): Promise<NodeLife> {
  const node = { name, life, leaseMs };
  unwrap(await ledger.nodes.join(node));
  return node;
}

async function claimed(
  ledger: Ledger,
  thread: string,
  node: NodeLife,
  more: Partial<WantedRun> = {},
): Promise<Claimed> {
  const wanted: WantedRun = { run: 'run', node, person: '@human', files: 'shared', limits: {}, ...more };
  return unwrap(await ledger.nodes.claim(thread, wanted));
}

const running = { type: 'agent.status', status: 'running' } as const;

export function nodesContract(open: Open): void {
  describe('nodes', () => {
    test('[L6] a run that a living node has is given to nobody else, and is free when it gives it back', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.append(thread, [message('one')]));
      const [a, b] = [await joined(ledger, 'a'), await joined(ledger, 'b')];
      expect(unwrap(await ledger.nodes.due('b', 10))).toEqual([{ thread, seq: 2 }]);
      const first = await claimed(ledger, thread, a);
      expect(first).toMatchObject({ kind: 'claimed', cutOff: false });
      expect(await claimed(ledger, thread, b)).toEqual({ kind: 'held' });
      expect(unwrap(await ledger.nodes.due('b', 10))).toEqual([]);
      if (first.kind !== 'claimed') return;
      expect(unwrap(await ledger.nodes.held(a.life))).toEqual([{ thread, seq: 2, epoch: first.claim.epoch }]);
      unwrap(await ledger.append(thread, [running], { run: first.claim }));
      expect(unwrap(await ledger.nodes.release(thread, a.life, first.claim))).toEqual({ thread, seq: 3 });
      expect(await claimed(ledger, thread, b)).toMatchObject({ kind: 'claimed', cutOff: false });
      // What was given back cannot be given back again by the same.
      expect(unwrap(await ledger.nodes.release(thread, a.life, first.claim))).toBeUndefined();
      expect(unwrap(await ledger.nodes.held(b.life))).toHaveLength(1);
    });

    test.each([
      ['whose lease ran out', (ledger: Ledger) => joined(ledger, 'a', -1, 'life of a')],
      ['that left', (ledger: Ledger) => ledger.nodes.leave('life of a')],
      ['that another process took the name of', (ledger: Ledger) => joined(ledger, 'a', LONG, 'a new life')],
    ])('[L6] the run of a node %s is taken over, and the epoch of the one before can write nothing', async (_, end) => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.append(thread, [message('one')]));
      const [a, b] = [await joined(ledger, 'a'), await joined(ledger, 'b')];
      const first = await claimed(ledger, thread, a);
      await end(ledger);
      expect(unwrap(await ledger.nodes.due('b', 10))).toEqual([{ thread, seq: 2 }]);
      const second = await claimed(ledger, thread, b);
      expect(second).toMatchObject({ kind: 'claimed', cutOff: true });
      if (first.kind !== 'claimed' || second.kind !== 'claimed') return;
      expect(second.claim.epoch).toBeGreaterThan(first.claim.epoch);
      const late = await ledger.append(thread, [running], { run: first.claim });
      expect(late).toMatchObject({ ok: false, error: { code: 'stale_run' } });
      // Nor can it give back what is not its own.
      unwrap(await ledger.nodes.release(thread, a.life, first.claim));
      expect(unwrap(await ledger.nodes.held(b.life))).toHaveLength(1);
      unwrap(await ledger.append(thread, [running], { run: second.claim }));
    });

    test('a life that is over stays so: it is told, and can claim nothing', async () => {
      const { ledger, thread } = await start(open);
      const [gone, replaced, alive] = [
        await joined(ledger, 'gone', -1),
        await joined(ledger, 'twice', LONG, 'first'),
        await joined(ledger, 'alive'),
      ];
      await joined(ledger, 'twice', LONG, 'second');
      expect(unwrap(await ledger.nodes.renew({ ...gone, leaseMs: LONG }))).toBe('expired');
      expect(unwrap(await ledger.nodes.renew(replaced))).toBe('replaced');
      expect(unwrap(await ledger.nodes.renew(alive))).toBe('renewed');
      for (const node of [gone, replaced]) expect(await claimed(ledger, thread, node)).toEqual({ kind: 'expired' });
      expect((await ledger.nodes.claim('nothing', wanted(alive))).ok).toBe(false);
    });

    test('who has a name is known while it lives; each renewal is later than the one before', async () => {
      const { ledger } = await start(open);
      const first = await joined(ledger, 'a', LONG, 'first');
      const lease = unwrap(await ledger.nodes.lease('a'));
      expect(lease?.leftMs).toBeGreaterThan(0);
      expect(lease).toMatchObject({ life: first.life });
      unwrap(await ledger.nodes.renew({ ...first, leaseMs: LONG + 1 }));
      expect(unwrap(await ledger.nodes.lease('a'))?.until).toBeGreaterThan(lease?.until ?? Infinity);
      unwrap(await ledger.nodes.leave(first.life));
      expect(unwrap(await ledger.nodes.lease('a'))).toBeUndefined();
      expect(unwrap(await ledger.nodes.lease('nobody'))).toBeUndefined();
    });

    test('of many claims at once one gets the run', async () => {
      const { ledger, thread } = await start(open);
      const names = Array.from({ length: 10 }, (_, n) => `node ${n}`);
      const nodes = await Promise.all(names.map((name) => joined(ledger, name)));
      const kinds = (await Promise.all(nodes.map((node) => claimed(ledger, thread, node)))).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(['claimed', ...Array.from({ length: 9 }, () => 'held')]);
    });

    test('a thread stays where its files are, until that node says that all have them; what needs no files runs anywhere', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.append(thread, [message('one')]));
      const [a, b] = [await joined(ledger, 'a'), await joined(ledger, 'b')];
      const give = async (node: NodeLife, as: Claimed): Promise<void> => {
        if (as.kind === 'claimed') unwrap(await ledger.nodes.release(thread, node.life, as.claim));
      };
      await give(a, await claimed(ledger, thread, a, { files: 'node' }));
      expect(await claimed(ledger, thread, b, { files: 'node' })).toEqual({ kind: 'files_elsewhere', node: 'a' });
      expect(await claimed(ledger, thread, b)).toEqual({ kind: 'files_elsewhere', node: 'a' });
      expect(unwrap(await ledger.nodes.due('b', 10))).toEqual([]);
      expect(unwrap(await ledger.nodes.due('a', 10))).toHaveLength(1);
      await give(b, await claimed(ledger, thread, b, { files: 'none' }));
      expect(await claimed(ledger, thread, b)).toMatchObject({ kind: 'files_elsewhere' });
      expect(unwrap(await ledger.nodes.stranded(0))).toEqual([]);
      unwrap(await ledger.nodes.leave(a.life));
      expect(unwrap(await ledger.nodes.stranded(LONG))).toEqual([]);
      expect(unwrap(await ledger.nodes.stranded(-LONG))).toEqual([{ thread, seq: 2, node: 'a' }]);
      const again = await joined(ledger, 'a', LONG, 'a new life');
      await give(again, await claimed(ledger, thread, again));
      expect(await claimed(ledger, thread, b)).toMatchObject({ kind: 'claimed', cutOff: false });
    });

    test('[issue 14] an errand is taken once, by the node it is for, and its answer is there until somebody has it', async () => {
      const { ledger, thread } = await start(open);
      const { errands } = ledger.nodes;
      const id = unwrap(await errands.ask('a', 'words and "more"'));
      expect(unwrap(await errands.take('b'))).toEqual([]);
      const taken = await Promise.all([errands.take('a'), errands.take('a')]);
      expect(taken.flatMap(unwrap)).toEqual([{ id, words: 'words and "more"' }]);
      expect(unwrap(await errands.answered(id))).toBeUndefined();
      unwrap(await errands.answer(id, 'done'));
      expect([unwrap(await errands.answered(id)), unwrap(await errands.end(id))]).toEqual(['done', true]);
      expect([unwrap(await errands.answered(id)), unwrap(await errands.end(id))]).toEqual([undefined, false]);
      // Whoever gives up is told that nobody does it.
      const late = unwrap(await errands.ask('a', 'x'));
      expect([unwrap(await errands.end(late)), unwrap(await errands.take('a'))]).toEqual([false, []]);
      expect(unwrap(await ledger.nodes.placeOf(thread))).toEqual({ files: undefined, run: undefined });
      const first = await claimed(ledger, thread, await joined(ledger, 'a'), { files: 'node' });
      expect(unwrap(await ledger.nodes.placeOf(thread))).toEqual({ files: 'a', run: 'a' });
      if (first.kind === 'claimed') unwrap(await ledger.nodes.release(thread, 'life of a', first.claim));
      expect(unwrap(await ledger.nodes.placeOf(thread))).toEqual({ files: 'a', run: undefined });
      expect(await ledger.nodes.placeOf('none')).toMatchObject({ ok: false, error: { code: 'no_such_thread' } });
    });

    test('limits hold over all nodes, also for claims at the same time; dead nodes do not count', async () => {
      const { ledger } = await start(open);
      const nodes = [await joined(ledger, 'a'), await joined(ledger, 'b'), await joined(ledger, 'c')];
      const threads = await Promise.all(Array.from({ length: 6 }, () => newThread(ledger)));
      const limits = { inAll: 3, byPerson: 2 };
      const ada = await Promise.all(
        threads.slice(0, 4).map((thread, n) => claimed(ledger, thread, nodes[1 + (n % 2)]!, { person: 'Ada', limits })),
      );
      expect(ada.map(({ kind }) => kind).toSorted()).toEqual(['claimed', 'claimed', 'no_room', 'no_room']);
      expect(ada).toContainEqual({ kind: 'no_room', limit: 'byPerson' });
      const bob = (n: number): Promise<Claimed> => claimed(ledger, threads[n]!, nodes[0]!, { person: 'Bob', limits });
      expect(await bob(4)).toMatchObject({ kind: 'claimed' });
      expect(await bob(5)).toEqual({ kind: 'no_room', limit: 'inAll' });
      // Whoever has its place already keeps it.
      expect(await bob(4)).toMatchObject({ kind: 'claimed' });
      // Which of them has Ada's two runs is chance.
      for (const { life } of nodes.slice(1)) unwrap(await ledger.nodes.leave(life));
      expect(await bob(5)).toMatchObject({ kind: 'claimed' });
    });
  });
}

function wanted(node: NodeLife): WantedRun {
  return { run: 'run', node, person: '@human', files: 'shared', limits: {} };
}
