import type { Item } from '@toolthread/core';
import { linesOf } from '@toolthread/core/lines';
import type { LinesForm } from '@toolthread/core/lines';

/** How much of the items a form does not show. */
export function unseenBytes(items: Iterable<Item>, form: LinesForm): number {
  return form === 'whole' ? 0 : Math.max(0, bytesOf(items, 'whole') - bytesOf(items, form));
}

function bytesOf(items: Iterable<Item>, form: LinesForm): number {
  let bytes = 0;
  for (const { spans } of linesOf(items, form)) {
    for (const { role, text } of spans) if (role !== 'hint') bytes += Buffer.byteLength(text);
  }
  return bytes;
}
