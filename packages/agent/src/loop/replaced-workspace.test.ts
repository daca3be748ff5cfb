/** Another run may move the folder of this one, and leave a link in its place: what follows must not work behind that link. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MemoryBlobs } from '../../test/memory-blobs.ts';
import { MemoryLedger } from '../../test/memory-ledger.ts';
import { call, runOn, say, told, tool } from '../../test/run-on.ts';
import { builtInTools, shellTool, textValue } from '../index.ts';

const SECRET = 'what lies elsewhere';

/** `parent/workspace` to work in, and `outside/workspace`, with a file of the same name. */
function folders(): { readonly workspace: string; readonly outside: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolthread-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const workspace = join(root, 'parent', 'workspace');
  const outside = join(root, 'outside', 'workspace');
  for (const folder of [workspace, outside]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(workspace, 'notes.txt'), 'ours\n');
  writeFileSync(join(outside, 'notes.txt'), `${SECRET}\n`);
  return { workspace, outside };
}

/** As after a person's yes, and without a sandbox that would hold it back. */
const allowed = tool('allowed_command', async ({ word = '' }, context) => {
  const accepted = await shellTool({ sandbox: 'off' }).accept({ command: word });
  return accepted.kind === 'run' ? accepted.execute(context) : textValue('not accepted');
});
const tools = [...builtInTools, allowed];

test.each([
  ['the folder itself', (path: string) => path],
  ['a folder above it', dirname],
])('[H1] after %s was replaced by a link, a run works nowhere', async (_, which) => {
  const { workspace, outside } = folders();
  const replaced = tool('replace', () => {
    renameSync(which(workspace), `${which(workspace)}-moved`);
    symlinkSync(which(outside), which(workspace));
    return textValue('done');
  });
  const ledger = MemoryLedger.withPrompt('Go.');
  const blobs = new MemoryBlobs();
  const later = [
    call('read_file', { path: 'notes.txt' }),
    call('list_files', { path: '.' }),
    call('search_files', { query: 'lies' }),
    call('save_file', { path: 'new.txt', content: 'x' }),
    call('edit_file', { path: 'notes.txt', old_text: 'elsewhere', new_text: 'changed' }),
    call('allowed_command', { word: 'cat notes.txt; touch made' }),
  ];
  await runOn(ledger, {
    script: [[call('read_file', { path: 'notes.txt' })], [call('replace')], later, [say('Done.')]],
    tools: [...tools, replaced],
    more: { workspace, blobs },
  });
  expect(told(ledger)[0]).toContain('ours');
  expect(told(ledger)).toHaveLength(8);
  expect(JSON.stringify([ledger.events, blobs.texts])).not.toContain(SECRET);
  for (const words of told(ledger).slice(2)) expect(words).toContain('is no longer the folder');
  expect(readdirSync(outside)).toEqual(['notes.txt']);
  expect(readFileSync(join(outside, 'notes.txt'), 'utf8')).toBe(`${SECRET}\n`);
  expect(ledger.of('workspace.changed')).toEqual([]);
});

test('[H1] a workspace that is a link when the run begins is where it leads then, as before', async () => {
  const { workspace, outside } = folders();
  const link = `${workspace}-link`;
  symlinkSync(workspace, link);
  const turned = tool('turn', () => {
    rmSync(link);
    symlinkSync(outside, link);
    return textValue('done');
  });
  const ledger = MemoryLedger.withPrompt('Go.');
  const read = [call('read_file', { path: 'notes.txt' })];
  await runOn(ledger, {
    script: [read, [call('turn')], read, [say('Done.')]],
    tools: [...tools, turned],
    more: { workspace: link },
  });
  expect(told(ledger)[0]).toContain('ours');
  expect(told(ledger)[2]).toContain('is no longer the folder');
  // The next run begins again: a person may have turned the link.
  const next = MemoryLedger.withPrompt('Go.');
  await runOn(next, { script: [read, [say('Done.')]], tools, more: { workspace: link } });
  expect(told(next)[0]).toContain(SECRET);
});
