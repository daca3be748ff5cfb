/**
 * System calls that a confined program has no use for and that lead out of it: keys of the kernel belong to the session of whoever started the server, and no
 * namespace parts them; sockets to the machine around a virtual one are not in the network's namespace either; a lease on a file, also on one that is read-only, keeps
 * everybody else from opening it; a file with the bit of its owner runs as that one for whoever starts it. The program of a filter, for `bwrap --seccomp`.
 *
 * What a filter cannot see is refused as a whole: rings (`io_uring`) open sockets without a call of their own, 32-bit programs on x86 have `socketcall`, whose
 * arguments lie in memory, and so does the mode of `openat2`.
 */

interface Machine {
  /** `AUDIT_ARCH_…` of the kernel. */
  readonly id: number;
  /** `add_key`, `request_key` and `keyctl` have three numbers in a row. */
  readonly keys: number;
  /** Not every machine has all. */
  readonly calls: { readonly [call in Call]?: number };
}

type Call =
  | 'socket'
  | 'socketpair'
  | 'fcntl'
  | 'fcntl64'
  | 'chmod'
  | 'fchmod'
  | 'fchmodat'
  | 'fchmodat2'
  | 'open'
  | 'openat'
  | 'openat2'
  | 'creat'
  | 'mknod'
  | 'mknodat';

/** Of every machine. */
const EVERYWHERE = { openat2: 437, fchmodat2: 452 } as const;

const MACHINES: readonly Machine[] = [
  // x86-64
  {
    id: 0xc000003e,
    keys: 248,
    calls: {
      socket: 41,
      socketpair: 53,
      fcntl: 72,
      chmod: 90,
      fchmod: 91,
      fchmodat: 268,
      open: 2,
      openat: 257,
      creat: 85,
      mknod: 133,
      mknodat: 259,
      ...EVERYWHERE,
    },
  },
  // arm64
  {
    id: 0xc00000b7,
    keys: 217,
    calls: {
      socket: 198,
      socketpair: 199,
      fcntl: 25,
      fchmod: 52,
      fchmodat: 53,
      openat: 56,
      mknodat: 33,
      ...EVERYWHERE,
    },
  },
  // Programs of 32 bits on it
  {
    id: 0x40000028,
    keys: 309,
    calls: {
      socket: 281,
      socketpair: 288,
      fcntl: 55,
      fcntl64: 221,
      chmod: 15,
      fchmod: 94,
      fchmodat: 333,
      open: 5,
      openat: 322,
      creat: 8,
      mknod: 14,
      mknodat: 324,
      ...EVERYWHERE,
    },
  },
];

/** Programs of 32 bits on x86. */
const I386 = 0x40000003;
/** Calls of the second kind of 64-bit programs on x86 begin here. Nobody else has numbers as large. */
const X32 = 0x40000000;
/** `io_uring_setup`, `io_uring_enter` and `io_uring_register`, of every machine. */
const RINGS = 425;
/** `AF_UNIX`, `AF_INET`, `AF_INET6` and `AF_NETLINK`: a namespace or the tree of files bounds them. */
const FAMILIES = [1, 2, 10, 16] as const;
/** `F_SETLEASE` and `F_NOTIFY`. */
const HOLDS = [1024, 1026] as const;
/** `O_CREAT` and the sign of `O_TMPFILE`: without them a mode means nothing. */
const MAKES = 0x400040;
const SET_USER = 0o4000;
const SET_GROUP = 0o2000;

/** Codes of the kernel's `linux/filter.h`, `linux/bpf_common.h` and `linux/seccomp.h`. */
const LOAD = 0x20;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const IF_MORE = 0x25;
const IF_ANY_BIT = 0x45;
const RETURN = 0x06;
/** Where `struct seccomp_data` has them. */
const NUMBER = 0;
const MACHINE = 4;
const ARGUMENTS = 16;

type Step = readonly [code: number, ifSo: number, ifNot: number, value: number];

