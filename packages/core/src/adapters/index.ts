/** Streams of other programs, read one part at a time into drafts of events; and a thread as such a stream. */
export { appendDrafts } from '../ledger/append-drafts.ts';
export { aiSdkReader } from './ai-sdk/ai-sdk-reader.ts';
export type { AiSdkReader, AiSdkReaderOptions } from './ai-sdk/ai-sdk-reader.ts';
export { aiSdkOutput } from './ai-sdk/ai-sdk-output.ts';
export type { AiSdkOutput } from './ai-sdk/ai-sdk-output.ts';
export { toUiMessages, uiMessageId, uiMessagesInPieces } from './ai-sdk/ui/to-ui-messages.ts';
export type { UiChunk, UiMessage, UiMetadata, UiPart, UiUsage } from './ai-sdk/ui/ui-message.ts';
export { foldUiTurn, isPersons, newUiTurn, uiReplyId } from './ai-sdk/ui/ui-turn.ts';
export type { UiTurn, UiTurnStep } from './ai-sdk/ui/ui-turn.ts';
export { agUiInterrupts } from './ag-ui/ag-ui-interrupts.ts';
export { agUiState } from './ag-ui/ag-ui-state.ts';
export { agUiUsage } from './ag-ui/ag-ui-usage.ts';
export type { AgUiUsage } from './ag-ui/ag-ui-usage.ts';
export { closeAgUi, foldAgUi, newAgUiStream } from './ag-ui/ag-ui-stream.ts';
export type { AgUiStream, AgUiStreamStep } from './ag-ui/ag-ui-stream.ts';
export type { AgUiEvent, AgUiMessage } from './ag-ui/ag-ui-event.ts';
export { snapshotEvents } from './ag-ui/snapshot-events.ts';
export { toAgUiMessages } from './ag-ui/to-ag-ui-messages.ts';
