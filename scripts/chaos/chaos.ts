/** Nodes are killed and PostgreSQL is restarted while people write: what must hold afterwards. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '@toolthread/core/json';
import { random } from '@toolthread/provider-stub';
import { openPostgresLedger } from '@toolthread/store';
import { startPostgres } from '@toolthread/test-postgres';
import { accountOf } from './account-of.ts';
import { startNode, type StartedNode } from './start-node.ts';

export interface ChaosOptions {
  /** At least; as many more as it takes until each node was restarted. */
  readonly runs: number;
  readonly seed: number;
  /** `crashes`: nodes are killed at random, and the database is restarted. `rolling restarts`: one node after the other is told to end, and is back at once. */
  readonly trouble: 'crashes' | 'rolling restarts';
  /** Between two ends of a node, about. */
  readonly endEveryMs: number;
  /** Between two restarts of the database, about. */
  readonly restartEveryMs: number;
  readonly tell: (words: string) => void;
}

export interface Chaos {
  readonly runs: number;
  /** Ends of nodes. */
  readonly ends: number;
  readonly restarts: number;
  /** Of calls. */
  readonly done: number;
  readonly interrupted: number;
  /** What does not hold, in words. */
  readonly faults: readonly string[];
}

const TOKEN = 'a-token-for-chaos-0123456789';
const NAMES = ['a', 'b', 'c'];
const WRITERS = 10;
/** Between two looks at a thread: looking is most of what the nodes do. */
const IDLE_MS = 500;
/** How long a call takes: long enough that many are under way when a node dies. */
const NOTE_MS = 1500;
/** A node that died is away so long: it has its runs again, or others take them over. */
const AWAY_MS = [0, 1000, 20_000];

/** `await chaos({ runs: 300, seed: 1, trouble: 'crashes', endEveryMs: 6000, restartEveryMs: 5000, tell: console.log })` */
export async function chaos(options: ChaosOptions): Promise<Chaos> {
  const { runs, seed, trouble, endEveryMs, restartEveryMs, tell } = options;
  const number = random(seed);
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-chaos-'));
  const postgres = await startPostgres({ durable: true });
  const { url } = postgres;
  const start = (name: string): Promise<StartedNode> =>
    startNode({ url, token: TOKEN, name, workspace: folder, isShared: true, noteMs: NOTE_MS });
  const nodes = new Map<string, StartedNode>();
  for (const name of NAMES) nodes.set(name, await start(name));
  let [ends, restarts, over] = [0, 0, false];
  const ended = Promise.withResolvers<void>();

  const anyNode = (): StartedNode | undefined => [...nodes.values()][number(nodes.size || 1)];

  /** Until somebody acknowledges it. */
  async function acknowledged(path: string, body: object): Promise<{ readonly [name: string]: unknown }> {
    for (;;) {
      const answer = await anyNode()
        ?.call('POST', path, body)
        .catch(() => undefined);
      if (answer?.status === 201) return answer.body;
      await sleep(100);
    }
  }

  /** Until nothing is under way or owed in it. */
  async function idle(thread: string): Promise<void> {
    for (;;) {
      const answer = await anyNode()
        ?.call('GET', `/threads/${thread}`)
        .catch(() => undefined);
      if (answer?.body['unfinished'] === false) return;
      await sleep(IDLE_MS);
    }
  }

  async function ending(): Promise<void> {
    while (!over) {
      await Promise.race([sleep(endEveryMs * (0.5 + number(100) / 100)), ended.promise]);
      const victim = trouble === 'crashes' ? anyNode() : nodes.get(NAMES[ends % NAMES.length] ?? '');
      if (victim === undefined || over) continue;
      nodes.delete(victim.name);
      await victim.end(trouble === 'crashes' ? 'SIGKILL' : 'SIGTERM');
      ends += 1;
      const awayMs = trouble === 'crashes' ? AWAY_MS[number(AWAY_MS.length)] : 0;
      await Promise.race([sleep(awayMs), ended.promise]);
      const again = await started(victim.name);
      nodes.set(victim.name, again);
    }
  }

  /** The database may be away just then. */
  async function started(name: string): Promise<StartedNode> {
    for (;;) {
      const node = await start(name).catch(() => undefined);
      if (node !== undefined) return node;
      await sleep(500);
    }
  }

  async function restarting(): Promise<void> {
    while (!over) {
      await Promise.race([sleep(restartEveryMs * (0.5 + number(100) / 100)), ended.promise]);
      if (over) return;
      await postgres.stop(number(2) === 0 ? 'fast' : 'immediate');
      await sleep(number(2000));
      await postgres.startAgain();
      restarts += 1;
    }
  }

  try {
    const said: { readonly thread: string; readonly id: string }[] = [];
    let next = 0;
    const troubles = trouble === 'crashes' ? [ending(), restarting()] : [ending()];
    const writing = Array.from({ length: WRITERS }, async () => {
      while (next < runs || (trouble === 'rolling restarts' && ends < NAMES.length)) {
        const id = `m${next++}`;
        const thread = textOf((await acknowledged('/threads', {}))['id']) ?? '';
        await acknowledged(`/threads/${thread}/messages`, { text: `note ${id}`, client_id: id });
        said.push({ thread, id });
        if (said.length % 50 === 0) tell(`${said.length} of ${runs} said, ${ends} ends of nodes, ${restarts} restarts`);
        await idle(thread);
      }
    });
    await Promise.all(writing);
    over = true;
    ended.resolve();
    await Promise.all(troubles);
    tell(`all is said, after ${ends} ends of nodes and ${restarts} restarts`);
    const ledger = await openPostgresLedger({ url });
    if (!ledger.ok) throw new Error(ledger.error.message);
    const notes = readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n');
    const account = await accountOf(ledger.value, said, notes);
    await ledger.value.close();
    return { runs: said.length, ends, restarts, ...account };
  } finally {
    over = true;
    await Promise.all([...nodes.values()].map((node) => node.end('SIGKILL').catch(() => undefined)));
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
