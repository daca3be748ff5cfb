import type { Case } from '../../case.ts';
import { compare } from '../../compare.ts';
import { withPages, workOn } from '../../pages/browser-stage.ts';

const CHARACTERS = 50_000;

/** An answer that grows by 4 characters, each time drawn and laid out, in Chromium. */
export const markdownVsStreamdown: Case = {
  name: 'markdown-vs-streamdown',
  unit: 'characters/s of 50 KB that grow by 4, drawn in Chromium',
  target: { at: 'least', ratio: 10 },
  run: () =>
    withPages({ ours: 'ours-markdown.mjs', theirs: 'streamdown-markdown.mjs' }, ({ ours, theirs }) =>
      compare(CHARACTERS, { ours: workOn(ours), theirs: workOn(theirs) }, () => performance.now()),
    ),
};
