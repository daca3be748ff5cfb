/** A thread as a person sees it: the parts, and the renderers by tool. Styles: `@toolthread/react/styles.css`. */
'use client';
export { ContractThread } from './contract/contract-thread.tsx';
export type { ContractThreadProps } from './contract/contract-thread.tsx';
export { ToolText } from './text/tool-text.tsx';
export type { ToolTextProps } from './text/tool-text.tsx';
export { ThreadView } from './thread/thread-view.tsx';
export type { EarlierItems } from './thread/earlier-row.tsx';
export { scrollThread } from './thread/scroll/scroll-thread.ts';
export type { ThreadViewHandle, ThreadViewOptions, ThreadViewProps } from './thread/thread-view.tsx';
export { useThread } from './thread/use-thread.ts';
export type { LiveThread } from './thread/use-thread.ts';
export type {
  ActionOutcome,
  AgainChoice,
  ItemChoice,
  ItemRange,
  ApprovalDecision,
  DiffOutcome,
  RewindChoice,
  ThreadActions,
} from './thread/thread-actions.ts';
export { ThreadSettingsContext } from './thread/thread-settings.tsx';
export type { BlobUrl, ThreadSettings } from './thread/thread-settings.tsx';
export { connectionActions } from './thread/connection-actions.ts';
export { createOpenedStore } from './thread/opened-store.ts';
export type { OpenedStorage, OpenedStore } from './thread/opened-store.ts';

export { LanguageProvider } from './labels/language-provider.tsx';
export type { LanguageProviderProps } from './labels/language-provider.tsx';
export { useLanguage } from './labels/use-language.ts';
export type { Labels, PluralForms, SomeLabels } from './labels/labels.ts';
export type { Noun, Phrase } from './labels/phrase.ts';

export { AnswerView } from './items/answer-view.tsx';
export { CallEntry } from './calls/call-entry.tsx';
export { loadCalls } from './calls/load-calls.ts';
export { CompactionLine } from './items/compaction-line.tsx';
export { ErrorBanner } from './items/error-banner.tsx';
export { GroupView } from './items/group-view.tsx';
export { InlineToolWidget } from './contract/inline-tool-widget.tsx';
export type { InlineToolWidgetProps } from './contract/inline-tool-widget.tsx';
export { ToolGroup } from './items/tool-group.tsx';
export type { ToolGroupProps } from './items/tool-group.tsx';
export { ItemList, ItemView } from './items/item-view.tsx';
export type { ItemListProps } from './items/item-view.tsx';
export type { DrawItems } from './calls/child-run.tsx';
export { MessageBubble } from './items/message-bubble.tsx';
export { OrphanView } from './items/orphan-view.tsx';
export { ReasoningView } from './items/reasoning-view.tsx';
export { SectionView } from './items/section-view.tsx';
export { StatusLine } from './items/status-line.tsx';
export { AccountTable } from './account/account-table.tsx';
export { ChangesLine } from './changes/changes-line.tsx';
export { QueuedList } from './queue/queued-list.tsx';
export type { QueuedListProps } from './queue/queued-list.tsx';
export { unreadMessages } from './queue/unread-messages.ts';
export type { UnreadMessages } from './queue/unread-messages.ts';
export { keepDraft } from './composer/use-draft.ts';
export type { AttachLimits } from './composer/attachable.ts';
export { Composer } from './composer/composer.tsx';
export type { ComposerProps } from './composer/composer.tsx';
export { ThreadList } from './threads/thread-list.tsx';
export type { ThreadListProps } from './threads/thread-list.tsx';
export { conditionMark } from './threads/thread-mark.ts';
export type { ThreadMark } from './threads/thread-mark.ts';
export { Approval } from './requests/approval.tsx';
export type { ApprovalProps } from './requests/approval.tsx';
export { Question } from './requests/question.tsx';
export type { QuestionProps } from './requests/question.tsx';
export { RequestCard } from './requests/request-card.tsx';
export { loadOpenRequest } from './requests/load-open-request.ts';
export { loadControls } from './thread/load-controls.ts';

export { CodeBlock } from './markdown/code-block.tsx';
export { Markdown } from './markdown/markdown.tsx';
export { CollapsibleBlock, collapsibleBlocks } from './parts/collapsible-block.tsx';
export type { CollapsibleBlockConfig, CollapsibleBlockProps } from './parts/collapsible-block.tsx';
export { CopyButton } from './parts/copy-button.tsx';
export { Diff } from './tools/diff.tsx';
export type { DiffProps } from './tools/diff.tsx';
export { JsonView } from './parts/json-view.tsx';
export { KeyHint } from './parts/key-hint.tsx';
export { itemVersions, messageItemKey } from './versions/item-versions.ts';
export type { ItemVersions } from './versions/item-versions.ts';
export { latePart } from './parts/late-part.tsx';
export type { LatePart } from './parts/late-part.tsx';
export { Terminal } from './terminal/terminal.tsx';
export type { TerminalProps } from './terminal/terminal.tsx';
export { StateMark } from './parts/state-mark.tsx';
export type { MarkState } from './parts/state-mark.tsx';
export { isComposing } from './text/is-composing.ts';
export { VisibleText } from './text/visible-text.tsx';

export { ToolBlockRenderer } from './tools/tool-block-renderer.tsx';
export { ToolCollapsibleWrapper } from './tools/tool-collapsible-wrapper.tsx';
export { rendererFor } from './tools/tool-renderer.ts';
export type { RendererOptions, ToolProps, ToolRenderer } from './tools/tool-renderer.ts';
export { toolRenderers } from './tools/tool-renderers.ts';
