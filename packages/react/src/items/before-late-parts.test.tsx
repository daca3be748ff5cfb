import { threadOf, timeline } from '@toolthread/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { goldenLedgers } from '../../test/golden-ledgers.ts';
import { showsNothing } from './shows-nothing.ts';

// Others have loaded them in this process: these are modules of our own, in which nothing is.
vi.resetModules();
const { ItemView } = await import('./item-view.tsx');

describe('before the late parts have come, as on a page that a server draws', () => {
  test.each(goldenLedgers)('[L1] %s: every item that shows something shows it', (_, events) => {
    for (const item of timeline(threadOf(events)).items) {
      const markup = renderToStaticMarkup(<ItemView item={item} />);
      expect(markup === '', `${item.kind} ${item.key}`).toBe(showsNothing(item));
    }
  });
});
