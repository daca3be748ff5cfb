/** The folders that servers make for threads: in which roots they are, and who removes those of deleted ones. */
import { describe, expect, test } from 'vitest';
import { newThread, type Open, start, unwrap } from './start.ts';

const own = (node: string, id = `of ${node}`) => ({ id, path: `/${node}`, isShared: false, holds: [] });
const shared = (id: string, path: string) => ({ id, path, isShared: true, holds: [] });

export function workspacesContract(open: Open): void {
  describe('workspaces', () => {
    test('every root that a node ever had is known, and which of them it has now', async () => {
      const { ledger } = await start(open);
      unwrap(await ledger.workspaces.use('a', [own('a'), shared('s1', '/old')]));
      unwrap(await ledger.workspaces.use('b', [own('b'), shared('s1', '/old')]));
      unwrap(await ledger.workspaces.use('a', [own('a'), shared('s2', '/new')]));
      expect(unwrap(await ledger.workspaces.roots())).toEqual([
        { id: 'of a', node: 'a', path: '/a', isShared: false, isUsed: true },
        { id: 's2', node: 'a', path: '/new', isShared: true, isUsed: true },
        { id: 's1', node: 'a', path: '/old', isShared: true, isUsed: false },
        { id: 'of b', node: 'b', path: '/b', isShared: false, isUsed: true },
        { id: 's1', node: 'b', path: '/old', isShared: true, isUsed: true },
      ]);
    });

    test('a deleted thread leaves a folder in each root it had one in, until that is removed; one that had none leaves nothing', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.workspaces.use('a', [own('a'), shared('s1', '/old')]));
      const other = await newThread(ledger);
      for (const root of ['of a', 's1', 's1']) unwrap(await ledger.workspaces.made(thread, root));
      expect(unwrap(await ledger.workspaces.left())).toEqual([]);
      for (const id of [thread, other]) unwrap(await ledger.deleteThread(id));
      const [first, second] = [
        { thread, root: 'of a', node: undefined },
        { thread, root: 's1', node: undefined },
      ];
      expect(unwrap(await ledger.workspaces.left())).toEqual([first, second]);
      unwrap(await ledger.workspaces.removed(first));
      expect(unwrap(await ledger.workspaces.left())).toEqual([second]);
    });

    test('where a thread has its files is known, until it is deleted or the root is forgotten', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.workspaces.use('a', [own('a'), shared('s1', '/old')]));
      const of = async (id: string): Promise<readonly string[]> => unwrap(await ledger.workspaces.of(id));
      expect(await of(thread)).toEqual([]);
      for (const root of ['of a', 's1']) unwrap(await ledger.workspaces.made(thread, root));
      expect(await of(thread)).toEqual(['of a', 's1']);
      unwrap(await ledger.workspaces.forget('s1'));
      expect(await of(thread)).toEqual(['of a']);
      unwrap(await ledger.deleteThread(thread));
      expect(await of(thread)).toEqual([]);
    });

    test('folders that a root holds already are those of its threads, and no others', async () => {
      const { ledger, thread } = await start(open);
      const holds = [...Array.from({ length: 1200 }, (_, n) => `stranger ${n}`), thread];
      unwrap(await ledger.workspaces.use('a', [{ ...own('a'), holds }]));
      unwrap(await ledger.deleteThread(thread));
      expect(unwrap(await ledger.workspaces.left())).toEqual([{ thread, root: 'of a', node: undefined }]);
    });

    test('before its node has noted its roots, the files of a deleted thread are left to that node, or to anybody', async () => {
      const { ledger, thread } = await start(open);
      const node = { name: 'a', life: 'life of a', leaseMs: 3_600_000 };
      unwrap(await ledger.nodes.join(node));
      const wanted = { run: 'run', node, person: '@human', files: 'node', limits: {} } as const;
      unwrap(await ledger.nodes.claim(thread, wanted));
      const [anybodys, none] = [await newThread(ledger), await newThread(ledger)];
      unwrap(await ledger.deleteThread(anybodys));
      unwrap(await ledger.workspaces.use('b', [own('b')]));
      for (const id of [thread, none]) unwrap(await ledger.deleteThread(id));
      const left = unwrap(await ledger.workspaces.left());
      expect(new Set(left.map((one) => [one.thread, one.node].join(' ')))).toEqual(
        new Set([`${thread} a`, `${anybodys} `]),
      );
      for (const one of left) unwrap(await ledger.workspaces.removed(one));
      expect(unwrap(await ledger.workspaces.left())).toEqual([]);
    });

    test('a root whose storage is gone for good is forgotten, with what threads had in it', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.workspaces.use('a', [own('a'), shared('s1', '/old')]));
      const gone = await newThread(ledger);
      for (const id of [thread, gone])
        for (const root of ['of a', 's1']) unwrap(await ledger.workspaces.made(id, root));
      unwrap(await ledger.deleteThread(gone));
      expect(unwrap(await ledger.workspaces.forget('s1'))).toEqual({ threads: 1, left: 1 });
      expect(unwrap(await ledger.workspaces.forget('s1'))).toEqual({ threads: 0, left: 0 });
      expect(unwrap(await ledger.workspaces.roots()).map(({ id }) => id)).toEqual(['of a']);
      expect(unwrap(await ledger.workspaces.left())).toEqual([{ thread: gone, root: 'of a', node: undefined }]);
    });

    test('the ledger has an id for what belongs to it alone, and keeps it', async () => {
      const { ledger } = await start(open);
      const ids = await Promise.all([1, 2, 3].map(async () => unwrap(await ledger.workspaces.owner())));
      expect(new Set(ids).size).toBe(1);
      expect(unwrap(await ledger.workspaces.owner())).toBe(ids[0]);
    });

    test('a thread that is made again under its id has its folder again', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.workspaces.use('a', [own('a')]));
      unwrap(await ledger.workspaces.made(thread, 'of a'));
      unwrap(await ledger.deleteThread(thread));
      await expect.poll(async () => (await ledger.createThread({}, { id: thread })).ok).toBe(true);
      unwrap(await ledger.workspaces.made(thread, 'of a'));
      expect(unwrap(await ledger.workspaces.left())).toEqual([]);
    });
  });
}
