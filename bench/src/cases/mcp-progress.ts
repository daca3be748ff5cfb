import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Case } from '../case.ts';

const LIMIT_MB = 64;
const NOTICES = 90_000;

/** A call of an MCP server that tells of its progress without end, or asks and asks whether we are there, until it is done. */
export const mcpProgress: Case = {
  name: 'mcp-progress',
  unit: `MB, the most that ${NOTICES} notices of progress, or pings, of an MCP server make resident, over ${LIMIT_MB} MB`,
  target: { at: 'most', ratio: 1 },
  async run() {
    if (process.platform !== 'linux') return { skipped: 'only Linux tells the most that was ever resident' };
    const [progress, ping] = [await measured('progress'), await measured('ping')];
    const told = (name: string, { grown, longest }: Measured): string =>
      `${name} ${grown.toFixed(0)} MB, longest turn ${longest.toFixed(0)} ms`;
    return {
      ours: Math.max(progress.grown, ping.grown),
      theirs: LIMIT_MB,
      note: `${told('progress', progress)}; ${told('pings', ping)}`,
    };
  },
};

interface Measured {
  readonly grown: number;
  readonly longest: number;
}

async function measured(kind: 'progress' | 'ping'): Promise<Measured> {
  const child = fork(fileURLToPath(new URL('../load/measured-mcp.ts', import.meta.url)), [String(NOTICES), kind]);
  const [{ grown, longest }] = await once(child, 'message');
  await once(child, 'exit');
  return { grown, longest };
}
