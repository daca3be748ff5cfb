import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

function run(
  script: string,
  ...args: string[]
): { readonly code: number | null; readonly out: string; readonly err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...args], {
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

test.each(['cluster', 'chaos', 'explore'])(
  'npm run %s -- --help says what it takes, and so does what is not understood: no stack',
  (name) => {
    const usage = `npm run ${name} -- [--`;
    expect(run(`${name}.ts`, '--help')).toMatchObject({ code: 0, err: '', out: expect.stringContaining(usage) });
    const wrong = run(`${name}.ts`, '--no-such-thing');
    expect(wrong).toMatchObject({ code: 2, out: '', err: expect.stringContaining(usage) });
    expect(wrong.err).toContain('--no-such-thing');
    expect(wrong.err).not.toMatch(/^\s+at /m);
  },
);

test('a number that is none is refused before anything is started', () => {
  expect(run('cluster.ts', '--no-page', '--nodes', 'three')).toMatchObject({
    code: 2,
    err: expect.stringContaining('"three" is no number'),
  });
});