/** Jumps count the steps that are left out. */
const ALLOW: Step = [RETURN, 0, 0, 0x7fff0000];
/** With `EPERM`. */
const REFUSE: Step = [RETURN, 0, 0, 0x00050001];
/** With `ENOSYS`, as an older kernel: programs then make the call that was there before. */
const UNKNOWN: Step = [RETURN, 0, 0, 0x00050026];

/** The lower half of it, which is all that the kernel takes of a number. */
function argument(index: number): Step {
  return [LOAD, 0, 0, ARGUMENTS + 8 * index];
}

function onlyWith(index: number, values: readonly number[]): readonly Step[] {
  return [argument(index), ...values.flatMap((value): readonly Step[] => [[IF_EQUAL, 0, 1, value], ALLOW]), REFUSE];
}

function without(index: number, values: readonly number[]): readonly Step[] {
  return [argument(index), ...values.flatMap((value): readonly Step[] => [[IF_EQUAL, 0, 1, value], REFUSE]), ALLOW];
}

function withoutBits(index: number, bits: number): readonly Step[] {
  return [argument(index), [IF_ANY_BIT, 0, 1, bits], REFUSE, ALLOW];
}

function opening(flags: number): readonly Step[] {
  return [argument(flags), [IF_ANY_BIT, 1, 0, MAKES], ALLOW, ...withoutBits(flags + 1, SET_USER | SET_GROUP)];
}

function stepsOf(call: Call): readonly Step[] {
  switch (call) {
    case 'socket':
    case 'socketpair':
      return onlyWith(0, FAMILIES);
    case 'fcntl':
    case 'fcntl64':
      return without(1, HOLDS);
    // A folder may have the bit of its group.
    case 'chmod':
    case 'fchmod':
      return withoutBits(1, SET_USER);
    case 'fchmodat':
    case 'fchmodat2':
      return withoutBits(2, SET_USER);
    case 'creat':
    case 'mknod':
      return withoutBits(1, SET_USER | SET_GROUP);
    case 'mknodat':
      return withoutBits(2, SET_USER | SET_GROUP);
    case 'open':
      return opening(1);
    case 'openat':
      return opening(2);
    case 'openat2':
      return [UNKNOWN];
    default:
      return call satisfies never;
  }
}

const CALLS: readonly Call[] = [
  'socket',
  'socketpair',
  'fcntl',
  'fcntl64',
  'chmod',
  'fchmod',
  'fchmodat',
  'fchmodat2',
  'open',
  'openat',
  'openat2',
  'creat',
  'mknod',
  'mknodat',
];

function steps({ id, keys, calls }: Machine): readonly Step[] {
  const own = CALLS.flatMap((call): readonly Step[] => {
    const number = calls[call];
    if (number === undefined) return [];
    const then = stepsOf(call);
    return [[IF_EQUAL, 0, then.length, number], ...then];
  });
  const all: readonly Step[] = [
    [LOAD, 0, 0, NUMBER],
    ...inRow(keys),
    ...inRow(RINGS),
    [IF_AT_LEAST, 0, 1, X32],
    REFUSE,
    ...own,
    ALLOW,
  ];
  return [[IF_EQUAL, 0, all.length, id], ...all];
}

/** Three calls with numbers in a row. */
function inRow(first: number): readonly Step[] {
  return [[IF_AT_LEAST, 0, 2, first], [IF_MORE, 1, 0, first + 2], REFUSE];
}

/** `runProcess({ argv: ['bwrap', '--seccomp', '6', …], filter: closedCalls() })` */
export function closedCalls(): Buffer {
  const all: readonly Step[] = [
    [LOAD, 0, 0, MACHINE],
    ...MACHINES.flatMap(steps),
    [IF_EQUAL, 0, 1, I386],
    REFUSE,
    ALLOW,
  ];
  const program = Buffer.alloc(all.length * 8);
  for (const [index, [code, ifSo, ifNot, value]] of all.entries()) {
    program.writeUInt16LE(code, index * 8);
    program.writeUInt8(ifSo, index * 8 + 2);
    program.writeUInt8(ifNot, index * 8 + 3);
    program.writeUInt32LE(value, index * 8 + 4);
  }
  return program;
}
