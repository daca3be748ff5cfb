import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
import { fixtures, written } from '../../test/fixtures.ts';
import { readTranscript } from './index.ts';

let bundle: string;
let imports: readonly object[];

beforeAll(async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(import.meta.dirname, 'index.ts')],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'readers',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  bundle = outputFiles[0]?.text ?? '';
});

it('a bundle of the readers for a browser imports nothing', () => {
  expect(imports).toEqual([]);
});

it.each(fixtures)('$name is read without anything of Node', ({ bytes }) => {
  // What every browser has, and nothing else.
  const browser = { crypto, TextDecoder, TextEncoder, URL, bytes: new Uint8Array(bytes) };
  const events: unknown = runInNewContext(`${bundle}; JSON.stringify(readers.readTranscript(bytes).events)`, browser);
  expect(events).toBe(written(readTranscript(bytes).events));
});
