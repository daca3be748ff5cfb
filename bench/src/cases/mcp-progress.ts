import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Case } from '../case.ts';

const LIMIT_MB = 64;
const NOTICES = 90_000;

/** A call of an MCP server that tells of its progress without end, until it is done. */
export const mcpProgress: Case = {
  name: 'mcp-progress',
  unit: `MB, the most that ${NOTICES} notices of progress of an MCP server make resident, over ${LIMIT_MB} MB`,
  target: { at: 'most', ratio: 1 },
  async run() {
    if (process.platform !== 'linux') return { skipped: 'only Linux tells the most that was ever resident' };
    const child = fork(fileURLToPath(new URL('../load/measured-mcp.ts', import.meta.url)), [String(NOTICES)]);
    const [{ grown, longest }] = await once(child, 'message');
    await once(child, 'exit');
    return { ours: grown, theirs: LIMIT_MB, note: `longest turn ${longest.toFixed(0)} ms` };
  },
};
