/** The older way of those who have messages of text only: a call is said as `[name(args)]`, its result is told by the user. */
import { ContextManager } from '@toolthread/core/context';
import type { CompletionMessage } from '@toolthread/core/context';
import type { Exchange, Use } from '../threads/work.ts';

/**
 * `bare`: as it was done; of two calls at once nobody can tell which result is whose. `numbered`: the least that says it.
 *
 * `await placeholderForm(work, 'bare')`
 */
export async function placeholderForm(
  work: readonly Exchange[],
  labels: 'bare' | 'numbered',
): Promise<readonly CompletionMessage[]> {
  const manager = new ContextManager();
  let number = 0;
  for (const { asked, words, calls } of work) {
    if (asked !== undefined) manager.addUserMessage(asked);
    await manager.flushUserBuffer();
    const numbered = calls.map((use) => ({ use, label: labels === 'bare' ? '' : `${(number += 1)}: ` }));
    const said = [words, numbered.map(({ use, label }) => `[${label}${placeholder(use)}]`).join(' ')];
    manager.addAssistantMessage(said.filter((text) => text !== '').join('\n\n'));
    for (const { use, label } of numbered) {
      manager.addUserMessage(`${label}${use.isError ? 'Error: ' : ''}${use.result}`);
      if (use.answer !== undefined) manager.addUserMessage(use.answer);
    }
  }
  await manager.flushUserBuffer();
  return manager.messages;
}

function placeholder({ name, parameters }: Use): string {
  const args = Object.entries(parameters).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return `${name}(${args.join(', ')})`;
}

/** Calls as calls, results as results; what a person answered is the result of the question. */
export async function structuredForm(work: readonly Exchange[]): Promise<readonly CompletionMessage[]> {
  const manager = new ContextManager();
  for (const { asked, words, calls } of work) {
    if (asked !== undefined) manager.addUserMessage(asked);
    await manager.flushUserBuffer();
    manager.addAssistantMessageWithTools(words, calls);
    for (const { id, result, isError, answer } of calls) manager.addToolResult(id, answer ?? result, isError);
  }
  await manager.flushUserBuffer();
  return manager.messages;
}
