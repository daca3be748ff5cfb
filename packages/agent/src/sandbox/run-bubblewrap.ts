import { liesIn } from '../process/lies-in.ts';
import { runProcess } from '../process/run-process.ts';
import type { ProcessEnd, ProcessOptions } from '../process/run-process.ts';
import { boundSockets } from './bound-sockets.ts';
import { closedCalls } from './closed-calls.ts';
import { endInside, firstInside } from './end-inside.ts';
import type { First } from './end-inside.ts';
import { MountPoints } from './mount-points.ts';

interface BubblewrapOptions extends Omit<ProcessOptions, 'argv'> {
  /** With `bubblewrapArguments`. */
  readonly argvFor: (sockets: readonly string[]) => readonly string[];
  /** A real path. */
  readonly workspace: string;
  /** The first process inside is this one. */
  readonly begun?: (first: First) => void;
}

/** Enough where something comes and goes every few milliseconds. */
const TRIES = 25;

/**
 * What is to be hidden may be gone between the look and the mount: a program closes its socket, a lock in `/etc` is released. Then bubblewrap
 * ends before the command has begun, and is started again.
 */
export async function runBubblewrap(options: BubblewrapOptions): Promise<ProcessEnd> {
  for (let tried = 1; ; tried += 1) {
    const { end, complaint } = await runOnce(options);
    if (complaint === undefined) return end;
    if (tried < TRIES && !options.signal.aborted) continue;
    options.output(complaint);
    return end;
  }
}

interface Once {
  readonly end: ProcessEnd;
  /** What bubblewrap printed where the command has certainly not begun. */
  readonly complaint?: Buffer;
}

async function runOnce({ argvFor, workspace, begun, ...options }: BubblewrapOptions): Promise<Once> {
  const sockets = boundSockets();
  const [program = '', ...argv] = argvFor(sockets);
  const given = new Set(argv);
  const points = new MountPoints(sockets.filter((path) => liesIn(path, workspace) && given.has(path)));
  const { looked } = points;
  let status = '';
  let first: First | undefined;
  let isWhole = false;
  let held = Buffer.alloc(0);
  let isFirst = true;
  const output = (bytes: Buffer): void => {
    // It complains at once, and in few words: what comes later, or is longer, is the command's.
    const isHeld = (isFirst ? isComplaint(bytes) : held.length > 0) && held.length + bytes.length <= LONGEST_COMPLAINT;
    isFirst = false;
    if (isHeld) {
      held = Buffer.concat([held, bytes]);
      return;
    }
    if (held.length > 0) options.output(held);
    held = Buffer.alloc(0);
    options.output(bytes);
  };
  const end = await runProcess({
    ...options,
    argv: [program, '--seccomp', '6', ...(looked === undefined ? [] : ['--block-fd', '5']), ...argv],
    filter: closedCalls(),
    ...(looked === undefined ? {} : { held: looked }),
    told: (text) => {
      status += text;
      const pid = numberIn(status, 'child-pid');
      if (pid === undefined) return;
      first ??= firstInside(pid);
      points.begun(pid);
      begun?.(first);
    },
    toldAll: () => (isWhole = true),
    output,
  });
  await endInside(first);
  points.remove();
  // It tells how the command ended, if that has begun.
  const hasBegun = !isWhole || numberIn(status, 'exit-code') !== undefined;
  if (end.kind === 'exit' && !hasBegun && held.length > 0) return { end, complaint: held };
  if (held.length > 0) options.output(held);
  return { end };
}

const LONGEST_COMPLAINT = 4096;

function isComplaint(bytes: Buffer): boolean {
  return bytes.subarray(0, 7).toString() === 'bwrap: ';
}

/** bubblewrap writes lines of JSON. */
function numberIn(status: string, name: 'child-pid' | 'exit-code'): number | undefined {
  const number = new RegExp(`"${name}": (\\d{1,15})`).exec(status)?.[1];
  return number === undefined ? undefined : Number(number);
}
