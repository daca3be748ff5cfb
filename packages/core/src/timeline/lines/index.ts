export {
  answerEndings,
  answerMeta,
  answerText,
  authorText,
  compactionText,
  discardedText,
  ORPHAN_TEXT,
  reasoningItemText,
  reasoningLabel,
  reasoningText,
  sectionText,
  speakerName,
} from './item-text.ts';
export { entryLines } from './entry-lines.ts';
export type { EntryLines } from './entry-lines.ts';
export { linesOf } from './lines.ts';
export type { LineRole, LinesForm, LineSpan, PlacedLine, TimelineLine } from './lines.ts';
export { labelText, proposedArguments, proposedRuns } from './proposal.ts';
export type { ProposedArgument } from './proposal.ts';
export { requestText } from './request-text.ts';
export { answersText, decisionWords, requestTitle, settledText } from './settled-text.ts';
export { walkItems } from './walk-items.ts';
export type { Drawn, Placed } from './walk-items.ts';
