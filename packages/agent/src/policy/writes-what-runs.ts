/**
 * Does a line first write a file, and then start a program that runs what files say? Then its words do not say what will run:
 * `echo 'a:;git push' | tee Makefile; make a`. Removing a file, and making an empty one or a folder, is no writing.
 */
import { RUN_FILES } from './runs-others.ts';

type Words = readonly string[];

/** `side by side`: some of the commands are joined by a pipe, so they run at the same time. */
export function writesWhatRuns(commands: readonly Words[], order: 'one by one' | 'side by side'): boolean {
  return commands.some((runner, at) => {
    const earlier = order === 'one by one' ? commands.slice(0, at) : commands;
    return earlier.some((writer) => writer !== runner && writesFor(runner, writer));
  });
}

/** Git keeps what it is told (messages, versions of files) where scripts and builds find it; its own hooks come from elsewhere. */
function writesFor([runner = '']: Words, writer: Words): boolean {
  if (runner === 'git') return writesFiles(writer);
  return RUN_FILES.has(runner) && (writesFiles(writer) || isWritingGit(writer));
}

const WRITERS = new Set('tee cp mv ln chmod chgrp chown truncate'.split(' '));

function writesFiles([name = '', ...words]: Words): boolean {
  const operands = words.filter((word) => word === '-' || !word.startsWith('-'));
  switch (name) {
    case 'uniq':
    case 'xxd':
      // The second one is written to; the value of an option is not told apart from one.
      return operands.length > 1 || words.includes('--');
    case 'sort':
      return words.some((word) => /^-.*o/.test(word));
    case 'sed':
      return words.some((word) => /^-.*i/.test(word));
    case 'git':
      return words[0] === 'mv';
    default:
      return WRITERS.has(name);
  }
}

const LOOKING = new Set(
  'status diff log show rev-list shortlog blame grep ls-files ls-tree merge-base rev-parse describe add rm'.split(' '),
);

function isWritingGit([name, command = '']: Words): boolean {
  return name === 'git' && !LOOKING.has(command);
}
