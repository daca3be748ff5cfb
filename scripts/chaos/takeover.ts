import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '@toolthread/test-postgres';
import { startNode, type StartedNode } from './start-node.ts';

const TOKEN = 'a-token-for-takeovers-0123456789';
/** Longer than anybody waits. */
const NOTE_MS = 3_600_000;

/** `await takeover('SIGKILL')`: seconds from the end of a node, or its freezing, until another one has told what became of its call. */
export async function takeover(how: 'SIGKILL' | 'SIGSTOP'): Promise<number> {
  const workspace = mkdtempSync(join(tmpdir(), 'toolthread-takeover-'));
  const postgres = await startPostgres();
  const nodes: StartedNode[] = [];
  const start = async (name: string): Promise<StartedNode> => {
    const { url } = postgres;
    const node = await startNode({ url, token: TOKEN, name, workspace, isShared: true, noteMs: NOTE_MS });
    nodes.push(node);
    return node;
  };
  try {
    const first = await start('first');
    const thread = String((await first.call('POST', '/threads', {})).body['id']);
    await first.call('POST', `/threads/${thread}/messages`, { text: 'note it' });
    await until(first, thread, 'agent.tool.started');
    const second = await start('second');
    const from = performance.now();
    await first.end(how);
    await until(second, thread, 'agent.tool.completed');
    return (performance.now() - from) / 1000;
  } finally {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    await postgres.remove();
    rmSync(workspace, { recursive: true, force: true });
  }
}

async function until({ call }: StartedNode, thread: string, type: string): Promise<void> {
  for (;;) {
    const { body } = await call('GET', `/threads/${thread}/events?limit=1000`);
    if (JSON.stringify(body).includes(`"type":"${type}"`)) return;
    await sleep(50);
  }
}
