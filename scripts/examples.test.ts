import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exampleProgram, referencesOf } from './check/sources/reference-pages.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'toolthread-examples-'));
const examples = referencesOf(root).filter(({ example }) => example !== undefined);
const files = new Map(examples.map((one) => [fileOf(one.door, one.name), one]));

beforeAll(() => {
  // Other files run in this process afterwards.
  vi.stubEnv('TMPDIR', folder);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [file, one] of files) writeFileSync(join(folder, file), tested(exampleProgram(one)));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const compilerOptions = {
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    types: ['node'],
    jsx: 'react-jsx',
    lib: ['ESNext', 'DOM', 'DOM.Iterable'],
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*.ts', '*.tsx'] }),
  );
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('the examples of the reference compile', () => {
  // Several checkers at once would each learn the same types.
  const { stdout } = spawnSync('tsc', ['-p', folder, '--checkers', '1'], { cwd: folder, encoding: 'utf8' });
  // The sources are compiled by projects of their own: some for the browser, some for Node, never for both.
  const own = stdout.split('\n').filter((line) => !/^(\.\.|\s|$)/.test(line));
  expect(own).toEqual([]);
});

describe('an example of the reference gives what it says', () => {
  it.each([...files.keys()])('%s', async (file) => {
    await expect(import(/* @vite-ignore */ join(folder, file))).resolves.toBeDefined();
  });
});

function fileOf(door: string, name: string): string {
  return `${door.replace('@toolthread/', '').replaceAll('/', '-')}.${name}.${door.startsWith('@toolthread/react') ? 'tsx' : 'ts'}`;
}

/** `line; //=> value` asserts the value. */
function tested(program: string): string {
  const body = program.replace(/^(.*?);? \/\/=> (.*)$/gm, (_line, code: string, value: string) => {
    const declared = /^(?:const|let) (\w+) = /.exec(code);
    if (declared === null) return `assert.deepEqual(${code}, ${value});`;
    return `${code};\nassert.deepEqual(${declared[1]}, ${value});`;
  });
  return `import assert from 'node:assert/strict';\n${body}\nexport {};\n`;
}
