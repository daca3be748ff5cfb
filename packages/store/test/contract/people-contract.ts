/** Who may do what. */
import type { Ledger } from '../../src/ledger.ts';
import type { Reader } from '../../src/people/readers.ts';
import type { ThreadSummary } from '@toolthread/core/summary';
import { describe, expect, test } from 'vitest';
import { newThread, type Open, start, unwrap } from './start.ts';

/** Ada has an account, and this thread. */
async function threadOfAda(ledger: Ledger): Promise<string> {
  unwrap(await ledger.people.accounts.add('Ada', 'one'));
  const [made] = unwrap(await ledger.createThread({}, { owner: 'Ada' }));
  return made?.thread ?? '';
}

export function peopleContract(open: Open): void {
  describe('people', () => {
    test('accounts are added once, get another password, and are removed', async () => {
      const { ledger, reopen } = await start(open);
      const { accounts } = ledger.people;
      expect(unwrap(await accounts.add('Ada', 'one'))).toBe(true);
      expect(unwrap(await accounts.add('Ada', 'two'))).toBe(false);
      expect(unwrap(await accounts.add('Bob', 'three'))).toBe(true);
      expect(unwrap(await accounts.list())).toEqual([
        { name: 'Ada', addedAt: 1000 },
        { name: 'Bob', addedAt: 1000 },
      ]);
      expect(unwrap(await accounts.reset('Ada', 'four'))).toBe(true);
      expect(unwrap(await accounts.reset('Eve', 'four'))).toBe(false);
      const again = await reopen();
      expect(unwrap(await again.people.accounts.password('Ada'))).toBe('four');
      expect(unwrap(await again.people.accounts.password('Eve'))).toBeUndefined();
      expect(unwrap(await again.people.accounts.removed())).toEqual([]);
      expect(unwrap(await again.people.accounts.remove('Ada', 'stay'))).toBe('removed');
      expect(unwrap(await again.people.accounts.removed())).toEqual([{ name: 'Ada' }]);
      expect(unwrap(await again.people.accounts.remove('Ada', 'stay'))).toBe('unknown');
      expect(unwrap(await again.people.accounts.list())).toMatchObject([{ name: 'Bob' }]);
      await again.close();
    });

    test('[L4] the name of somebody who was removed is nobody else’s, and opens nothing', async () => {
      const { ledger } = await start(open);
      const { accounts, signIns } = ledger.people;
      unwrap(await accounts.add('Ada', 'one'));
      unwrap(await accounts.remove('Ada', 'stay'));
      expect(unwrap(await accounts.add('Ada', 'two'))).toBe(false);
      expect(unwrap(await accounts.reset('Ada', 'two'))).toBe(false);
      expect(unwrap(await accounts.password('Ada'))).toBeUndefined();
      const signIn = { cookie: 'c', secret: 's', person: 'Ada', at: 1, until: 9e15, browser: '' };
      expect(unwrap(await signIns.begin(signIn))).toBe(false);
      expect(unwrap(await accounts.list())).toEqual([]);
    });

    test('a name without an account that is removed is known with the time of it, and may come again, or get an account', async () => {
      const { ledger } = await start(open);
      const { accounts } = ledger.people;
      const before = unwrap(await ledger.people.changes());
      expect(unwrap(await accounts.remove('Ada', 'stay'))).toBe('unknown');
      expect(unwrap(await ledger.people.changes())).toBeGreaterThan(before);
      expect(unwrap(await accounts.removed())).toEqual([{ name: 'Ada', until: 1000 }]);
      expect([unwrap(await accounts.list()), unwrap(await accounts.password('Ada'))]).toEqual([[], undefined]);
      expect((await ledger.createThread({}, { owner: 'Ada' })).ok).toBe(true);
      expect(unwrap(await accounts.reset('Ada', 'one'))).toBe(false);
      expect(unwrap(await accounts.add('Ada', 'one'))).toBe(true);
      expect([unwrap(await accounts.removed()), unwrap(await accounts.password('Ada'))]).toEqual([[], 'one']);
      expect(unwrap(await accounts.remove('Ada', 'stay'))).toBe('removed');
      expect(unwrap(await accounts.remove('Ada', 'stay'))).toBe('unknown');
      expect(unwrap(await accounts.removed())).toEqual([{ name: 'Ada' }]);
    });

    test('somebody who has threads is not removed where none shall be left; and nothing begins in the name of somebody who was removed', async () => {
      const { ledger, thread } = await start(open);
      const { accounts, roles, links } = ledger.people;
      const mine = await threadOfAda(ledger);
      expect(unwrap(await accounts.remove('Ada', 'are gone'))).toBe('has threads');
      expect(unwrap(await roles.of(mine, 'Ada'))).toBe('owner');
      unwrap(await ledger.deleteThread(mine));
      expect(unwrap(await accounts.remove('Ada', 'are gone'))).toBe('removed');
      const gone = { ok: false, error: { code: 'no_such_person' } };
      expect(await ledger.createThread({}, { owner: 'Ada' })).toMatchObject(gone);
      expect(await roles.give(thread, 'Ada', 'write')).toMatchObject(gone);
      expect(await links.make({ digest: 'd', thread, by: 'Ada', at: 1 })).toMatchObject(gone);
      expect(unwrap(await ledger.listThreads({ limit: 10 }))).toHaveLength(1);
      expect(unwrap(await roles.inThread(thread))).toEqual([]);
    });

    test('whoever makes threads while they are removed leaves none', async () => {
      const { ledger, thread } = await start(open);
      const { accounts, roles } = ledger.people;
      for (let round = 0; round < 3; round += 1) {
        const name = `Ada ${round}`;
        unwrap(await accounts.add(name, 'p'));
        const making = (async () => {
          for (let n = 0; n < 40; n += 1) if (!(await ledger.createThread({}, { owner: name })).ok) return;
        })();
        do for (const own of unwrap(await roles.threads(name, 'owner'))) unwrap(await ledger.deleteThread(own));
        while (unwrap(await accounts.remove(name, 'are gone')) === 'has threads');
        await making;
        expect(unwrap(await ledger.listThreads({ limit: 100 })).map(({ id }) => id)).toEqual([thread]);
      }
    });

    test('a sign-in ends alone, with all others, with the password, and with its person', async () => {
      const { ledger } = await start(open);
      const { accounts, signIns } = ledger.people;
      const one = { cookie: 'c1', secret: 's1', person: 'Ada', at: 1, until: 100, browser: 'Firefox' };
      expect(unwrap(await signIns.begin(one))).toBe(false);
      unwrap(await accounts.add('Ada', 'p'));
      unwrap(await accounts.add('Bob', 'p'));
      const begin = async (...cookies: string[]): Promise<void> => {
        for (const cookie of cookies) expect(unwrap(await signIns.begin({ ...one, cookie }))).toBe(true);
      };
      await begin('c1', 'c2');
      expect(unwrap(await signIns.find('c1'))).toEqual(one);
      expect(unwrap(await signIns.of('Ada'))).toHaveLength(2);
      // Nobody ends another's.
      expect(unwrap(await signIns.end('Bob', 'c1'))).toBe(0);
      expect(unwrap(await signIns.end('Ada', 'c1'))).toBe(1);
      expect(unwrap(await signIns.find('c1'))).toBeUndefined();
      await begin('c3');
      expect(unwrap(await signIns.end('Ada'))).toBe(2);
      await begin('c4');
      unwrap(await accounts.reset('Ada', 'q'));
      expect(unwrap(await signIns.of('Ada'))).toEqual([]);
      await begin('c5');
      unwrap(await signIns.expire(101));
      expect(unwrap(await signIns.find('c5'))).toBeUndefined();
      await begin('c6');
      unwrap(await accounts.remove('Ada', 'stay'));
      expect(unwrap(await signIns.find('c6'))).toBeUndefined();
    });

    test('a thread has the owner it was made with; others get a role, and lose it', async () => {
      const { ledger, thread } = await start(open);
      const { roles } = ledger.people;
      const [made] = unwrap(await ledger.createThread({ title: 'Mine' }, { owner: 'Ada' }));
      const mine = made?.thread ?? '';
      expect(unwrap(await roles.of(mine, 'Ada'))).toBe('owner');
      expect(unwrap(await roles.of(thread, 'Ada'))).toBeUndefined();
      expect(unwrap(await roles.give(mine, 'Ada', 'read'))).toBe(false);
      expect(unwrap(await roles.give(mine, 'Bob', 'read'))).toBe(true);
      expect(unwrap(await roles.give(mine, 'Bob', 'approve'))).toBe(true);
      expect(unwrap(await roles.inThread(mine))).toEqual([
        { person: 'Ada', role: 'owner' },
        { person: 'Bob', role: 'approve' },
      ]);
      expect(unwrap(await roles.threads('Bob'))).toEqual([mine]);
      expect(unwrap(await roles.threads('Bob', 'owner'))).toEqual([]);
      expect(unwrap(await roles.give(mine, 'Bob', undefined))).toBe(true);
      expect(unwrap(await roles.of(mine, 'Bob'))).toBeUndefined();
      expect(await roles.give('nowhere', 'Bob', 'read')).toMatchObject({ error: { code: 'no_such_thread' } });
      expect(unwrap(await roles.adopt('Eve'))).toBe(1);
      expect(unwrap(await roles.threads('Eve', 'owner'))).toEqual([thread]);
    });

    test('the list of a person has their threads and those shared with them, page by page, and no others', async () => {
      const { ledger, clock } = await start(open);
      const seen: string[] = [];
      for (let n = 0; n < 12; n += 1) {
        clock.now += 1;
        const owner = ['Ada', 'Bob', 'Eve'][n % 3];
        const [made] = unwrap(await ledger.createThread({}, { owner }));
        const id = made?.thread ?? '';
        if (n === 4) unwrap(await ledger.people.roles.give(id, 'Ada', 'read'));
        if (owner === 'Ada' || n === 4) seen.unshift(id);
      }
      for (const limit of [1, 2, 100]) {
        const listed: string[] = [];
        let before: ThreadSummary | undefined;
        do {
          const page: readonly ThreadSummary[] = unwrap(await ledger.listThreads({ limit, person: 'Ada', before }));
          listed.push(...page.map(({ id }) => id));
          before = page.at(-1);
        } while (before !== undefined);
        expect(listed).toEqual(seen);
      }
      expect(unwrap(await ledger.listThreads({ limit: 9, person: 'Nobody' }))).toEqual([]);
    });

    test('a link opens its thread until it is taken back', async () => {
      const { ledger, thread } = await start(open);
      const { links } = ledger.people;
      const link = { digest: 'd1', thread, by: 'Ada', at: 1 };
      unwrap(await links.make(link));
      expect(unwrap(await links.find('d1'))).toEqual(link);
      expect(unwrap(await links.of(thread))).toEqual([link]);
      expect(unwrap(await links.takeBack('another', 'd1'))).toBe(false);
      expect(unwrap(await links.takeBack(thread, 'd1'))).toBe(true);
      expect(unwrap(await links.find('d1'))).toBeUndefined();
      expect(await links.make({ ...link, thread: 'nowhere' })).toMatchObject({ error: { code: 'no_such_thread' } });
    });

    test('roles and links go with their thread; roles, links and ownership go with their person', async () => {
      const { ledger, thread } = await start(open);
      const { accounts, roles, links } = ledger.people;
      const mine = await threadOfAda(ledger);
      unwrap(await roles.give(thread, 'Ada', 'write'));
      unwrap(await links.make({ digest: 'd1', thread: mine, by: 'Ada', at: 1 }));
      unwrap(await roles.give(mine, 'Bob', 'read'));
      unwrap(await accounts.remove('Ada', 'stay'));
      expect(unwrap(await roles.threads('Ada'))).toEqual([]);
      expect(unwrap(await links.find('d1'))).toBeUndefined();
      expect(unwrap(await roles.of(mine, 'Bob'))).toBe('read');
      unwrap(await links.make({ digest: 'd2', thread: mine, by: 'Bob', at: 1 }));
      unwrap(await ledger.deleteThread(mine));
      expect(unwrap(await roles.threads('Bob'))).toEqual([]);
      expect(unwrap(await links.find('d2'))).toBeUndefined();
    });

    test('every change is told by a number that grows, and nothing else raises it', async () => {
      const { ledger, thread } = await start(open);
      const { accounts, signIns, roles, links, changes } = ledger.people;
      const signIn = { cookie: 'c', secret: 's', person: 'Ada', at: 1, until: 9, browser: '' };
      let before = unwrap(await changes());
      for (const change of [
        () => accounts.add('Ada', 'p'),
        () => signIns.begin(signIn),
        () => signIns.end('Ada', 'c'),
        () => accounts.reset('Ada', 'q'),
        () => roles.give(thread, 'Ada', 'read'),
        () => roles.give(thread, 'Ada', undefined),
        () => links.make({ digest: 'd', thread, by: 'Ada', at: 1 }),
        () => links.takeBack(thread, 'd'),
        () => roles.adopt('Ada'),
        () => accounts.remove('Ada', 'stay'),
      ]) {
        await change();
        const now = unwrap(await changes());
        expect(now).toBeGreaterThan(before);
        before = now;
      }
      await newThread(ledger);
      unwrap(await roles.inThread(thread));
      expect(unwrap(await changes())).toBe(before);
    });

    test('who reads a thread along is known of every server that says so again in time, and of no other', async () => {
      const { ledger, thread } = await start(open);
      const { readers } = ledger.people;
      const other = await newThread(ledger);
      const [ada, bob] = ['Ada', 'Bob'].map((person) => ({ thread, person }));
      const say = async (server: string, came: readonly Reader[], left: readonly Reader[] = [], forMs = 600_000) =>
        unwrap(await readers.say(server, { came, left }, forMs));
      expect(await say('one', [ada!, { thread: other, person: 'Eve' }])).toBe('forgotten');
      expect(await say('two', [bob!, ada!])).toBe('forgotten');
      expect([unwrap(await readers.of(thread)), unwrap(await readers.of(other))]).toEqual([['Ada', 'Bob'], ['Eve']]);
      // The one has left at one server, and reads at another.
      expect(await say('one', [], [ada!])).toBe('known');
      expect(unwrap(await readers.of(thread))).toEqual(['Ada', 'Bob']);
      unwrap(await readers.leave('two'));
      expect(unwrap(await readers.of(thread))).toEqual([]);
      // Its time is over at once.
      await say('three', [bob!], [], 0);
      expect(unwrap(await readers.of(thread))).toEqual([]);
      expect(await say('three', [ada!])).toBe('forgotten');
      expect(unwrap(await readers.of(thread))).toEqual(['Ada']);
      unwrap(await ledger.people.accounts.remove('Ada', 'stay'));
      unwrap(await ledger.deleteThread(other));
      expect([unwrap(await readers.of(thread)), unwrap(await readers.of(other))]).toEqual([[], []]);
    });
  });
}
