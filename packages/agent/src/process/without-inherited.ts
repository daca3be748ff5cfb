import { openSync, readdirSync, readFileSync } from 'node:fs';

/** In `/proc/self/fdinfo`: it is closed in every child. */
const CLOSED_IN_CHILDREN = 0o2000000;

let found: readonly number[] | undefined;
let nothing: number | undefined;

/**
 * `stdio: withoutInherited(['ignore', 'pipe', 'pipe'])`: the program that started us may have left file descriptors open, and a child process
 * would inherit them. They become `/dev/null` in the child. Our own are closed there anyway. Without `/proc` they are not known.
 */
export function withoutInherited<T>(stdio: readonly T[]): (T | 'ignore' | number)[] {
  found ??= inherited();
  const others = found.filter((descriptor) => descriptor >= stdio.length);
  if (others.length === 0) return [...stdio];
  nothing ??= openSync('/dev/null', 'r');
  const all: (T | 'ignore' | number)[] = [...stdio];
  while (all.length <= Math.max(...others)) all.push('ignore');
  for (const descriptor of others) all[descriptor] = nothing;
  return all;
}

function inherited(): readonly number[] {
  try {
    return readdirSync('/proc/self/fdinfo').map(Number).filter(isLeftOpen);
  } catch {
    return [];
  }
}

function isLeftOpen(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7][0-7]*)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))?.[1] ?? '';
    return descriptor > 2 && (Number.parseInt(flags, 8) & CLOSED_IN_CHILDREN) === 0;
  } catch {
    return false;
  }
}
