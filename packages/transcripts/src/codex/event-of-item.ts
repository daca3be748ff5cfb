/** The paginated generation writes whole items where others wrote events; each is read as the event it stands for. */
import { fieldsOf, listOf, textOf, textsIn } from '@toolthread/core/json';
import type { Json, JsonFields } from '@toolthread/core/json';

interface SameEvent {
  readonly type: string;
  readonly event: JsonFields;
}

/** `eventOfItem({ type: 'CommandExecution', id: 'call_1', exitCode: 1 })?.type === 'exec_command_end'` */
export function eventOfItem(item: JsonFields): SameEvent | undefined {
  const id = textOf(item['id']) ?? '';
  switch (textOf(item['type']) ?? '') {
    case 'UserMessage':
      return { type: 'user_message', event: { message: textsOf(item['content']), images: imagesOf(item['content']) } };
    case 'AgentMessage':
      return { type: 'agent_message', event: { message: textsOf(item['content']), phase: item['phase'] } };
    case 'Plan':
      return { type: 'agent_message', event: { message: textOf(item['text']) ?? '' } };
    case 'Reasoning':
      return { type: 'agent_reasoning', event: { text: textsIn(item['summary_text']).join('\n\n') } };
    case 'CommandExecution':
      return { type: 'exec_command_end', event: { ...item, call_id: id } };
    case 'FileChange':
      return { type: 'patch_apply_end', event: { ...item, call_id: id } };
    case 'McpToolCall': {
      const { server, tool, arguments: args } = item;
      const invocation: Json = { server: server ?? 'mcp', tool: tool ?? 'tool', arguments: args ?? {} };
      return { type: 'mcp_tool_call_end', event: { ...item, call_id: id, invocation } };
    }
    case 'DynamicToolCall':
      return {
        type: 'dynamic_tool_call_response',
        event: { ...item, call_id: id, content_items: item['contentItems'] },
      };
    case 'CollabAgentToolCall':
      return { type: 'collab_agent_interaction_end', event: { ...item, call_id: id } };
    case 'SubAgentActivity':
      return { type: 'sub_agent_activity', event: { call_id: id, agent_thread_id: item['agentThreadId'] } };
    case 'WebSearch':
      return { type: 'web_search_end', event: { call_id: id, query: item['query'], action: item['action'] } };
    case 'ImageGeneration':
      return { type: 'image_generation_end', event: item };
    case 'ImageView':
      return { type: 'view_image_tool_call', event: item };
    case 'ContextCompaction':
      return { type: 'context_compacted', event: item };
    default:
      return undefined;
  }
}

function textsOf(content: Json | undefined): string {
  return listOf(content)
    .map((part) => textOf(fieldsOf(part)['text']) ?? '')
    .join('');
}

function imagesOf(content: Json | undefined): readonly Json[] {
  return listOf(content).flatMap((part) => fieldsOf(part)['image_url'] ?? []);
}
