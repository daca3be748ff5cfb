import { parseArguments } from './parse-arguments.ts';
import type { Tool } from './tool.ts';

/**
 * What is wrong with the arguments that a person wants to run instead; undefined if they would be taken. It is asked before the
 * approval is recorded, and the run checks them again.
 *
 * @example
 * import { readFile } from '@toolthread/agent';
 * await editProblem([readFile], 'read_file', '{"path":"a.ts"}'); //=> undefined
 * (await editProblem([readFile], 'read_file', '{"path":')) === undefined; //=> false
 */
export async function editProblem(tools: readonly Tool[], name: string, text: string): Promise<string | undefined> {
  const parsed = parseArguments(text);
  if (!parsed.ok) return `These arguments are not complete JSON: ${parsed.problem}.`;
  const accepted = await tools.find((tool) => tool.name === name)?.accept(parsed.value);
  if (accepted?.kind !== 'refused') return undefined;
  return `These arguments do not fit ${name}:\n${accepted.problem}`;
}
