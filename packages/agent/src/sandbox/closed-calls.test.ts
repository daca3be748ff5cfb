import { execFileSync } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  [ARM64, 217],
  [ARM, 309],
]);
/** `socket` and `socketpair`. */
const SOCKETS = new Map([
  [X86_64, [41, 53]],
  [ARM64, [198, 199]],
  [ARM, [281, 288]],
]);
/** Of every machine: `io_uring_setup`, `io_uring_enter`, `io_uring_register`. */
const RINGS = [425, 426, 427];
const OPENAT2 = 437;
/** `AF_UNIX`, `AF_INET`, `AF_INET6`, `AF_NETLINK`. */
const FAMILIES = new Set([1, 2, 10, 16]);

/** As the kernel runs it. */
function isAllowed(machine: number, number: number, ...given: readonly number[]): boolean {
  const program = closedCalls();
  const data = new Map([
    [0, number],
    [4, machine],
    ...[0, 1, 2, 3, 4, 5].map((n): [number, number] => [16 + 8 * n, given[n] ?? 0]),
  ]);
  let value = 0;
  for (let at = 0; ; at += 1) {
    const [code, ifSo, ifNot] = [program.readUInt16LE(at * 8), program[at * 8 + 2] ?? 0, program[at * 8 + 3] ?? 0];
    const k = program.readUInt32LE(at * 8 + 4);
    if (code === 0x06) return k === 0x7fff0000;
    if (code === 0x20) value = data.get(k) ?? NaN;
    else {
      const isSo = holds(code, value, k);
      at += isSo ? ifSo : ifNot;
    }
  }
}

function holds(code: number, value: number, k: number): boolean {
  if (code === 0x45) return (value & k) !== 0;
  if (code === 0x15) return value === k;
  return code === 0x35 ? value >= k : value > k;
}

test.each([...KEYS])(
  'of machine %i the calls for keys, for rings and for what is hidden in memory are refused, and nothing beside them',
  (machine, first) => {
    const closed = [first, first + 1, first + 2, ...RINGS, OPENAT2];
    for (const number of closed) expect(isAllowed(machine, number)).toBe(false);
    fc.assert(
      fc.property(fc.nat(600), (number) => {
        fc.pre(!closed.includes(number));
        expect(isAllowed(machine, number, 1)).toBe(true);
      }),
    );
  },
);

test.each([...SOCKETS])('of machine %i only sockets are allowed that a namespace bounds', (machine, numbers) => {
  for (const number of numbers)
    for (let family = 0; family < 64; family += 1)
      expect(isAllowed(machine, number, family)).toBe(FAMILIES.has(family));
});

/** `fcntl`, and `fcntl64`. */
const CONTROLS = new Map([
  [X86_64, [72]],
  [ARM64, [25]],
  [ARM, [55, 221]],
]);

test.each([...CONTROLS])(
  '[A10 1] of machine %i nobody is kept from a file by a lease, nor told of it',
  (machine, numbers) => {
    for (const number of numbers)
      for (let command = 0; command < 1100; command += 1)
        expect(isAllowed(machine, number, 3, command, 1)).toBe(command !== 1024 && command !== 1026);
  },
);

/** Where each has its mode: `chmod`, `fchmod`, `fchmodat`, `fchmodat2`; and of those that make a file `creat`, `mknod`, `mknodat`. */
const MODES = new Map([
  [
    X86_64,
    {
      changing: [
        [90, 1],
        [91, 1],
        [268, 2],
        [452, 2],
      ],
      making: [
        [85, 1],
        [133, 1],
        [259, 2],
      ],
      opening: [
        [2, 1],
        [257, 2],
      ],
    },
  ],
  [
    ARM64,
    {
      changing: [
        [52, 1],
        [53, 2],
        [452, 2],
      ],
      making: [[33, 2]],
      opening: [[56, 2]],
    },
  ],
  [
    ARM,
    {
      changing: [
        [15, 1],
        [94, 1],
        [333, 2],
        [452, 2],
      ],
      making: [
        [8, 1],
        [14, 1],
        [324, 2],
      ],
      opening: [
        [5, 1],
        [322, 2],
      ],
    },
  ],
] as const);

test.each([...MODES])(
  '[A10 6] of machine %i no file is made that runs as its owner for somebody else',
  (machine, { changing, making, opening }) => {
    const given = (at: number, ...words: readonly number[]): readonly number[] => [
      ...Array<number>(at).fill(0o6000),
      ...words,
    ];
    for (let mode = 0; mode < 0o10000; mode += 0o111) {
      for (const [number, at] of changing)
        expect(isAllowed(machine, number, ...given(at, 0o100000 | mode, 0o6000))).toBe((mode & 0o4000) === 0);
      for (const [number, at] of making)
        expect(isAllowed(machine, number, ...given(at, 0o100000 | mode))).toBe((mode & 0o6000) === 0);
      for (const [number, at] of opening) {
        for (const flags of [0o100, 0o101, 0o20200000, 0o22200002])
          expect(isAllowed(machine, number, ...given(at, flags, mode))).toBe((mode & 0o6000) === 0);
        // Then there is no mode, and what stands in its place is left over from something else.
        for (const flags of [0, 1, 0o200000, 0o2000000])
          expect(isAllowed(machine, number, ...given(at, flags, mode))).toBe(true);
      }
    }
  },
);

