/** What the model was told: Anthropic's messages, in older tasks with calls and results written into the text. */
import { wholeRecord } from '../records/whole-record.ts';
import type { ContentPart } from '@toolthread/core';
import { textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import { contentParts } from '@toolthread/core/unified';
import { timeOf } from '../records/time-of.ts';
import { blocksOf, tellBlock, tellResult } from '../anthropic/tell-block.ts';
import type { ResultDraft } from '../thread/call-book.ts';
import { FOLDED, hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import type { OpenStep } from '../thread/open-step.ts';
import type { ThreadWriter } from '../thread/thread-writer.ts';
import { xmlPieces } from './xml-pieces.ts';
import { typedText } from './typed-text.ts';

/** `[read_file for 'src/a.ts'] Result:`, and what follows it on the same line or in the next blocks. */
const RESULT = /^\[([a-z_][a-z_]*)( for [^]*?)?\] Result:\s*/;

export class ApiHistory {
  readonly #thread: ThreadWriter;
  /** Calls of the last response that were written as text: results follow in their order. */
  #waiting: string[] = [];

  constructor(thread: ThreadWriter) {
    this.#thread = thread;
  }

  tell(message: JsonFields): Fate {
    this.#thread.moveTo(timeOf(message['ts']));
    const role = textOf(message['role']) ?? 'none';
    if (role === 'assistant') return this.#tellResponse(message);
    return role === 'user' ? this.#tellUser(blocksOf(message['content'])) : hidden(`unknown:${role}`);
  }

  #tellResponse(message: JsonFields): Fate {
    const blocks = blocksOf(message['content']);
    if (blocks.length === 0) return hidden('empty');
    const step = this.#thread.startStep();
    this.#waiting = [];
    for (const block of blocks) {
      if (block['type'] === 'text') this.#tellText(step, textOf(block['text']) ?? '');
      else tellBlock(this.#thread, step, block, '');
    }
    this.#thread.closeStep();
    return SHOWN;
  }

  #tellText(step: OpenStep, text: string): void {
    for (const piece of xmlPieces(text)) {
      if (piece.kind === 'text') this.#thread.text(step, piece.text);
      else if (piece.kind === 'reasoning') this.#thread.reasoning(step, piece.text);
      else this.#tellCall(step, piece.name, piece.input);
    }
  }

  /** The final answer is written as a call, too; it is shown as the answer. */
  #tellCall(step: OpenStep, name: string, input: { readonly [name: string]: string }): void {
    const answer =
      name === 'attempt_completion' ? input['result'] : name === 'plan_mode_respond' ? input['response'] : undefined;
    if (answer !== undefined) return this.#thread.part(step, { kind: 'text', text: answer, phase: 'answer' });
    this.#waiting.push(this.#thread.call(step, { name, arguments: JSON.stringify(input) }));
    return undefined;
  }

  #tellUser(blocks: readonly JsonFields[]): Fate {
    const said: ContentPart[] = [];
    let results = 0;
    let open: { readonly id: string; readonly parts: ContentPart[] } | undefined;
    const settle = (): void => {
      if (open !== undefined) this.#thread.result(open.id, resultOf(open.parts));
      open = undefined;
    };
    for (const block of blocks) {
      if (block['type'] === 'tool_result') {
        tellResult(this.#thread, block);
        results += 1;
        continue;
      }
      const text = textOf(block['text']) ?? '';
      const head = block['type'] === 'text' ? RESULT.exec(text) : null;
      const id = head === null ? undefined : this.#waiting.shift();
      if (head !== null && id !== undefined) {
        settle();
        const rest = text.slice(head[0].length);
        open = { id, parts: rest === '' ? [] : [{ type: 'text', text: rest }] };
        results += 1;
        continue;
      }
      const parts = block['type'] === 'text' ? typedText(text) : contentParts([wholeRecord(block)]);
      if (open === undefined) said.push(...parts);
      else open.parts.push(...parts);
    }
    settle();
    if (said.length > 0) this.#thread.post(said);
    if (said.length > 0) return SHOWN;
    return results > 0 ? FOLDED : hidden('environment-details');
  }
}

/** Sentences that the program itself writes in place of a result. */
function resultOf(parts: readonly ContentPart[]): ResultDraft {
  const [first] = parts;
  const text = first?.type === 'text' ? first.text : '';
  if (text.startsWith('The user denied this operation')) return { outcome: 'denied', parts, error: text };
  if (text.startsWith('The tool execution failed with the following error:'))
    return { outcome: 'failed', parts, error: text };
  return { outcome: 'done', parts };
}
