/** A thread as a person sees it: the parts, and the renderers by tool. Styles: `@toolthread/react/styles.css`. */
'use client';
export { ContractThread, type ContractThreadProps } from './contract/contract-thread.tsx';
export { ToolText, type ToolTextProps } from './text/tool-text.tsx';
export {
  ThreadView,
  type ThreadViewHandle,
  type ThreadViewOptions,
  type ThreadViewProps,
} from './thread/thread-view.tsx';
export type { EarlierItems } from './thread/earlier-row.tsx';
export { scrollThread } from './thread/scroll/scroll-thread.ts';
export { useThread, type LiveThread } from './thread/use-thread.ts';
export type {
  ActionOutcome,
  AgainChoice,
  ItemChoice,
  ItemRange,
  ApprovalDecision,
  DiffOutcome,
  RewindChoice,
  ThreadActions,
} from './thread/actions/thread-actions.ts';
export { ThreadSettingsContext, type BlobUrl, type ThreadSettings } from './thread/thread-settings.tsx';
export { connectionActions } from './thread/actions/connection-actions.ts';
export { createOpenedStore, type OpenedStorage, type OpenedStore } from './thread/opened-store.ts';

export { LanguageProvider, type LanguageProviderProps } from './labels/language-provider.tsx';
export { useLanguage } from './labels/use-language.ts';
export type { Labels, PluralForms, SomeLabels } from './labels/labels.ts';
export type { Noun, Phrase } from './labels/phrase.ts';

export { AnswerView } from './items/answer-view.tsx';
export { CallEntry, type CallEntryProps } from './calls/call-entry.tsx';
export { loadCalls } from './calls/load-calls.ts';
export { CompactionLine } from './items/compaction-line.tsx';
export { ErrorBanner } from './items/error-banner.tsx';
export { GroupView, type GroupViewProps } from './items/group-view.tsx';
export { InlineToolWidget, type InlineToolWidgetProps } from './contract/inline-tool-widget.tsx';
export { ToolGroup, type ToolGroupProps } from './items/tool-group.tsx';
export { ItemList, ItemView, type ItemListProps, type ItemViewProps } from './items/item-view.tsx';
export type { DrawItems } from './calls/child-run.tsx';
export { MessageBubble } from './items/message-bubble.tsx';
export { OrphanView } from './items/orphan-view.tsx';
export { ReasoningView } from './items/reasoning-view.tsx';
export { SectionView, type SectionViewProps } from './items/section-view.tsx';
export { StatusLine, type StatusLineProps } from './items/status-line.tsx';
export { AccountTable } from './account/account-table.tsx';
export { ChangesLine } from './changes/changes-line.tsx';
export { QueuedList, type QueuedListProps } from './queue/queued-list.tsx';
export { unreadMessages, type UnreadMessages } from './queue/unread-messages.ts';
export { keepDraft } from './composer/use-draft.ts';
export type { AttachLimits } from './composer/attachable.ts';
export { Composer, type ComposerProps } from './composer/composer.tsx';
export { daysAgo } from './threads/days-ago.ts';
export { ThreadList, type ThreadListProps } from './threads/thread-list.tsx';
export { conditionMark, type ThreadMark } from './threads/thread-mark.ts';
export { Approval, type ApprovalProps } from './requests/approval.tsx';
export { Question, type QuestionProps } from './requests/question.tsx';
export { RequestCard } from './requests/request-card.tsx';
export { loadOpenRequest } from './requests/load-open-request.ts';
export { loadControls } from './thread/load-controls.ts';

export { CodeBlock, type CodeBlockProps } from './markdown/code-block.tsx';
export { Markdown, type MarkdownProps } from './markdown/markdown.tsx';
export {
  CollapsibleBlock,
  collapsibleBlocks,
  type CollapsibleBlockConfig,
  type CollapsibleBlockProps,
} from './parts/collapsible-block.tsx';
export { CopyButton, type CopyButtonProps } from './parts/copy-button.tsx';
export { Diff, type DiffProps } from './tools/diff.tsx';
export { JsonView, type JsonViewProps } from './parts/json-view.tsx';
export { KeyHint } from './parts/key-hint.tsx';
export { itemVersions, messageItemKey, type ItemVersions } from './versions/item-versions.ts';
export { latePart, type LatePart } from './parts/late-part.tsx';
export { Terminal, type TerminalProps } from './terminal/terminal.tsx';
export { StateMark, type MarkState } from './parts/state-mark.tsx';
export { isComposing } from './text/is-composing.ts';
export { isTyping } from './text/is-typing.ts';
export { type Undrawn, undrawnAt } from './text/undrawn.ts';
export { VisibleText } from './text/visible-text.tsx';

export { ToolBlockRenderer } from './tools/tool-block-renderer.tsx';
export { ToolCollapsibleWrapper, type ToolCollapsibleWrapperProps } from './tools/tool-collapsible-wrapper.tsx';
export { rendererFor, type RendererOptions, type ToolProps, type ToolRenderer } from './tools/tool-renderer.ts';
export { toolRenderers } from './tools/tool-renderers.ts';
