import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import type { Tarball } from './pack-packages.ts';

/**
 * One line for everything that is wrong with a tarball, whoever installs it: what publint and "are the types wrong" say, what is
 * missing, what does not belong there, and its size.
 */
export async function packageProblems(tarball: Tarball, limits: Record<string, number>): Promise<string[]> {
  const { name, path, bytes, files } = tarball;
  const data = new Uint8Array(readFileSync(path));
  const limit = limits[`${name}.tgz`];
  return [
    ...(await manifestProblems(data)),
    ...(await typeProblems(data)),
    ...NEEDED.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...files.filter((file) => FOREIGN.test(file)).map((file) => `${file} does not belong in a package`),
    ...(limit === undefined ? [`no limit in size-limits.json; it has ${bytes} bytes`] : []),
    ...(limit !== undefined && bytes > limit ? [`${bytes} bytes, limit ${limit} (size-limits.json)`] : []),
  ].map((problem) => `${name}: ${problem}`);
}

const NEEDED = ['LICENSE', 'README.md', 'package.json'];
/** Sources, tests, fixtures, configuration. */
const FOREIGN = /^(src|test|fixtures)\/|\.test\.|(?<!\.d)\.tsx?$|tsconfig/;

async function manifestProblems({ buffer }: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

/** A program has no types. Those of a stylesheet say that it exports nothing (`published-manifest.ts`): there is nothing to compare with. */
async function typeProblems(data: Uint8Array): Promise<string[]> {
  const checked = await checkPackage(createPackageFromTarballData(data), { excludeEntrypoints: [/\.css$/] });
  if (checked.types === false) return [];
  return checked.problems.flatMap((problem) => {
    const way = 'resolutionKind' in problem ? problem.resolutionKind : undefined;
    // These packages are ES modules. Resolvers of before 2021 do not know `exports`; `require` of Node 22 loads an ES module.
    if (way === 'node10' || problem.kind === 'CJSResolvesToESM') return [];
    return [`types: ${problem.kind} ${'entrypoint' in problem ? `${problem.entrypoint} (${way})` : ''}`];
  });
}
