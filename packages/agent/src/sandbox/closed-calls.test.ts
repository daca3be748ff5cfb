import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tempFolder, useTool } from '../../test/use-tool.ts';
import { runShellCommand } from '../tools/run-shell-command.ts';
import { closedCalls } from './closed-calls.ts';
import { findBubblewrap } from './find-bubblewrap.ts';

const bubblewrap = await findBubblewrap();
const PERL = hasPerl();

const X86_64 = 0xc000003e;
const I386 = 0x40000003;
const ARM64 = 0xc00000b7;
const ARM = 0x40000028;
const KEYS = new Map([
  [X86_64, 248],
  [I386, 286],
  [ARM64, 217],
  [ARM, 309],
]);
const SOCKET = new Map([
  [X86_64, 41],
  [I386, 359],
  [ARM64, 198],
  [ARM, 281],
]);

/** As the kernel runs it. */
function isAllowed(machine: number, number: number, argument = 0): boolean {
  const program = closedCalls();
  const data = new Map([
    [0, number],
    [4, machine],
    [16, argument],
  ]);
  let value = 0;
  for (let at = 0; ; at += 1) {
    const [code, ifSo, ifNot] = [program.readUInt16LE(at * 8), program[at * 8 + 2] ?? 0, program[at * 8 + 3] ?? 0];
    const k = program.readUInt32LE(at * 8 + 4);
    if (code === 0x06) return k === 0x7fff0000;
    if (code === 0x20) value = data.get(k) ?? NaN;
    else if (code === 0x54) value = (value & k) >>> 0;
    else {
      const isSo = code === 0x15 ? value === k : code === 0x35 ? value >= k : value > k;
      at += isSo ? ifSo : ifNot;
    }
  }
}

test.each([...KEYS])(
  'of machine %i the three calls for keys are refused, and nothing beside them',
  (machine, first) => {
    for (let number = first; number < first + 3; number += 1) expect(isAllowed(machine, number)).toBe(false);
    fc.assert(
      fc.property(fc.nat(600), (number) => {
        fc.pre(number < first || number > first + 2);
        expect(isAllowed(machine, number)).toBe(true);
      }),
    );
  },
);

test.each([...SOCKET])(
  'of machine %i a socket to the machine around it is refused, and no other socket',
  (machine, number) => {
    for (let family = 0; family < 64; family += 1) expect(isAllowed(machine, number, family)).toBe(family !== 40);
  },
);

test('the second kind of numbers of x86-64 is no way around it', () => {
  expect(isAllowed(X86_64, 0x40000000 + 250)).toBe(false);
  expect(isAllowed(X86_64, 0x40000000 + 1)).toBe(true);
});

test.runIf(bubblewrap.ok)('a confined command runs under the filter, and sees the names of no keys', async () => {
  const text = await confined('grep Seccomp: /proc/self/status; cat /proc/keys /proc/key-users 2>/dev/null | wc -c');
  expect(text).toMatch(/^Seccomp:\s+2\s+0\s*$/);
});

test.runIf(bubblewrap.ok && PERL && process.arch === 'x64')(
  'a confined command neither finds nor adds a key',
  async () => {
    // KEYCTL_GET_KEYRING_ID of the session, and add_key.
    const words =
      'my ($t, $d, $x) = ("user", "left", "x"); print syscall(250, 0, -3, 0), " ", $! + 0, " ", syscall(248, $t, $d, $x, 1, -3), " ", $! + 0';
    expect(await confined(`perl -e '${words}'`)).toContain('-1 1 -1 1');
  },
);

async function confined(command: string): Promise<string> {
  return (await useTool(runShellCommand, { command, timeout_seconds: 20 }, { workspace: tempFolder() })).text;
}

function hasPerl(): boolean {
  try {
    execFileSync('sh', ['-c', 'perl -e 1'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
