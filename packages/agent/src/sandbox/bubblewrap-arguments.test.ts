/** [H1] A folder of programs is seen in the sandbox, and nothing that is hidden with it. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../test/use-tool.ts';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';

/** The folders that are shown again after others were hidden, of those below `root`. */
function shownIn(root: string, path: string): readonly string[] {
  const args = bubblewrapArguments({
    workspace: join(root, 'work'),
    cwd: join(root, 'work'),
    network: false,
    home: join(root, 'home/me'),
    path,
    hides: [join(root, 'app/data')],
    mounts: undefined,
    sockets: [],
  });
  return args.flatMap((arg, at) =>
    arg === '--ro-bind-try' && args[at + 1]?.startsWith(root) ? [args[at + 1] ?? ''] : [],
  );
}

test('a folder of programs that holds the home or what the server keeps stays hidden, however its path is written', () => {
  const root = tempFolder();
  for (const name of ['work', 'home/me/bin', 'app/data', 'app/bin']) mkdirSync(join(root, name), { recursive: true });
  symlinkSync(join(root, 'home'), join(root, 'link'));
  const holding = ['home/me', 'home/me/', 'home/', 'home/me/.', 'home/me/bin/..', 'link', 'app', 'app/data', '.'];
  expect(holding.filter((name) => shownIn(root, `${root}/${name}`).length > 0)).toEqual([]);
  expect(shownIn(root, `${root}/home/me/bin:${root}/app/bin`)).toEqual([`${root}/home/me/bin`, `${root}/app/bin`]);
});
