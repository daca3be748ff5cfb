import type { Item } from '@toolthread/core';
import type { MarkState } from '../parts/state-mark.tsx';

/** What the mark of a child run says, by its last item; nothing if that tells nothing (L3). `childState(child.items.last())` */
export function childState(item: Item | undefined): MarkState {
  switch (item?.kind) {
    case 'group':
      return item.active ? 'working' : 'idle';
    case 'answer':
      return ANSWERS[item.state];
    case 'request':
      return item.request.settled === undefined ? 'waiting' : 'idle';
    case 'status':
      if (item.code === 'cancelled') return 'interrupted';
      return item.level === 'error' ? 'failed' : 'idle';
    case undefined:
    case 'message':
    case 'reasoning':
    case 'compaction':
    case 'changes':
    case 'section':
    case 'orphan':
    case 'gone':
      return 'idle';
  }
}

const ANSWERS = {
  streaming: 'working',
  done: 'done',
  truncated: 'interrupted',
  interrupted: 'interrupted',
  refused: 'failed',
  failed: 'failed',
} as const;
