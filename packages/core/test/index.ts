/** For the tests of every package: histories at random, golden ledgers, and what any provider would refuse. */
export { goldenLines, goldenNames, readExpected, readGolden } from '../fixtures/golden.ts';
export type { Expected, Moment } from '../fixtures/golden.ts';
export { arbitraryHistory } from '../fixtures/random-history.ts';
export { eventsOf } from './events-of.ts';
export { exampleFolder } from './example-folder.ts';
export { exampleItem } from './example-item.ts';
export { exampleSummary } from './example-summary.ts';
export { askedDrafts } from './asked-drafts.ts';
export { exampleCall, exampleDrafts, exampleEvents, exampleState, exampleThread } from './example-thread.ts';
export { at, storedRun, user } from './contract-messages.ts';
export { toldLive } from './told-live.ts';
export { problemsOf } from './problems-of.ts';
export { bypasses } from './bypasses.ts';
export { repeated, worstForms, worstPieces } from './worst-texts.ts';
export type { WorstForm } from './worst-texts.ts';
export { lineWords, missingWords, momentsOf, strangeRows } from './line-words.ts';
export { whereDrawn } from './where-drawn.ts';
export type { WhereDrawn } from './where-drawn.ts';
