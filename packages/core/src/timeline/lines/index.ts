/** The words of a timeline, for those that draw one: its lines, and what each item, call and request says. */

// All lines of a timeline.
export { linesOf } from './lines-of.ts';
export type { LineRole, LinesForm, LineSpan, PlacedLine, TimelineLine, WhenText } from './lines-of.ts';
export { walkItems } from './walk-items.ts';
export type { Drawn, Placed } from './walk-items.ts';

// What can be found in a timeline, and the way to it.
export { hitsOf } from '../find/hits-of.ts';
export type { Hit } from '../find/hits-of.ts';
export { aroundWords } from '../find/around-words.ts';
export { askedSearch, isAnswerable, THREADS_AGENT } from '../find/asked-search.ts';
export type { AskedSearch } from '../find/asked-search.ts';
export { marksIn } from '../find/marks-in.ts';
export { factsOf } from '../find/said.ts';
export type { Said, SaidFacts } from '../find/said.ts';
export { saidChanges } from '../find/said-changes.ts';
export type { SaidChanges } from '../find/said-changes.ts';
export { saidTexts } from '../find/said-texts.ts';
export type { SaidText } from '../find/said-texts.ts';
export { stopsOf } from '../find/stops-of.ts';
export type { StopKind } from '../find/stops-of.ts';
export { indexedPieces } from '../find/indexed-pieces.ts';
export { allTermsOf, indexedText, lowered, matchOf, termsOf } from '../find/terms-of.ts';
export { walkSources } from '../find/walk-sources.ts';
export type { Enclosure, PlacedSource } from '../find/walk-sources.ts';
export { wayTo } from '../find/way-to.ts';
export { whoseOf } from '../find/whose-of.ts';
export { wordsPattern } from '../find/words-pattern.ts';

export { vectorOf } from '../../structure/vector-of.ts';
export { emptyTally } from '../place/tally.ts';

// A group and its entries.
export { goesOn, groupHeader, headerCounts } from './group-header.ts';
export type { GroupHeader, GroupState, HeaderCounts } from './group-header.ts';
export { coveredMs, workSpans } from './work-spans.ts';
export type { Span } from './work-spans.ts';
export { childrenAround } from './children-around.ts';
export type { ChildrenAround } from './children-around.ts';
export { entryLines } from './entry-lines.ts';
export type { EntryLines, EntryOptions } from './entry-lines.ts';
export { callArguments, callInput, callName, callText, wholeArguments } from './call-text.ts';
export { ellipsis } from './cut-result.ts';
export type { ArgumentsText } from './call-text.ts';
export { callError } from '../../text/call-error.ts';
export { callNote, isUnderWay, outcomeNote, problemText, retryText } from './call-note.ts';
export { resultLines, resultText, textOfResult, UNKNOWN_TOOL } from './result-text.ts';
export type { ResultLines, ResultOptions } from './result-text.ts';
export { storedResultLines } from './stored-result-lines.ts';
export { contentsText } from '../../text/content-text.ts';

// What a tool does, by its name.
export { mcpName, namesOfKind, toolKind, toolKinds } from './tool-kind.ts';
export type { McpName, ToolKind } from './tool-kind.ts';

// The other items.
export {
  answerEndings,
  answerMeta,
  answerText,
  compactionText,
  discardedText,
  evaluationText,
  ORPHAN_TEXT,
  sectionText,
  speakerName,
  statusText,
} from './answer-text.ts';
export { reasoningItemText, reasoningLabel, reasoningText } from './reasoning-text.ts';
export { changeLines, changesText, fileChangeText, NOT_WATCHED } from './changes-text.ts';

// The account of an import.
export { accountRows, accountText } from './account-text.ts';
export type { AccountText } from './account-text.ts';

// Requests.
export { labelText, proposedArguments, proposedRuns } from './proposed-arguments.ts';
export type { ProposedArgument } from './proposed-arguments.ts';
export { requestText, unnamedTool } from './request-text.ts';
export { alwaysText, grantText } from './grant-text.ts';
export { answersText, decisionText, requestTitle, settledText } from './settled-text.ts';
