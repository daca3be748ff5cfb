/** (18, 41) Somebody swaps folders for links while the tools work: nothing outside is read, written or created. */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder, useTool } from '../../test/use-tool.ts';
import { editFile } from '../tools/edit-file.ts';
import { listFiles } from '../tools/list-files.ts';
import { readFile } from '../tools/read-file.ts';
import { saveFile } from '../tools/save-file.ts';
import { searchFiles } from '../tools/search-files.ts';

const SECRET = 'the secret outside';

/** Swaps `src` for a link to the outside and back, as fast as it can. */
const SWAPPER = `
const { renameSync, rmSync, symlinkSync, writeSync } = require('fs');
process.chdir(process.argv[1]);
writeSync(1, 'ready');
const tries = (act) => { try { act(); return true; } catch { return false; } };
const clear = (name) => tries(() => rmSync(name, { recursive: true, force: true }));
for (;;) {
  tries(() => symlinkSync('../outside', 'link'));
  if (!tries(() => renameSync('src', 'aside'))) clear('aside');
  if (!tries(() => renameSync('link', 'src'))) clear('src');
  if (!tries(() => renameSync('src', 'link'))) clear('link');
  if (!tries(() => renameSync('aside', 'src'))) clear('src');
}`;

async function swapped(): Promise<{ workspace: string; outside: string }> {
  const home = tempFolder();
  const [workspace, outside] = [join(home, 'work'), join(home, 'outside')];
  mkdirSync(join(workspace, 'src'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, 'key'), SECRET);
  writeFileSync(join(outside, 'only-outside'), '');
  writeFileSync(join(workspace, 'src', 'key'), 'inside');
  symlinkSync(outside, join(workspace, 'link'));
  const swapper = spawn(process.execPath, ['-e', SWAPPER, workspace], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void swapper.kill('SIGKILL'));
  await new Promise((ready) => swapper.stdout.once('data', ready));
  return { workspace, outside };
}

test('whatever the moment, files and folders are made inside or not at all, and nothing outside is read', async () => {
  const { workspace, outside } = await swapped();
  let done = 0;
  for (let n = 0; n < 200; n += 1) {
    const used = await Promise.all([
      useTool(saveFile, { path: 'src/key', content: 'inside' }, { workspace }),
      useTool(saveFile, { path: `src/new-${n}`, content: 'owned' }, { workspace }),
      useTool(saveFile, { path: `src/deep-${n}/below/file`, content: 'owned' }, { workspace }),
      useTool(editFile, { path: 'src/key', old_text: 'secret', new_text: 'owned' }, { workspace }),
      useTool(readFile, { path: 'src/key' }, { workspace }),
      useTool(listFiles, { path: 'src' }, { workspace }),
      ...(n % 20 === 0 ? [useTool(searchFiles, { query: 'the secret' }, { workspace })] : []),
    ]);
    done += used.filter(({ error }) => error === undefined).length;
    expect(JSON.stringify(used)).not.toMatch(/the secret outside|only-outside/);
    expect(readdirSync(outside)).toEqual(['key', 'only-outside']);
  }
  expect(readFileSync(join(outside, 'key'), 'utf8')).toBe(SECRET);
  expect(done).toBeGreaterThan(0);
});
