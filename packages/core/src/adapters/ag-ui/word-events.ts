import type { UiChunk } from '../ai-sdk/ui/ui-message.ts';
import type { AgUiEvent } from './ag-ui-event.ts';

/** What grows of a text, or of a reasoning, as AG-UI says it. `name`: who speaks, where there are several. */
export function wordEvents({ type, id, delta }: UiChunk, name?: string): readonly AgUiEvent[] {
  const messageId = `part/${String(id)}`;
  const speaker = type === 'text-start' && name !== undefined ? { name } : {};
  const words = delta === undefined ? {} : { delta };
  return (EVENTS[type] ?? []).map((event) => ({ ...event, messageId, ...speaker, ...words }));
}

const EVENTS: { readonly [type in UiChunk['type']]?: readonly AgUiEvent[] } = {
  'text-start': [{ type: 'TEXT_MESSAGE_START', role: 'assistant' }],
  'text-delta': [{ type: 'TEXT_MESSAGE_CONTENT' }],
  'text-end': [{ type: 'TEXT_MESSAGE_END' }],
  'reasoning-start': [{ type: 'REASONING_START' }, { type: 'REASONING_MESSAGE_START', role: 'reasoning' }],
  'reasoning-delta': [{ type: 'REASONING_MESSAGE_CONTENT' }],
  'reasoning-end': [{ type: 'REASONING_MESSAGE_END' }, { type: 'REASONING_END' }],
};
