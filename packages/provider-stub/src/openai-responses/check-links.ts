import type { Problem, Report } from '../problem.ts';
import { listOf, shapeOf, stringOf } from '../shape.ts';
import type { Shape } from '../shape.ts';

/** What holds between items: calls and outputs by `call_id`, reasoning and what it led to, nothing twice. */
export function checkLinks(items: readonly Shape[], stateless: boolean, report: Report): void {
  checkCalls(items, report);
  checkTwice(items, report);
  const nowhere = leadingNowhere(items);
  for (const [index, item] of items.entries()) {
    if (item['type'] === 'item_reference' && stateless) report.add(notStored(stringOf(item['id'])));
    if (item['type'] !== 'reasoning') continue;
    const id = stringOf(item['id']);
    if (stateless && stringOf(item['encrypted_content']) === '') report.add(notStored(id));
    if (!nowhere.has(index)) continue;
    const message = `Item '${id}' of type 'reasoning' was provided without its required following item.`;
    report.add({ rule: 'reasoning-alone', message, param: 'input' });
  }
}

function checkCalls(items: readonly Shape[], report: Report): void {
  const open = new Set<string>();
  const known = new Set<string>();
  for (const item of items) {
    const id = stringOf(item['call_id']);
    if (item['type'] === 'function_call') {
      if (known.has(id)) {
        const message = `Duplicate function call found with call_id ${id}. Remove duplicate items from your input and try again.`;
        report.add({ rule: 'ids-unique', message, param: 'input' });
      }
      known.add(id);
      open.add(id);
    }
    if (item['type'] === 'function_call_output' && !open.delete(id)) {
      const message = `No tool call found for function call output with call_id ${id}.`;
      report.add({ rule: 'result-unasked', message, param: 'input' });
    }
  }
  for (const id of open) {
    report.add({ rule: 'call-unanswered', message: `No tool output found for function call ${id}.`, param: 'input' });
  }
}

function checkTwice(items: readonly Shape[], report: Report): void {
  const ids = new Set<string>();
  for (const item of items) {
    const id = stringOf(item['id']);
    if (id === '') continue;
    if (ids.has(id)) {
      const message = `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`;
      report.add({ rule: 'item-twice', message, param: 'input' });
    }
    ids.add(id);
  }
}

/** The indexes of reasoning that no item follows. A call, text that is not empty, or more reasoning with an item after it has to follow. */
function leadingNowhere(items: readonly Shape[]): Set<number> {
  const found = new Set<number>();
  let leads = false;
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index] ?? {};
    const type = item['type'] ?? 'message';
    if (type === 'reasoning') {
      if (!leads) found.add(index);
      continue;
    }
    leads = type !== 'function_call_output' && (type !== 'message' || saysSomething(item));
  }
  return found;
}

function saysSomething(message: Shape): boolean {
  if (message['role'] !== 'assistant') return false;
  const { content } = message;
  if (typeof content === 'string') return content !== '';
  return listOf(content).some(
    (part) => stringOf(shapeOf(part)['text']) !== '' || stringOf(shapeOf(part)['refusal']) !== '',
  );
}

function notStored(id: string): Problem {
  const message = `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`;
  return { rule: 'not-stored', message, status: 404, param: 'input' };
}
