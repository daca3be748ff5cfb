import { timeline, threadOf } from '@toolthread/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { goldenLedgers } from '../../test/golden-ledgers.ts';
import { ThreadView } from './thread-view.tsx';

test.each(goldenLedgers)('%s can be drawn where there is no window', (_, events) => {
  const { items } = timeline(threadOf(events));
  const markup = renderToStaticMarkup(<ThreadView thread="t" items={items} />);
  expect(markup).toContain('role="log"');
});
