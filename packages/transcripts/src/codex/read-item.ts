/** Items of the Responses API: the words, calls and outputs themselves. */
import { wholeRecord } from '../records/whole-record.ts';
import type { ContentPart } from '@toolthread/core';
import { phaseOf } from '@toolthread/core/events';
import { fieldsOf, isList, listOf, textOf } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';
import { FOLDED, hidden, SHOWN } from '../thread/fate.ts';
import type { Fate } from '../thread/fate.ts';
import { blobOf } from '../thread/blob-of.ts';
import { failuresInOutput, failuresToldIn } from './agent-failures.ts';
import { agentInOutput } from './agent-in-output.ts';
import { agentReport } from './call-report.ts';
import { callOutput, outputText } from './call-output.ts';
import { contentItems } from './content-items.ts';
import { fencedBlock } from '../thread/fenced-block.ts';
import { saidText } from './said-text.ts';
import { toldTexts } from './told-texts.ts';
import type { Rollout } from './rollout.ts';

const READERS: ReadonlyMap<string, (rollout: Rollout, item: JsonFields) => Fate> = new Map([
  ['message', readMessage],
  ['reasoning', readReasoning],
  ['function_call', (rollout, item) => readCall(rollout, item, textOf(item['arguments']) ?? '')],
  ['custom_tool_call', (rollout, item) => readCall(rollout, item, textOf(item['input']) ?? '')],
  ['local_shell_call', (rollout, item) => readOwnCall(rollout, item, 'local_shell', item['action'])],
  ['tool_search_call', (rollout, item) => readOwnCall(rollout, item, 'tool_search', item['arguments'])],
  ['function_call_output', readOutput],
  ['custom_tool_call_output', readOutput],
  ['local_shell_call_output', readOutput],
  ['tool_search_output', readFoundTools],
  ['web_search_call', readWebSearch],
  ['image_generation_call', readImage],
  ['agent_message', readAgentMessage],
]);
const SILENT: ReadonlySet<string> = new Set([
  'compaction',
  'compaction_summary',
  'context_compaction',
  'ghost_snapshot',
]);

export function readItem(rollout: Rollout, type: string, item: JsonFields): Fate {
  const read = READERS.get(type);
  if (read !== undefined) return read(rollout, item);
  return hidden(SILENT.has(type) ? type : `unknown:response_item/${type}`);
}

function readMessage(rollout: Rollout, item: JsonFields): Fate {
  switch (textOf(item['role']) ?? '') {
    case 'assistant':
      return readWords(rollout, item);
    case 'user':
      return readPrompt(rollout, item);
    default:
      return hidden('developer-message');
  }
}

function readWords(rollout: Rollout, item: JsonFields): Fate {
  const { content } = item;
  const parts = isList(content) ? content.flatMap(saidPart) : contentItems(content);
  // A refusal is the answer, and so are the words beside it.
  const phase = phaseOf(item['phase']) ?? (parts.some(({ type }) => type === 'refusal') ? 'answer' : undefined);
  rollout.hear('text', toldTexts(parts.map((part) => (part.type === 'text' ? part.text : '')).join('')));
  const step = rollout.response();
  for (const [place, part] of parts.entries()) {
    if (part.type === 'refusal') rollout.thread.part(step, { kind: 'refusal', text: part.text });
    else if (part.type !== 'text') rollout.thread.part(step, { kind: 'file', content: part });
    else if (part.text !== '') rollout.say(step, part.text, phase, place === 0 ? 'begins' : 'goes on');
  }
  return parts.length === 0 ? hidden('empty') : SHOWN;
}

interface Refusal {
  readonly type: 'refusal';
  readonly text: string;
}

function saidPart(content: Json): readonly (ContentPart | Refusal)[] {
  const { type, refusal } = fieldsOf(content);
  return type === 'refusal' ? [{ type, text: textOf(refusal) ?? '' }] : contentItems([content], fencedBlock);
}

function readPrompt(rollout: Rollout, item: JsonFields): Fate {
  const parts: ContentPart[] = [];
  let why = 'empty';
  for (const part of contentItems(item['content'])) {
    const said = part.type === 'text' ? saidText(part.text) : undefined;
    if (said?.kind === 'injected' && part.type === 'text') rollout.failAgents(failuresToldIn(part.text));
    if (said === undefined) parts.push(part);
    else if (said.kind === 'injected') why = said.rule;
    else if (said.text !== '') parts.push({ type: 'text', text: said.text });
  }
  if (parts.length === 0) return hidden(why);
  const words = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  if (rollout.mirrors.userItem(words)) return FOLDED;
  rollout.beginTurn();
  rollout.thread.post(parts, { scope: rollout.scope });
  return SHOWN;
}

