import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ListFilter } from './list-filter.tsx';
import { soughtIn } from './sought-threads.ts';

const drawn = (listed: number | undefined, search = ''): string =>
  renderToStaticMarkup(
    <ListFilter
      agent="demo"
      sought={soughtIn(search)}
      threads={[]}
      folderOf={() => undefined}
      listed={listed}
      onSeek={() => undefined}
    />,
  );

test('[issue 13] of an empty list, and of one that is still being read, no state and no date is offered', () => {
  for (const listed of [undefined, 0]) {
    expect(drawn(listed)).toContain('Archive');
    expect(drawn(listed)).not.toContain('Any state');
    expect(drawn(listed)).not.toContain('Any time');
  }
  expect(drawn(1)).toContain('Any state');
});

test('[issue 13] what was chosen is there to be chosen otherwise, and says so where nothing is of it', () => {
  expect(drawn(0, '?state=failed')).toContain('Any state');
  expect(drawn(0, '?state=failed')).toContain('Nothing here.');
  expect(drawn(undefined, '?state=failed')).not.toContain('Nothing here.');
});
