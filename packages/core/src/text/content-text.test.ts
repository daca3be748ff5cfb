import { expect, test } from 'vitest';
import { contentsText } from './content-text.ts';

test('what is no text is named, so that nobody takes an image for silence', () => {
  const source = { kind: 'url', url: 'https://kiln.example/x' } as const;
  expect(
    contentsText([
      { type: 'text', text: 'See:' },
      { type: 'image', media_type: 'image/png', source },
      { type: 'image', media_type: 'image/png', source, name: 'page.png' },
      { type: 'file', media_type: 'text/csv', source, name: 'a.csv' },
      { type: 'reference', name: 'Notes' },
      // [seed 003] Some tools call every file an image.
      { type: 'image', media_type: 'application/pdf', source, name: 'plan.pdf' },
      { type: 'image', media_type: '', source, name: 'chart' },
    ]),
  ).toBe(
    'See:\n[image: image/png]\n[image: page.png]\n[file: a.csv]\n[reference: Notes]\n[file: plan.pdf]\n[image: chart]',
  );
  expect(contentsText([])).toBe('');
});
