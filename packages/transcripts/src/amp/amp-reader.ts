/** Amp's threads: one JSON document each, with messages in blocks like Anthropic's. */
import { shellData } from '@toolthread/core/events';
import type { ContentPart, Outcome } from '@toolthread/core';
import { fieldsOf, isList, listOf, numberOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { blocksOf, tellBlock } from '../anthropic/tell-block.ts';
import { contentParts } from '@toolthread/core/unified';
import { timeOf } from '../records/time-of.ts';
import { wholeRecord } from '../records/whole-record.ts';
import { FOLDED, hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { toldOnce } from '../message-list/told-once.ts';
import type { ImportWriter } from '../thread/import-writer.ts';
import { ThreadWriter } from '../thread/thread-writer.ts';
import { usageOf } from '../thread/usage-of.ts';
import type { FormatReader, RecordReader, SourceLine } from '../transcript/format-reader.ts';

export const ampReader: FormatReader = {
  format: 'amp',
  shape: 'document',
  detect({ values: [first] }) {
    const thread = fieldsOf(first);
    return /^T-[\w-][\w-]*$/.test(textOf(thread['id']) ?? '') && isList(thread['messages']) ? 1 : 0;
  },
  open: (ledger) => new AmpReader(ledger),
};

class AmpReader implements RecordReader {
  readonly #thread: ThreadWriter;
  #messages = 0;

  constructor(ledger: ImportWriter) {
    this.#thread = new ThreadWriter(ledger);
  }

  get title(): string | undefined {
    return this.#thread.title;
  }

  record(source: SourceLine): void {
    const document = fieldsOf(source.value);
    const session = textOf(document['id']);
    this.#thread.moveTo(timeOf(document['created']));
    this.#thread.create({ format: 'amp', ...(session === undefined ? {} : { session }) }, folderOf(document));
    this.#thread.name(textOf(document['title']));
    this.#thread.ledger.settle(
      { line: 1, byte: 0, value: wholeRecord({ ...document, messages: undefined }) },
      'folded',
    );
    toldOnce(listOf(document['messages']), 'newer').forEach(({ value, state, again }, index) => {
      if (again === undefined) this.#messages += 1;
      const { fate, rule } = again ?? this.#tell(fieldsOf(state));
      this.#thread.ledger.settle({ line: index + 2, byte: 0, value }, fate, rule);
    });
  }

  end(): void {
    this.#thread.close();
  }

  counts(): { readonly [name: string]: Json } {
    return { messages: this.#messages, ...this.#thread.calls.counts() };
  }

  #tell(message: JsonFields): Fate {
    const at = timeOf(fieldsOf(message['meta'])['sentAt']) ?? timeOf(fieldsOf(message['usage'])['timestamp']);
    this.#thread.moveTo(at);
    const blocks = blocksOf(message['content']);
    switch (textOf(message['role']) ?? 'none') {
      case 'user':
        return this.#user(blocks);
      case 'assistant':
        return this.#assistant(message, blocks);
      case 'info':
        return this.#info(blocks);
      default:
        return hidden(`unknown:${textOf(message['role']) ?? 'none'}`);
    }
  }

  #user(blocks: readonly JsonFields[]): Fate {
    const results = blocks.filter(({ type }) => type === 'tool_result');
    for (const block of results) this.#result(block);
    const parts = blocks
      .filter(({ type, text }) => type !== 'tool_result' && text !== '')
      .flatMap((block): readonly ContentPart[] => contentParts([wholeRecord(block)]));
    if (parts.length > 0) this.#thread.post(parts);
    if (parts.length > 0) return SHOWN;
    return results.length > 0 ? FOLDED : hidden('empty');
  }

  #result(block: JsonFields): void {
    const run = fieldsOf(block['run']);
    const status = textOf(run['status']) ?? '';
    // [L3] A result or an error that is recorded is one, whatever the status is.
    const hasFailed = run['error'] !== undefined && run['error'] !== null;
    if (!SETTLED.has(status) && !hasFailed && resultText(run['result']) === undefined) return;
    const { success, exitCode: told } = fieldsOf(run['result']);
    const exitCode = numberOf(told);
    const outcome = outcomeOf(hasFailed && !SETTLED.has(status) ? 'error' : status, success, exitCode);
    const text = resultText(run['result']) ?? resultText(run['progress']);
    this.#thread.result(textOf(block['toolUseID']) ?? textOf(block['tool_use_id']) ?? '', {
      outcome,
      ...(text === undefined || text === '' ? {} : { parts: [{ type: 'text', text }] }),
      structured: shellData(exitCode),
      error: outcome === 'done' ? undefined : whyOf(run, exitCode),
    });
  }

  #assistant(message: JsonFields, blocks: readonly JsonFields[]): Fate {
    const usage = fieldsOf(message['usage']);
    const model = textOf(usage['model']);
    if (model !== undefined) this.#thread.configure({ provider: 'amp', api: 'amp', model });
    const step = this.#thread.startStep();
    step.usage = usageOf(usage, {
      input: 'inputTokens',
      output: 'outputTokens',
      cacheRead: 'cacheReadInputTokens',
      cacheWrite: 'cacheCreationInputTokens',
    });
    if (fieldsOf(message['state'])['type'] === 'cancelled') step.finish = 'aborted';
    for (const block of blocks) tellBlock(this.#thread, step, block, model ?? '');
    return blocks.length === 0 ? hidden('empty') : SHOWN;
  }

  /** A summary in the place of what came before, or the thread that holds it. */
  #info(blocks: readonly JsonFields[]): Fate {
    const [summary] = blocks.filter(({ type }) => type === 'summary').map(({ summary: told }) => fieldsOf(told));
    if (summary === undefined) return hidden('info');
    const thread = textOf(summary['thread']);
    this.#thread.compact(
      textOf(summary['summary']) ?? (thread === undefined ? '' : `Continued from thread ${thread}.`),
    );
    return SHOWN;
  }
}

const SETTLED: ReadonlySet<string> = new Set(['done', 'error', 'cancelled', 'rejected-by-user']);

/** [L3] As the file has it; a result that says of itself that it did not succeed has failed, and so has a command with another exit code than 0. */
function outcomeOf(status: string, success: Json | undefined, exitCode: number | undefined): Outcome {
  if (status === 'cancelled') return 'interrupted';
  if (status === 'rejected-by-user') return 'denied';
  return status === 'error' || success === false || (exitCode ?? 0) !== 0 ? 'failed' : 'done';
}

function whyOf(run: JsonFields, exitCode: number | undefined): string {
  const told = textOf(fieldsOf(run['error'])['message']) ?? textOf(run['reason']);
  return told ?? (exitCode === undefined ? (textOf(run['status']) ?? '') : `exit code ${exitCode}`);
}

/** A text as it is; what a shell printed, a file's words or a diff by their names; anything else as JSON. */
function resultText(result: Json | undefined): string | undefined {
  if (result === undefined || result === null) return undefined;
  const text = textOf(result);
  if (text !== undefined) return text;
  const fields = fieldsOf(result);
  for (const name of ['output', 'content', 'diff']) {
    const inner = textOf(fields[name]);
    if (inner !== undefined) return inner;
  }
  return JSON.stringify(result);
}

/** The first folder that was open. */
function folderOf(document: JsonFields): string | undefined {
  const initial = fieldsOf(fieldsOf(document['env'])['initial']);
  const [tree] = listOf(initial['trees']).map((one) => fieldsOf(one));
  const uri = textOf(tree?.['uri']) ?? '';
  return textOf(initial['cwd']) ?? (uri.startsWith('file://') ? decoded(uri.slice('file://'.length)) : undefined);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
