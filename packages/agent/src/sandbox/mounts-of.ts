import { readFileSync } from 'node:fs';

export interface Mount {
  /** Two mounts of one storage have the same. */
  readonly storage: string;
  /** Which folder of its storage it shows. */
  readonly root: string;
  /** Where it is shown. */
  readonly point: string;
}

/** `mountsOf('self')`: the mounts that a process sees, in the order in which they were made; none if the system does not tell. */
export function mountsOf(process: number | 'self'): readonly Mount[] {
  try {
    return mountsIn(readFileSync(`/proc/${process}/mountinfo`, 'utf8'));
  } catch {
    return [];
  }
}

/** Of the text of `/proc/self/mountinfo`: `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw`. */
export function mountsIn(text: string): readonly Mount[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const [, , device, root, point] = before.split(' ');
    const [type, source = ''] = after.split(' ');
    if (device === undefined || root === undefined || point === undefined) return [];
    // A share of another machine may have a number of its own at each mount.
    const storage = /^[^/]*:\/|^\/\//.test(source) ? `${type} ${source}` : device;
    return { storage, root: unescaped(root), point: unescaped(point) };
  });
}

/** The kernel writes a space as `\040`. */
function unescaped(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
}
