/**
 * System calls that a confined program has no use for and that lead out of it: keys of the kernel belong to the session of whoever started the server, and no
 * namespace parts them; sockets to the machine around a virtual one are not in the network's namespace either. The program of a filter, for `bwrap --seccomp`.
 *
 * What a filter cannot see is refused as a whole: rings (`io_uring`) open sockets without a call of their own, and 32-bit programs on x86 have `socketcall`, whose
 * arguments lie in memory.
 */

interface Machine {
  /** `AUDIT_ARCH_…` of the kernel. */
  readonly id: number;
  /** `add_key`, `request_key` and `keyctl` have three numbers in a row. */
  readonly keys: number;
  readonly socket: number;
  readonly socketpair: number;
}

const MACHINES: readonly Machine[] = [
  { id: 0xc000003e, keys: 248, socket: 41, socketpair: 53 }, // x86-64
  { id: 0xc00000b7, keys: 217, socket: 198, socketpair: 199 }, // arm64
  { id: 0x40000028, keys: 309, socket: 281, socketpair: 288 }, // programs of 32 bits on it
];

/** Programs of 32 bits on x86. */
const I386 = 0x40000003;
/** Calls of the second kind of 64-bit programs on x86 begin here. Nobody else has numbers as large. */
const X32 = 0x40000000;
/** `io_uring_setup`, `io_uring_enter` and `io_uring_register`, of every machine. */
const RINGS = 425;
/** `AF_UNIX`, `AF_INET`, `AF_INET6` and `AF_NETLINK`: a namespace or the tree of files bounds them. */
const FAMILIES = [1, 2, 10, 16] as const;

/** Codes of the kernel's `linux/filter.h`, `linux/bpf_common.h` and `linux/seccomp.h`. */
const LOAD = 0x20;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const IF_MORE = 0x25;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
/** With `EPERM`. */
const REFUSE = 0x00050001;
/** Where `struct seccomp_data` has them. */
const NUMBER = 0;
const MACHINE = 4;
const FIRST_ARGUMENT = 16;

type Step = readonly [code: number, ifSo: number, ifNot: number, value: number];

/** Jumps count the steps that are left out. */
function steps({ id, keys, socket, socketpair }: Machine): readonly Step[] {
  const [unix, inet, inet6, netlink] = FAMILIES;
  return [
    [IF_EQUAL, 0, 15, id],
    [LOAD, 0, 0, NUMBER],
    [IF_AT_LEAST, 12, 0, X32],
    [IF_AT_LEAST, 0, 1, keys],
    [IF_MORE, 0, 10, keys + 2],
    [IF_AT_LEAST, 0, 1, RINGS],
    [IF_MORE, 0, 8, RINGS + 2],
    [IF_EQUAL, 1, 0, socket],
    [IF_EQUAL, 0, 5, socketpair],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    [IF_EQUAL, 3, 0, unix],
    [IF_EQUAL, 2, 0, inet],
    [IF_EQUAL, 1, 0, inet6],
    [IF_EQUAL, 0, 1, netlink],
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, REFUSE],
  ];
}

/** `runProcess({ argv: ['bwrap', '--seccomp', '6', …], filter: closedCalls() })` */
export function closedCalls(): Buffer {
  const all: readonly Step[] = [
    [LOAD, 0, 0, MACHINE],
    ...MACHINES.flatMap(steps),
    [IF_EQUAL, 0, 1, I386],
    [RETURN, 0, 0, REFUSE],
    [RETURN, 0, 0, ALLOW],
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
