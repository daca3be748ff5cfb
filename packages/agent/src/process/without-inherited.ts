import { openSync, readdirSync, readFileSync } from 'node:fs';

/** In `/proc/self/fdinfo`: it is closed in every child. */
const CLOSED_IN_CHILDREN = 0o2000000;

let found: readonly number[] | undefined;
let nothing: number | undefined;

/**
 * `stdio: withoutInherited(['ignore', 'pipe', 'pipe'])`: whoever started us may have left descriptors open that lead anywhere, and a child
 * would have them too. There they are `/dev/null`. Our own are closed in children; if there is no `/proc`, nothing is known.
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
