import type { ContentPart } from '../ledger/content-part.ts';
import { isJsonObject } from '../ledger/json/json.ts';
import type { Json } from '../ledger/json/json.ts';
import type {
  CompletionMessage,
  CompletionPart,
  CompletionRole,
  Provenance,
  ToolCallView,
  ToolResult,
} from './completion-message.ts';

/** A message whose `content`, `toolCalls` and `toolResults` are read from its parts, so that they cannot disagree. */
export function completionMessage(
  role: CompletionRole,
  parts: readonly CompletionPart[],
  provenance: Provenance,
  seq?: number,
): CompletionMessage {
  return {
    role,
    parts,
    provenance,
    ...(seq === undefined ? {} : { seq }),
    get content(): string {
      return contentOf(role, parts);
    },
    get toolCalls(): readonly ToolCallView[] {
      return parts.flatMap((part) =>
        part.type === 'call' ? [{ id: part.id, name: part.name, parameters: parametersOf(part.arguments) }] : [],
      );
    },
    get toolResults(): readonly ToolResult[] {
      return parts.flatMap((part) =>
        part.type === 'result'
          ? [{ toolCallId: part.callId, content: onlyText(part.parts), isError: part.isError }]
          : [],
      );
    },
  };
}

/** A model's own texts follow each other; what people said is joined by a blank line. */
function contentOf(role: CompletionRole, parts: readonly CompletionPart[]): string {
  const texts = parts.flatMap((part) => {
    if (part.type === 'text') return [part.text];
    return part.type === 'content' && part.content.type === 'text' ? [part.content.text] : [];
  });
  return texts.join(role === 'assistant' ? '' : '\n\n');
}

/** Arguments as an object; what is no object is not thrown away but put under `input`. */
function parametersOf(text: string): { readonly [key: string]: Json } {
  if (text.trim() === '') return {};
  try {
    const value: Json = JSON.parse(text);
    return isJsonObject(value) ? value : { input: value };
  } catch {
    return { input: text };
  }
}

export function onlyText(parts: readonly ContentPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
