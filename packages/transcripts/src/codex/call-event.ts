/** Events about calls: how each ended and, for calls without an item, what was called. */
import type { ContentPart } from '@toolthread/core';
import { fieldsOf, listOf, textOf } from '@toolthread/core/json';
import type { JsonFields } from '@toolthread/core/json';
import type { CallDraft } from '../thread/call-book.ts';
import type { CallReport } from './call-report.ts';
import { agentReport, dynamicReport, execReport, execText, mcpReport, mcpContent, patchReport } from './call-report.ts';
import { contentItems } from './content-items.ts';

/** `call`: what was called, where no item says so. */
export interface CallEvent {
  readonly report: CallReport;
  readonly call?: CallDraft;
  readonly words?: { readonly parts: readonly ContentPart[] };
}

export function callEvent(type: string, event: JsonFields): CallEvent | undefined {
  switch (type) {
    case 'exec_command_end':
      return {
        report: execReport(event),
        call: { name: nameOfExec(event), arguments: JSON.stringify({ command: listOf(event['command']) }) },
        words: { parts: contentItems(execText(event)) },
      };
    case 'patch_apply_end':
      return {
        report: patchReport(event),
        call: { name: 'apply_patch', arguments: '{}' },
        words: { parts: contentItems(textOf(event['stdout']) ?? '') },
      };
    case 'mcp_tool_call_end': {
      const { server, tool, arguments: args } = fieldsOf(event['invocation']);
      return {
        report: mcpReport(event),
        call: { name: `${nameIn(server)}.${nameIn(tool)}`, arguments: JSON.stringify(args ?? {}) },
        words: { parts: mcpContent(event) },
      };
    }
    case 'dynamic_tool_call_response':
      return {
        report: dynamicReport(event),
        call: { name: textOf(event['tool']) ?? 'tool', arguments: JSON.stringify(event['arguments'] ?? {}) },
        words: { parts: contentItems(event['content_items']) },
      };
    case 'collab_agent_spawn_end':
    case 'collab_agent_interaction_end':
    case 'collab_waiting_end':
    case 'collab_close_end':
    case 'collab_resume_end':
    case 'sub_agent_activity':
      return { report: agentReport(event) };
    default:
      return undefined;
  }
}

function nameOfExec(event: JsonFields): string {
  return textOf(event['source']) === 'user_shell' ? 'user_shell' : 'exec_command';
}

function nameIn(value: JsonFields[string]): string {
  return typeof value === 'string' ? value : 'mcp';
}
