import { callResult } from '@toolthread/core';
import { exitCodeIn, toolData } from '@toolthread/core/events';
import type { Call } from '@toolthread/core';
import { toolKind } from '@toolthread/core/lines';
import type { ToolKind } from '@toolthread/core/lines';

/** `{ name: 'shell', matches: ofKind('shell') }` */
export function ofKind(kind: ToolKind): (call: Call) => boolean {
  return (call) => callKind(call) === kind;
}

/** What a call does: by what it asks, by its tool's name, and where nobody knows the tool, by the data it gave. */
function callKind(call: Call): ToolKind | undefined {
  const { request, name } = call;
  // A form that a tool asked for on its way is not what the call was about.
  if (request?.kind === 'question' && request.questions.length > 0) return 'question';
  const kind = toolKind(name);
  return kind === undefined || kind === 'mcp' ? (dataKind(call) ?? kind) : kind;
}

function dataKind(call: Call): ToolKind | undefined {
  const structured = callResult(call)?.structured;
  if (toolData(structured, 'diff') !== undefined) return 'edit';
  return toolData(structured, 'shell') === undefined && exitCodeIn(structured) === undefined ? undefined : 'shell';
}
