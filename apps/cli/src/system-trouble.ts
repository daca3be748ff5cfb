import { codeOf } from '@toolthread/core/json';
/** What the system refused, in our words: why, and what to do. The one place where a code of the system becomes words. */
export interface Trouble {
  readonly ok: false;
  readonly what: string;
  readonly whatToDo: string;
}

/** `systemTrouble('/tmp cannot be written', error).what === '/tmp cannot be written: it is a folder.'` */
export function systemTrouble(what: string, error: unknown): Trouble {
  const refusal = refusalIn(error);
  const [why, whatToDo] = WORDS[`${refusal?.code} ${refusal?.asked}`] ??
    WORDS[refusal?.code ?? ''] ?? [
      refusal === undefined ? 'the reason is not known' : `the system says ${refusal.code}`,
      'Try another place.',
    ];
  return { ok: false, what: `${what}: ${why}.`, whatToDo };
}

/** Paths are text here: a file whose path is not one cannot be named. */
export function notUtf8(path: string): Trouble {
  return { ok: false, what: `${path} cannot be opened: its path is not UTF-8.`, whatToDo: 'Rename it.' };
}

/** `ENOENT`, where the system refused something. */
export function systemCode(error: unknown): string | undefined {
  return refusalIn(error)?.code;
}

interface Refusal {
  readonly code: string;
  /** What the system was asked for: `open`, `listen`, `spawn`. */
  readonly asked: string;
}

/** The system's own error may be the cause of another. */
function refusalIn(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (!/^E(?:AI_)?[A-Z0-9][A-Z0-9]*$/.test(code)) return refusalIn(error.cause);
  const [asked = ''] = 'syscall' in error ? String(error.syscall).split(' ', 1) : [];
  return { code, asked };
}

const PERMISSION = ['this user may not do that', 'Choose another place, or change who may use it.'] as const;
const NO_NAME = ['no computer of that name is known', 'Check how it is spelled, and the network.'] as const;

const WORDS: { readonly [code: string]: readonly [why: string, whatToDo: string] } = {
  ENOENT: ['a part of the path does not exist', 'Check how it is spelled.'],
  EFTYPE: ['it is not a regular file', 'Name a file that is neither a pipe nor a device.'],
  EFBIG: ['it is too large', 'Is it the file that was meant?'],
  EILSEQ: ['it is not valid UTF-8 text', 'Save it as UTF-8.'],
  ENOTDIR: ['a part of the path is a file, not a folder', 'Check how it is spelled.'],
  EEXIST: ['something is there already', 'Choose another name.'],
  EISDIR: ['it is a folder', 'Name a file in it.'],
  EACCES: PERMISSION,
  EPERM: PERMISSION,
  EROFS: ['nothing can be written there: it is read-only', 'Choose another place.'],
  ENOSPC: ['the disk is full', 'Make room, or choose another place.'],
  EDQUOT: ['the disk space that this user may use is full', 'Make room, or choose another place.'],
  ENAMETOOLONG: ['the name is too long', 'Choose a shorter one.'],
  ELOOP: ['its links lead in a circle', 'Remove one of the links, or name the file itself.'],
  EMFILE: ['too many files are open', 'Close other programs, and try again.'],
  ENFILE: ['too many files are open', 'Close other programs, and try again.'],
  EBUSY: ['another program uses it', 'Close that program, and try again.'],
  EADDRINUSE: ['another program uses that port', 'Give another port with --port N; --port 0 takes any that is free.'],
  EADDRNOTAVAIL: ['this computer does not have that address', 'Give one of its own with --host ADDRESS.'],
  EAFNOSUPPORT: ['this computer does not have addresses of that kind', 'Give another with --host ADDRESS.'],
  'EINVAL listen': ['that is not an address', 'Give another with --host ADDRESS.'],
  'ENOENT spawn': ['its program, or the folder to start it in, does not exist', 'Check how it is spelled.'],
  'EACCES spawn': ['its program may not be started', 'Check how it is spelled, and who may start it.'],
  'EACCES listen': ['this user may not use that port', 'Give one above 1023 with --port N.'],
  ENOTFOUND: NO_NAME,
  EAI_AGAIN: NO_NAME,
  ECONNREFUSED: ['nothing answers there', 'Is the program running that should answer?'],
  ETIMEDOUT: ['nothing answered in time', 'Check the address and the network.'],
};
