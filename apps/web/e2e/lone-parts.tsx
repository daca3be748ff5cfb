import {
  Approval,
  CallEntry,
  ChangesLine,
  CodeBlock,
  CollapsibleBlock,
  CompactionLine,
  Composer,
  Diff,
  ErrorBanner,
  InlineToolWidget,
  JsonView,
  Markdown,
  OrphanView,
  Question,
  ReasoningView,
  SectionView,
  Terminal,
  ThreadList,
  ToolCollapsibleWrapper,
  ToolText,
  loadCalls,
  loadControls,
  loadOpenRequest,
} from '@toolthread/react';
import { exampleCall, exampleItem } from '@toolthread/core/testing';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const taken = async (): Promise<undefined> => undefined;
const counts = { seq: 9, calls: 2, failed: 0, waiting: 0, unfinished: false, damage: undefined };
const thread = { id: 't1', title: 'Parser', createdAt: 0, updatedAt: 0, status: 'completed', ...counts } as const;
const call = { id: 'c1', name: 'pwd', args: {}, status: 'completed', result: '/app' } as const;
const question = { question: 'Which linter?', options: [{ label: 'The new one' }, { label: 'The old one' }] };

const parts: Readonly<Record<string, ReactNode>> = {
  Approval: <Approval tool="run" arguments='{"command":"npm test"}' onDecide={taken} />,
  CallEntry: <CallEntry call={exampleCall} childRuns={[]} drawItems={() => null} />,
  ChangesLine: <ChangesLine item={exampleItem('changes')} />,
  CodeBlock: <CodeBlock language="ts" code="let a = 1;" complete />,
  CollapsibleBlock: <CollapsibleBlock config={{ icon: '🔧', label: 'Tool call' }}>/app</CollapsibleBlock>,
  CompactionLine: <CompactionLine item={exampleItem('compaction')} />,
  Composer: <Composer onSend={taken} />,
  Diff: <Diff caption="a.ts" patch={'@@ -1 +1 @@\n-a\n+b\n'} />,
  ErrorBanner: <ErrorBanner item={exampleItem('status')} />,
  InlineToolWidget: (
    <InlineToolWidget
      message={{ id: 'm1', role: 'assistant', content: '', createdAt: '2026-01-01T00:00:00Z', toolCalls: [call] }}
    />
  ),
  JsonView: <JsonView value={{ a: 1, b: { c: 'two' } }} defaultOpen />,
  JsonValue: <JsonView value="only a text" />,
  Markdown: <Markdown text={'# Title\n\n- one\n  - two\n\n1. first\n\n- [x] done\n\n`code` [a](https://a.example)'} />,
  OrphanView: <OrphanView item={exampleItem('orphan')} />,
  Question: <Question questions={[question, { ...question, multiple: true }]} onAnswer={taken} />,
  ReasoningView: <ReasoningView item={exampleItem('reasoning')} />,
  SectionView: <SectionView item={exampleItem('section')} drawItems={() => null} />,
  Terminal: <Terminal text={'plain \u001b[31mred\u001b[0m'} />,
  ThreadList: <ThreadList threads={[thread]} now={0} href={(id) => `/t/${id ?? ''}`} />,
  ToolCollapsibleWrapper: <ToolCollapsibleWrapper toolName="pwd">/app</ToolCollapsibleWrapper>,
  ToolText: <ToolText text={'Done.\n\n<tool>pwd()\n/app</tool>'} />,
};

/** A page of somebody else's with each part in an element of its own. */
export async function loneParts(styles: string, reset = ''): Promise<string> {
  await Promise.all([loadCalls(), loadControls(), loadOpenRequest()]);
  const body = Object.entries(parts).map(
    ([name, part]) => `<div data-part="${name}">${renderToStaticMarkup(part)}</div>`,
  );
  return `<!doctype html><html><head><style>${styles}</style><style>${reset}</style></head><body>${body.join('')}</body></html>`;
}
