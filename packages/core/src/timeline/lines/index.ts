/** The words of a timeline, for those that draw one: its lines, and what each item, call and request says. */

// All lines of a timeline.
export { evaluationText } from './evaluation-text.ts';
export {
  linesOf,
  type LineRole,
  type LinesForm,
  type LineSpan,
  type PlacedLine,
  type TimelineLine,
  type WhenText,
} from './lines-of.ts';
export { walkItems, type Drawn, type Placed } from './walk-items.ts';

// What can be found in a timeline, and the way to it.
export { hitsOf, type Hit } from '../find/hits-of.ts';
export { aroundWords } from '../find/around-words.ts';
export { askedSearch, isAnswerable, THREADS_AGENT, type AskedSearch } from '../find/asked-search.ts';
export { marksIn } from '../find/marks-in.ts';
export { factsOf, type Said, type SaidFacts } from '../find/said.ts';
export { saidChanges, type SaidChanges } from '../find/said-changes.ts';
export { saidTexts, type SaidText } from '../find/said-texts.ts';
export { stopsOf, type StopKind } from '../find/stops-of.ts';
export { indexedPieces } from '../find/indexed-pieces.ts';
export { allTermsOf, indexedText, lowered, matchOf, termsOf } from '../find/terms-of.ts';
export { walkSources, type Enclosure, type PlacedSource } from '../find/walk-sources.ts';
export { wayTo } from '../find/way-to.ts';
export { whoseOf } from '../find/whose-of.ts';
export { wordsBegin } from '../find/words-begin.ts';
export { wordsPattern } from '../find/words-pattern.ts';

export { vectorOf } from '../../structure/vector-of.ts';
export { emptyTally, type Tally } from '../place/tally.ts';

// A group and its entries.
export {
  goesOn,
  groupHeader,
  hasEntries,
  headerCounts,
  type GroupHeader,
  type GroupState,
  type HeaderCounts,
} from './group-header.ts';
export { callMs, coveredMs, workSpans } from './work-spans.ts';
export type { Span } from '../../ledger/work/spans.ts';
export { childrenAround, type ChildrenAround } from './children-around.ts';
export { entryLines, type EntryLines, type EntryOptions } from './entry-lines.ts';
export { callArguments, callInput, callName, callText, wholeArguments, type ArgumentsText } from './call-text.ts';
export { utf8Size } from './cut-result.ts';
export { callError } from '../../text/call-error.ts';
export { callNote, isUnderWay, outcomeNote, problemText, retryText, statusWord } from './call-note.ts';
export { resultLines, resultText, textOfResult, type ResultLines, type ResultOptions } from './result-text.ts';
export { storedResultLines } from './stored-result-lines.ts';
export { contentsText } from '../../text/content-text.ts';

// What a tool does, by its name.
export { mcpName, namesOfKind, toolKind, toolKinds, type McpName, type ToolKind } from './tool-kind.ts';

// The other items.
export {
  answerEndings,
  answerMeta,
  answerText,
  compactionText,
  discardedText,
  ORPHAN_TEXT,
  UNKNOWN_TOOL,
  sectionText,
  speakerName,
  statusText,
} from './answer-text.ts';
export { reasoningItemText, reasoningLabel, reasoningText } from './reasoning-text.ts';
export { changeLines, fileChangeText, NOT_WATCHED } from './change-lines.ts';
export { changesText } from './changes-text.ts';

// The account of an import.
export { accountRows, accountText, type AccountText } from './account-text.ts';

// Requests.
export { labelText, proposedArguments, proposedRuns, type ProposedArgument } from './request/proposed-arguments.ts';
export { requestText, unnamedTool } from './request/request-text.ts';
export { ALWAYS_DAYS, alwaysText, grantText } from './request/grant-text.ts';
export { answersText, decisionText, requestTitle, settledText } from './request/settled-text.ts';
