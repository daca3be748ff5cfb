import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface Left {
  readonly pid: number;
  readonly command: string;
}

/**
 * `processesIn('/tmp/run')`: the processes that work in that folder or were told of it, in their environment or their command, except the one that asks. A run of the tests
 * has its temporary folder as its mark: it is passed on to every child, also by what passes on little else. Undefined
 * if the system does not say what its processes do.
 */
export function processesIn(folder: string): readonly Left[] | undefined {
  const names = entriesOf('/proc').filter((name) => /^\d+$/.test(name));
  if (names.length === 0) return undefined;
  return names.flatMap((name): Left[] => {
    const pid = Number(name);
    if (pid === process.pid || !isOf(pid, folder)) return [];
    const command = textInFile(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
    // A process that has ended and was not waited for yet has no command line.
    return command === '' ? [] : [{ pid, command }];
  });
}

function isOf(pid: number, folder: string): boolean {
  if (isBelow(linkOf(`/proc/${pid}/cwd`), folder)) return true;
  const told = [...textInFile(`/proc/${pid}/environ`).split('\0'), ...textInFile(`/proc/${pid}/cmdline`).split('\0')];
  return told.some((entry) => isBelow(entry, folder) || isBelow(entry.slice(entry.indexOf('=') + 1), folder));
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Processes come and go while they are looked at, and some are not ours to look at. */
function textInFile(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function entriesOf(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
