/** assistant-ui with only those messages in the page that can be seen: its guide makes such a list of `@tanstack/react-virtual` and `MessageByIndex`. */
import { ThreadPrimitive, useAuiState } from '@assistant-ui/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { createElement, useLayoutEffect, useRef } from 'react';
import { benchAssistantUi, components } from './assistant-ui-page.mjs';

function VirtualMessages() {
  // Its own count, as in its guide: its store has a new message after the page that hands it over, and an index beyond it is drawn twice.
  const count = useAuiState((state) => state.thread.messages.length);
  const scroller = useRef(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => 400,
    overscan: 3,
  });
  // At the end, also while the last message grows.
  useLayoutEffect(() => virtualizer.scrollToIndex(count - 1, { align: 'end' }));
  const rows = virtualizer.getVirtualItems().map(({ index, key, start }) =>
    createElement(
      'div',
      {
        key,
        ref: virtualizer.measureElement,
        'data-index': index,
        style: { position: 'absolute', top: 0, left: 0, width: '100%', transform: `translateY(${start}px)` },
      },
      createElement(ThreadPrimitive.MessageByIndex, { index, components }),
    ),
  );
  return createElement(
    'div',
    { ref: scroller, style: { height: 700, overflow: 'auto' } },
    createElement('div', { style: { position: 'relative', height: virtualizer.getTotalSize() } }, rows),
  );
}

benchAssistantUi(() => createElement(VirtualMessages));
