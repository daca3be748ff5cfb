/** A thread as a person sees it: the parts, and the renderers by tool. Styles: `@toolthread/react/styles.css`. */
export { ThreadView } from './thread/thread-view.tsx';
export type { ThreadViewHandle, ThreadViewProps } from './thread/thread-view.tsx';
export type { ActionOutcome, ApprovalDecision, DiffOutcome, ThreadActions } from './thread/thread-actions.ts';
export { ThreadSettingsContext } from './thread/thread-settings.tsx';
export type { BlobUrl, ThreadSettings } from './thread/thread-settings.tsx';
export { createOpenedStore } from './thread/opened-store.ts';
export type { OpenedStorage, OpenedStore } from './thread/opened-store.ts';

export { AnswerView } from './items/answer-view.tsx';
export { CallEntry } from './calls/call-entry.tsx';
export { loadCalls } from './calls/load-calls.ts';
export { CompactionLine } from './items/compaction-line.tsx';
export { ErrorBanner } from './items/error-banner.tsx';
export { GroupView } from './items/group-view.tsx';
export { GroupView as InlineToolWidget } from './items/group-view.tsx';
export { ItemList, ItemView } from './items/item-view.tsx';
export type { DrawItems } from './calls/child-run.tsx';
export { MessageBubble } from './items/message-bubble.tsx';
export { OrphanView } from './items/orphan-view.tsx';
export { ReasoningView } from './items/reasoning-view.tsx';
export { SectionView } from './items/section-view.tsx';
export { StatusLine } from './items/status-line.tsx';
export { AccountTable } from './account/account-table.tsx';
export { accountWords } from './account/account-words.ts';
export { ChangesLine } from './changes/changes-line.tsx';
export { QueuedList } from './queue/queued-list.tsx';
export type { QueuedListProps } from './queue/queued-list.tsx';
export { unreadMessages } from './queue/unread-messages.ts';
export type { UnreadMessages } from './queue/unread-messages.ts';
export { RequestCard } from './requests/request-card.tsx';
export { loadOpenRequest } from './requests/load-open-request.ts';

export { CodeBlock } from './markdown/code-block.tsx';
export { Markdown } from './markdown/markdown.tsx';
export { CollapsibleBlock } from './parts/collapsible-block.tsx';
export { CopyButton } from './parts/copy-button.tsx';
export { JsonView } from './parts/json-view.tsx';
export { KeyHint } from './parts/key-hint.tsx';
export { StateMark } from './parts/state-mark.tsx';
export type { MarkState } from './parts/state-mark.tsx';
export { VisibleText } from './text/visible-text.tsx';

export { ToolBlockRenderer } from './tools/tool-block-renderer.tsx';
export { ToolCollapsibleWrapper } from './tools/tool-collapsible-wrapper.tsx';
export { rendererFor } from './tools/tool-renderer.ts';
export type { RendererOptions, ToolProps, ToolRenderer } from './tools/tool-renderer.ts';
export { toolRenderers } from './tools/tool-renderers.ts';
