import { readFileSync } from 'node:fs';

/** Why this Node is too old for the program; undefined if it is not. It is asked before anything else is loaded. */
export function nodeProblem(running: string): string | undefined {
  const manifest: { readonly engines: { readonly node: string } } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  const needed = manifest.engines.node.replace('>=', '');
  return isOlder(running, needed) ? `Node ${needed} or newer is needed. This is Node ${running}.` : undefined;
}

function isOlder(running: string, needed: string): boolean {
  const [major = 0, minor = 0] = running.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = needed.split('.').map(Number);
  return major < neededMajor || (major === neededMajor && minor < neededMinor);
}