test('[A9 1] the other kinds of calls of an x86 kernel are no way around it: none is allowed', () => {
  for (let number = 0; number < 600; number += 1) {
    expect(isAllowed(I386, number, 1)).toBe(false);
    expect(isAllowed(X86_64, 0x40000000 + number, 1)).toBe(false);
  }
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

test.runIf(bubblewrap.ok && PERL && process.arch === 'x64')(
  '[A9 1] a confined command gets no ring that would open sockets for it',
  async () => {
    const words = 'my $p = "\\0" x 120; print syscall(425, 4, $p), " ", $! + 0';
    expect(await confined(`perl -e '${words}'`)).toContain('-1 1');
  },
);

test.runIf(bubblewrap.ok && process.arch === 'x64')(
  '[A9 1] a confined command gets no socket to the machine around it by a call of 32 bits',
  async () => {
    const workspace = tempFolder();
    writeFileSync(join(workspace, 'call'), socketCall(), { mode: 0o755 });
    // EPERM.
    expect(await confined('./call; echo "error $?"', workspace)).toContain('error 1\n');
  },
);

test.runIf(bubblewrap.ok && PERL)('[A10 1] a confined command gets no lease on a file', async () => {
  const words = 'open(my $f, "<", $ARGV[0]); print fcntl($f, 1024, 1) ? "held" : "refused " . ($! + 0), "\\n"';
  const workspace = tempFolder();
  writeFileSync(join(workspace, 'own'), '');
  expect(await confined(`perl -e '${words}' own`, workspace)).toContain('refused 1');
});

test.runIf(bubblewrap.ok && PERL)(
  '[A10 6] a confined command makes no file that runs as its owner; folders keep the bit of their group',
  async () => {
    const workspace = tempFolder();
    const words = [
      'use Fcntl',
      'sysopen(my $f, "made", O_CREAT | O_WRONLY, 04755) or print "made: ", $! + 0, "\\n"',
      'sysopen(my $g, "group", O_CREAT | O_WRONLY, 02755) or print "group: ", $! + 0, "\\n"',
      'open(my $h, "<", "x"); sysopen(my $i, "plain", O_CREAT | O_WRONLY, 0755) and print "plain\\n"',
      'chmod(04755, $h) or print "by its number: ", $! + 0, "\\n"',
    ].join('; ');
    const shell = 'cp /bin/sh x; chmod 4755 x; chmod u+s x; mkdir d && chmod 2775 d && chmod g+s d && echo folder';
    const text = await confined(`${shell}; perl -e '${words}'; git init -q --shared s && echo shared`, workspace);
    for (const line of ['folder', 'made: 1', 'group: 1', 'plain', 'by its number: 1', 'shared'])
      expect(text).toContain(line);
    for (const name of ['x', 'plain']) expect(statSync(join(workspace, name)).mode & 0o6000).toBe(0);
    expect(existsSync(join(workspace, 'made'))).toBe(false);
  },
);

/** A program that calls `socketcall(SYS_SOCKET, {AF_VSOCK, SOCK_STREAM, 0})` as 32-bit programs do, and exits with its error. */
function socketCall(): Buffer {
  const base = 0x400000;
  const code = Buffer.from(
    // mov eax, 102; mov ebx, 1; mov ecx, words; int 0x80; mov edi, eax; neg edi; mov eax, 60; syscall
    'b866000000 bb01000000 b900000000 cd80 89c7 f7df b83c000000 0f05'.replaceAll(' ', ''),
    'hex',
  );
  const start = 64 + 56;
  code.writeUInt32LE(base + start + code.length, 11);
  const words = Buffer.alloc(12);
  words.writeUInt32LE(40, 0);
  words.writeUInt32LE(1, 4);
  const size = BigInt(start + code.length + words.length);
  const header = Buffer.alloc(start);
  header.write('\x7fELF\x02\x01\x01', 'latin1');
  header.writeUInt16LE(2, 16);
  header.writeUInt16LE(62, 18);
  header.writeUInt32LE(1, 20);
  header.writeBigUInt64LE(BigInt(base + start), 24);
  header.writeBigUInt64LE(64n, 32);
  header.writeUInt16LE(64, 52);
  header.writeUInt16LE(56, 54);
  header.writeUInt16LE(1, 56);
  // One segment, to be read and run.
  header.writeUInt32LE(1, 64);
  header.writeUInt32LE(5, 68);
  header.writeBigUInt64LE(BigInt(base), 80);
  header.writeBigUInt64LE(BigInt(base), 88);
  header.writeBigUInt64LE(size, 96);
  header.writeBigUInt64LE(size, 104);
  header.writeBigUInt64LE(0x1000n, 112);
  return Buffer.concat([header, code, words]);
}

async function confined(command: string, workspace = tempFolder()): Promise<string> {
  return (await useTool(runShellCommand, { command, timeout_seconds: 20 }, { workspace })).text;
}

function hasPerl(): boolean {
  try {
    execFileSync('sh', ['-c', 'perl -e 1'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
