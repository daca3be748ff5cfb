export type * from './item.ts';
export { ANSWER_THRESHOLD, textPlacement } from './placement.ts';
export type { TextPlacement } from './placement.ts';
export { foldTrusted } from './fold-trusted.ts';
export { foldThread, newThread, threadOf, timeline } from './timeline.ts';
export type { Thread } from './timeline.ts';
export { callError } from '../text/call-error.ts';
export { contentsText } from './content-text.ts';
export { callArguments, callName, callText } from './call-text.ts';
export {
  callNote,
  outcomeNote,
  problemText,
  resultLines,
  resultText,
  retryText,
  textOfResult,
  UNKNOWN_TOOL,
} from './entry-text.ts';
export { countOf, formatDuration, formatMeta, formatSize } from '../text/format.ts';
export type { Meta } from '../text/format.ts';
export { groupHeader, headerCounts } from './header.ts';
export type { GroupHeader, GroupState, HeaderCounts } from './header.ts';
export { emptyTally } from './tally.ts';
export { changeLines, changesText, fileChangeText, NOT_WATCHED } from './changes-text.ts';
export * from './lines/index.ts';
