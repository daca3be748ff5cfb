import { readFileSync } from 'node:fs';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import type { Tarball } from './pack-packages.ts';

/** One line for everything that is wrong with a tarball, whoever installs it: what publint says, what is missing, what does not belong there, and its size. */
export async function packageProblems(tarball: Tarball, limits: Record<string, number>): Promise<string[]> {
  const { name, path, bytes, files } = tarball;
  const bytesOf = readFileSync(path);
  const data = bytesOf.buffer.slice(bytesOf.byteOffset, bytesOf.byteOffset + bytesOf.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball: data }, strict: true });
  const limit = limits[`${name}.tgz`];
  return [
    ...messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code),
    ...['LICENSE', 'README.md', 'package.json']
      .filter((file) => !files.includes(file))
      .map((file) => `${file} is missing`),
    ...files.filter((file) => FOREIGN.test(file)).map((file) => `${file} does not belong in a package`),
    ...(limit === undefined ? [`no limit in size-limits.json; it has ${bytes} bytes`] : []),
    ...(limit !== undefined && bytes > limit ? [`${bytes} bytes, limit ${limit} (size-limits.json)`] : []),
  ].map((problem) => `${name}: ${problem}`);
}

/** Sources, tests, fixtures, configuration. */
const FOREIGN = /^(src|test|fixtures)\/|\.test\.|(?<!\.d)\.tsx?$|tsconfig/;
