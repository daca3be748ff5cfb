import type { CompletionMessage, Provenance } from '../completion-message.ts';
import { completionMessage } from '../completion-message.ts';

/** Two messages of one role as one: `joined(messages[0], messages[1])` */
export function joined(a: CompletionMessage, b: CompletionMessage): CompletionMessage {
  return completionMessage(
    a.role,
    [...a.parts, ...b.parts],
    joinedProvenance(a.provenance, b.provenance),
    b.seq ?? a.seq,
    b.cacheControl ?? a.cacheControl,
  );
}

function joinedProvenance(a: Provenance, b: Provenance): Provenance {
  if (a === b) return a;
  if (a.startsWith('tool-results') || b.startsWith('tool-results')) return 'tool-results-and-text';
  return a === 'compaction' || b === 'compaction' ? 'compaction' : 'mixed';
}
