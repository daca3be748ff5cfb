import { createHash } from 'node:crypto';
import type { ContentPart, LedgerEvent } from '@toolthread/core';

/** `blobHash(bytes)`: sha-256, in hex. */
export function blobHash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * The blobs that an event names. What those name in turn, as a tree does its files, is not looked at.
 *
 * @example
 * blobsOf({ v: 1, thread: 't1', seq: 1, at: 0, type: 'workspace.saved', tree: 'a1b2' }); //=> new Set(['a1b2'])
 */
export function blobsOf(event: LedgerEvent): ReadonlySet<string> {
  return new Set(namedIn(event));
}

function namedIn(event: LedgerEvent): readonly string[] {
  switch (event.type) {
    case 'message.posted':
    case 'message.changed':
      return blobsIn(event.parts);
    case 'agent.part.completed':
      return event.content === undefined ? [] : blobsIn([event.content]);
    case 'agent.tool.completed':
      return [...blobsIn(event.parts ?? []), ...(event.full_blob === undefined ? [] : [event.full_blob])];
    case 'workspace.saved':
      return [event.tree];
    case 'agent.configured':
      return [event.system_blob ?? [], event.tools_blob ?? []].flat();
    case 'workspace.changed':
      return event.files.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
    case 'thread.created':
    case 'thread.renamed':
    case 'thread.rested':
    case 'thread.placed':
    case 'agent.chosen':
    case 'thread.closed':
    case 'thread.rewound':
    case 'scope.opened':
    case 'agent.status':
    case 'agent.step.started':
    case 'agent.step.completed':
    case 'agent.step.retrying':
    case 'agent.text.delta':
    case 'agent.reasoning.delta':
    case 'agent.tool.input.delta':
    case 'agent.tool.output.delta':
    case 'agent.tool.called':
    case 'agent.tool.started':
    case 'agent.tool.retrying':
    case 'agent.continuation':
    case 'request.opened':
    case 'request.resolved':
    case 'run.retry.requested':
    case 'run.stop.requested':
    case 'context.compacted':
    case 'source.record':
    case 'event.purged':
    case 'event.withheld':
      return [];
    default:
      return event satisfies never;
  }
}

/**
 * The blobs that the parts of a message or of a result name.
 *
 * @example
 * blobsIn([{ type: 'file', media_type: 'text/plain', source: { kind: 'blob', hash: 'a1b2', size: 1 } }]); //=> ['a1b2']
 */
export function blobsIn(parts: readonly ContentPart[]): readonly string[] {
  return parts.flatMap((part) =>
    (part.type === 'image' || part.type === 'file') && part.source.kind === 'blob' ? [part.source.hash] : [],
  );
}
