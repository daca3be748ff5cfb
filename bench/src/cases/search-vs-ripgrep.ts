import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Case, NotMeasured } from '../case.ts';
import { peerModules } from '../pages/peers.ts';
import { searchingServer } from '../sessions/searching-server.ts';
import { removeHome, sessionHome } from '../sessions/session-home.ts';

const FILES = 2_000;
const ROUNDS = 7;
/** In one session only. */
const WORDS = 'Question 1234';

export const searchVsRipgrep: Case = {
  name: 'search-vs-ripgrep',
  unit: `ms to find words in ${FILES} sessions, with the index, over ripgrep on the same files`,
  target: { at: 'most', ratio: 0.5 },
  async run({ files = FILES }) {
    const home = sessionHome(files);
    const data = mkdtempSync(join(tmpdir(), 'toolthread-bench-'));
    const server = await searchingServer(home, data);
    try {
      const reading = await timed(async () => readAll(home));
      const building = await timed(async () => {
        for (let read = 0, total = 1; read < total;) ({ read, total } = await server.search(WORDS));
      });
      const note = `building the index took ${(building / 1000).toFixed(1)} s, ${(building / reading).toFixed(1)} times reading the bytes`;
      const ours = await median(async () => {
        const { hits } = await server.search(WORDS);
        if (files > 1234 && hits.length === 0) throw new Error('nothing was found');
      });
      const rg = ripgrep();
      if (rg === undefined) return notHere(ours, note);
      const theirs = await median(async () => {
        const { status } = spawnSync(rg, ['-i', '-F', '-l', '--hidden', '--no-ignore', '-a', WORDS, home]);
        if (files > 1234 && status !== 0) throw new Error('ripgrep found nothing');
      });
      return { ours, theirs, note };
    } finally {
      await server.close();
      rmSync(data, { recursive: true });
      removeHome(home);
    }
  },
};

/** The one of this computer, or that of the package, which is installed with the other peers; undefined if neither can be had. */
function ripgrep(): string | undefined {
  const runs = (rg: string): boolean => spawnSync(rg, ['--version']).error === undefined;
  if (runs('rg')) return 'rg';
  try {
    const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
    const own = join(peerModules(), `@vscode/ripgrep-${process.platform}-${process.arch}/bin/${name}`);
    return runs(own) ? own : undefined;
  } catch {
    return undefined;
  }
}

function notHere(ours: number, note: string): NotMeasured {
  return { skipped: `rg is not installed, and its package cannot be; ours took ${ours.toFixed(1)} ms, and ${note}` };
}

/** As a search without an index must: each byte once. */
function readAll(home: string): void {
  for (const file of readdirSync(home, { recursive: true, withFileTypes: true }))
    if (file.isFile()) readFileSync(join(file.parentPath, file.name));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function median(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(work));
  return times.sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
}