function readReasoning(rollout: Rollout, item: JsonFields): Fate {
  const summary = blockTexts(item['summary']);
  const raw = blockTexts(item['content']);
  const text = (summary.length > 0 ? summary : raw).join('\n\n');
  rollout.hear('reasoning', [...summary, ...raw]);
  const isSealed = textOf(item['encrypted_content']) !== undefined;
  if (text === '' && !isSealed) return hidden('empty');
  rollout.think(text, blobOf(rollout.provider, 'responses', rollout.model, wholeRecord(item)));
  return text === '' ? FOLDED : SHOWN;
}

function blockTexts(value: Json | undefined): readonly string[] {
  return listOf(value).map((item) => textOf(fieldsOf(item)['text']) ?? '');
}

function readCall(rollout: Rollout, item: JsonFields, args: string): Fate {
  const space = textOf(item['namespace']);
  const name = textOf(item['name']) ?? 'tool';
  const id = textOf(item['call_id']) ?? textOf(item['id']);
  rollout.call({ id, name: space === undefined ? name : `${space}.${name}`, arguments: args });
  if (id !== undefined && item['status'] === 'failed') rollout.report(id, { outcome: 'failed' });
  const early = id === undefined ? undefined : rollout.takeEarly(id);
  // Only now is it known which tool gave it.
  if (early !== undefined) rollout.thread.tellAt(early.at, () => void tellOutput(rollout, early.item, false));
  return SHOWN;
}

/** A call of a tool that is Codex's own: its name stands in the item's type. */
function readOwnCall(rollout: Rollout, item: JsonFields, name: string, args: Json | undefined): Fate {
  return readCall(rollout, { ...item, name }, JSON.stringify(args ?? {}));
}

function readFoundTools(rollout: Rollout, item: JsonFields): Fate {
  return rollout.result(idOf(item), { outcome: 'done', parts: listOf(item['tools']).map(toolReference) });
}

function readOutput(rollout: Rollout, item: JsonFields): Fate {
  const id = idOf(item);
  if (!rollout.isCall(id)) return rollout.earlyResult(id, item, callOutput(item['output'], '', undefined));
  return tellOutput(rollout, item, rollout.wasInterrupted(id));
}

function tellOutput(rollout: Rollout, item: JsonFields, wasInterrupted: boolean): Fate {
  const id = idOf(item);
  const tool = rollout.toolOf(id);
  const text = outputText(item['output']);
  const agent = agentInOutput(tool, text);
  if (agent !== undefined) rollout.startAgent(agent, id);
  const started = agent === undefined ? undefined : agentReport({ new_thread_id: agent });
  const report = started === undefined ? rollout.reportOf(id) : { ...started, ...rollout.reportOf(id) };
  const result = callOutput(item['output'], tool, report, wasInterrupted);
  const fate = rollout.result(id, result);
  rollout.failAgents(failuresInOutput(tool, text));
  const began = rollout.processes.answered(id, tool, item['output']);
  // How the process ended is how the call ended that began it. It is done already where all went well: nothing need be said of it so late.
  const { outcome, structured, error } = result;
  if (began !== undefined && outcome !== 'done') rollout.report(began, { outcome, structured, error });
  return fate;
}

function idOf(item: JsonFields): string {
  return textOf(item['call_id']) ?? textOf(item['id']) ?? '';
}

function toolReference(tool: Json): ContentPart {
  return { type: 'reference', name: textOf(fieldsOf(tool)['name']) ?? 'tool' };
}

/** The provider searched: there is no output, the item says that it was done. */
function readWebSearch(rollout: Rollout, item: JsonFields): Fate {
  const search = { id: textOf(item['id']), name: 'web_search', arguments: JSON.stringify(item['action'] ?? {}) };
  rollout.callAndResult(rollout.searches.item(search), {
    outcome: textOf(item['status']) === 'failed' ? 'failed' : 'done',
  });
  return SHOWN;
}

function readImage(rollout: Rollout, item: JsonFields): Fate {
  const data = textOf(item['result']) ?? '';
  const image = { type: 'image', media_type: 'image/png', source: { kind: 'base64', data } } as const;
  rollout.callAndResult(
    {
      id: textOf(item['id']),
      name: 'image_generation',
      arguments: JSON.stringify({ prompt: textOf(item['revised_prompt']) ?? '' }),
    },
    data === '' ? { outcome: 'failed', error: 'There is no image.' } : { outcome: 'done', parts: [image] },
  );
  return SHOWN;
}

/** One agent writes to another. */
export function readAgentMessage(rollout: Rollout, item: JsonFields): Fate {
  const parts = contentItems(item['content']);
  if (parts.length === 0) return hidden('encrypted-message');
  rollout.endResponse();
  rollout.thread.post(parts, { author: textOf(item['author']) ?? 'agent', scope: rollout.scope });
  return SHOWN;
}
