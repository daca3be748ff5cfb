import { spawnSync } from 'node:child_process';

/**
 * Why a page cannot use such a file of `--renderers`, as far as that is known without running it; undefined if nothing speaks against it. It is
 * the page's to run, so Node only reads it: `rendererProblem('import a from "a"; export const b = a;')`
 */
export function rendererProblem(text: string): string | undefined {
  if (text.trim() === '') return 'it is empty';
  const { status, stderr } = spawnSync(process.execPath, ['--check', '--input-type=module', '-'], {
    input: text,
    encoding: 'utf8',
  });
  if (status !== 0) return `it is not JavaScript that a browser can read (${syntaxError(stderr)})`;
  const [, name] = IMPORT.exec(text.replace(/\/\*[^]*?\*\//g, '')) ?? [];
  if (name === undefined) return undefined;
  return `it imports ${JSON.stringify(name)}, which a page cannot find: all of it must be in one file`;
}

/** By a name or from a file beside it; a page has neither. */
const IMPORT =
  /^[ \t]*(?:import\s*(?:[^'"`;()]*?\bfrom\s*)?|export\s[^'"`;()=]*?\bfrom\s*)["']((?!https?:|data:|blob:)[^"'][^"']*)["']/m;

/** `SyntaxError: Unexpected token '='`, and the line. */
function syntaxError(told: string): string {
  const line = /^\[stdin\]:(\d\d*)/m.exec(told)?.[1];
  const words = /^SyntaxError: .*$/m.exec(told)?.[0] ?? 'it cannot be read';
  return line === undefined ? words : `line ${line}: ${words}`;
}
