/** Seed 003, "Tool Result Matching Pattern": its process, its structures, its templates and its patterns, in its order; "Examples in the Codebase" are in 003.renderers.test.ts. `003.2` and the like are rows of docs/seeds.md. More statements of the note, by its headings, are in statements.test.ts. */
import { threadOf, timeline } from '@toolthread/core';
import type { RequestItem } from '@toolthread/core';
import { renderText } from '@toolthread/core/blocks';
import { enrichMessagesWithToolResults, parseAnswerString, tryParseImageContent } from '@toolthread/core/unified';
import type { UIMessage, UnifiedMessage } from '@toolthread/core/unified';
import { toolRenderers } from '@toolthread/react';
import { writeHtml } from '@toolthread/react/export';
import { readTranscript } from '@toolthread/transcripts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ANSWERED, ledgerOf, sampleCalls } from './003.calls.ts';
import type { SampleCall } from './003.calls.ts';
import type { scenes } from './003.page.tsx';
import { withCalls } from './stage/with-calls.ts';
import { withPage } from './stage/with-page.ts';

const stage = withPage<typeof scenes>(new URL('./003.page.tsx', import.meta.url));
const { opened, entry } = withCalls(stage);

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const IMAGE = { type: 'image', source: { type: 'base64', data: PIXEL, media_type: 'image/png' } } as const;

/** The seed's "Before Enrichment", with bytes where it has three dots. */
const before: readonly UnifiedMessage[] = [
  {
    id: 'msg-1',
    role: 'assistant',
    content: [
      { type: 'text', text: 'Let me read that file' },
      { type: 'tool_use', id: 'tool_abc123', name: 'Read', input: { file_path: '/path/to/image.png' } },
    ],
  },
  {
    id: 'msg-2',
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'tool_abc123', content: JSON.stringify([IMAGE]) }],
  },
];

const jsonl = (messages: readonly object[]): string => messages.map((each) => `${JSON.stringify(each)}\n`).join('');

function blocksOf(messages: readonly UIMessage[]): readonly string[] {
  return messages.flatMap(({ content }) => (typeof content === 'string' ? ['words'] : content.map(({ type }) => type)));
}

describe('Process Steps', () => {
  test('1. Filter System Messages: one with only system content is gone', () => {
    const plain = { id: 'p', role: 'user', content: 'Caveat: The messages below were generated' } as const;
    const system: UnifiedMessage = { ...plain, id: 's', content: [{ type: 'text', text: plain.content }] };
    expect(enrichMessagesWithToolResults([system, plain, ...before]).map(({ id }) => id)).toEqual(['msg-1']);
  });

  test('003.1: a filtered message takes neither a result nor a call with it', () => {
    const [message] = enrichMessagesWithToolResults([
      ...before.slice(0, 1),
      {
        id: 'msg-2',
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'tool_abc123', content: 'ok' },
          { type: 'text', text: '<system-reminder>be brief</system-reminder>' },
        ],
      },
    ]);
    expect(message?.content).toMatchObject([{ type: 'text' }, { type: 'tool_use', result: { content: 'ok' } }]);
  });

  test('2. Build Result Map: every result, with what it says and whether it failed', () => {
    const failed: UnifiedMessage = {
      id: 'msg-2',
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'tool_abc123', content: 'no such file', is_error: true }],
    };
    const [message] = enrichMessagesWithToolResults([...before.slice(0, 1), failed]);
    expect(message?.content[1]).toMatchObject({ result: { content: 'no such file', is_error: true } });
  });

  test('003.2: each result by the message that owns it, before its call too', () => {
    const use = (id: string): UnifiedMessage => ({
      id,
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'same', name: 'pwd', input: {} }],
    });
    const result = (id: string, content: string): UnifiedMessage => ({
      id,
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'same', content }],
    });
    const enriched = enrichMessagesWithToolResults([result('r1', 'early'), use('m1'), use('m2'), result('r2', 'late')]);
    expect(enriched.map(({ content }) => content[0])).toMatchObject([
      { result: { content: 'early' } },
      { result: { content: 'late' } },
    ]);
  });

  test('3. Enrich and Filter: results inside their calls, none beside them', () => {
    expect(blocksOf(enrichMessagesWithToolResults(before))).toEqual(['text', 'tool_use']);
    const again = before.slice(1).map((message) => ({ ...message, id: 'msg-3' }));
    expect(enrichMessagesWithToolResults([...before, ...again])).toEqual(enrichMessagesWithToolResults(before));
  });
});

describe('Data Structures: Before and After', () => {
  test('one message with its result nested; the input is as it was', () => {
    const untouched = structuredClone(before);
    const enriched = enrichMessagesWithToolResults(before);
    expect(enriched).toMatchObject([
      {
        id: 'msg-1',
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me read that file' },
          {
            type: 'tool_use',
            id: 'tool_abc123',
            name: 'Read',
            input: { file_path: '/path/to/image.png' },
            result: { content: IMAGE, is_error: false },
          },
        ],
        isStreaming: false,
      },
    ]);
    expect(before).toEqual(untouched);
  });

  test.each([
    ['before', before],
    ['after', enrichMessagesWithToolResults(before)],
  ])('the file as it is %s draws the call with its image, and nothing else', async (_, messages) => {
    const page = await opened(readTranscript(jsonl(messages)).events);
    expect(await page.locator('.tt-call img').getAttribute('src')).toBe(`data:image/png;base64,${PIXEL}`);
    expect(await page.locator('.tt-call-head').allTextContents()).toEqual(['Read(/path/to/image.png)']);
    expect(await page.locator('.tt-item').count()).toBe(1);
  });
});

describe('Special Content Types', () => {
  test('Images: Auto-Parsed', () => {
    expect(tryParseImageContent(JSON.stringify([IMAGE]))).toEqual(IMAGE);
    expect(tryParseImageContent('[1] no image')).toBe('[1] no image');
  });

  test('003.3: parts, several of each', async () => {
    const content = JSON.stringify([{ type: 'text', text: 'two views' }, IMAGE, IMAGE]);
    const page = await opened(
      readTranscript(
        jsonl([
          ...before.slice(0, 1),
          { id: 'm2', role: 'user', content: [{ type: 'tool_result', tool_use_id: 'tool_abc123', content }] },
        ]),
      ).events,
    );
    expect(await page.locator('.tt-call img').count()).toBe(2);
    expect(await entry(page, 0).textContent()).toContain('→ two views');
  });

  test('JSON Answers: still a string, and parsed by question', () => {
    const content = 'User has answered your questions: "Q1"="A1", "Q2"="A2"';
    expect(tryParseImageContent(content)).toBe(content);
    expect(parseAnswerString(content)).toEqual({ Q1: 'A1', Q2: 'A2' });
    const quoted = 'User has answered your questions: "Q1"="both "a", "b"", "Q2"="A2"';
    expect(parseAnswerString(quoted)).toEqual({ Q1: 'both "a", "b"', Q2: 'A2' });
  });

  const [asks] = sampleCalls['question'] ?? [];
  const use = { type: 'tool_use', id: 'q1', name: 'AskUserQuestion', input: asks?.input };
  const asked = { id: 'm1', role: 'assistant', content: [use] };
  const answered = (more: object): object => ({
    id: 'm2',
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'q1', content: ANSWERED }],
    ...more,
  });
  const answers = { 'Which approach?': 'Yes, always', 'Which features?': 'Dark mode, Search, fuzzy' };
  const roads: readonly (readonly [string, readonly object[]])[] = [
    ['unified, prose alone', [asked, answered({})]],
    ['003.4: unified, with data', [asked, answered({ toolUseResult: { answers } })]],
    ['unified, result inside its call', [{ ...asked, content: [{ ...use, result: { content: ANSWERED } }] }]],
    [
      'Anthropic messages',
      [
        { role: 'user', content: 'Go' },
        { role: 'assistant', content: [use] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'q1', content: ANSWERED }] },
      ],
    ],
    [
      'Claude Code, prose alone',
      [
        { type: 'assistant', uuid: 'a', sessionId: 's', message: { id: 'm', role: 'assistant', content: [use] } },
        {
          type: 'user',
          uuid: 'b',
          sessionId: 's',
          message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'q1', content: ANSWERED }] },
        },
      ],
    ],
  ];

  test.each(roads)('%s: a question is a request, with labels that hold commas', async (_, records) => {
    const { events } = readTranscript(jsonl(records));
    const request = threadOf(events).state.requests.get('q1');
    expect(request?.settled).toMatchObject({
      decision: 'answered',
      answers: [
        { question: 'Which approach?', values: ['Yes, always'] },
        { question: 'Which features?', values: ['Dark mode', 'Search, fuzzy'] },
      ],
    });
    const page = await opened(events);
    expect(await page.locator('.tt-choices li[data-chosen=true]').allTextContents()).toEqual([
      '●Yes, alwaysWith a comma in its label.',
      '☑Dark mode',
      '☑Search, fuzzy',
    ]);
    expect(await page.locator('.tt-choices li[data-chosen=false]').count()).toBe(2);
  });

  test('a question without an answer yet waits for one', () => {
    const { events } = readTranscript(jsonl([asked]));
    const open = events.filter(({ type }) => type !== 'thread.closed');
    const cards = [...timeline(threadOf(open)).items].filter((item): item is RequestItem => item.kind === 'request');
    expect(cards.map(({ request }) => request.settled)).toEqual([undefined]);
  });
});

describe('Implementing a New Tool', () => {
  const mine = (name: string): readonly SampleCall[] => [
    { name, input: { someParam: 'test value' }, text: 'Tool execution result' },
  ];

  test('a renderer gets { input, result, call }, and is drawn while the call runs', async () => {
    const running = await opened(ledgerOf(mine('MyTool'), 'running'));
    expect(await running.locator('.my-tool').textContent()).toBe('Parameter: "test value" Running…');
    const done = await opened(ledgerOf(mine('MyTool'), 'done'));
    expect(await done.locator('.my-tool').textContent()).toContain('Parameter: "test value" done:');
  });

  test('its result never appears twice', async () => {
    const page = await opened(ledgerOf(mine('MyTool'), 'done'));
    expect((await page.locator('.tt-rail').textContent())?.split('Tool execution result')).toHaveLength(2);
  });

  test('defaultOpen: false is drawn when the reader opens the call', async () => {
    const page = await opened(ledgerOf(mine('Folded'), 'done'));
    expect(await page.locator('.my-tool').count()).toBe(0);
    await page.locator('.tt-call-head').click();
    await page.locator('.my-tool').waitFor();
  });

  test('standalone is in sight while the group is closed, with contextInfo and description; opened, it stands once', async () => {
    const page = await stage.draw('thread', ledgerOf(mine('Standing'), 'done'));
    await page.locator('.tt-standing .my-tool').waitFor();
    expect(await page.locator('.tt-standing .tt-collapsible-head').textContent()).toMatch(
      /^Standing.*in sight.*at all times/,
    );
    await page.locator('button.tt-group-head').click();
    await page.locator('.tt-rail .my-tool').waitFor();
    expect(await page.locator('.my-tool').count()).toBe(1);
  });

  test.each([
    ['Throws', 'cannot draw this'],
    ['ThrowsInItsLine', 'no line'],
  ])('a renderer that throws (%s) says so in its own place; the rest stays', async (name, message) => {
    const page = await opened(ledgerOf([...mine(name), ...(sampleCalls['todo'] ?? [])], 'done'));
    expect(await entry(page, 0).locator('.tt-problem').textContent()).toContain(
      `The renderer “${name}” failed: ${message}.`,
    );
    expect(await page.locator('.tt-todos').count()).toBe(2);
    // React tells it in the console, too.
    for (const told of stage.misdeeds.splice(0)) expect(told).toContain(message);
  });

  test('the file says so, too, and is written', () => {
    const throwing = {
      name: 'broken',
      matches: () => true,
      Body: () => {
        throw new Error('cannot draw this');
      },
    };
    const html = writeHtml(threadOf(ledgerOf(mine('MyTool'), 'done')), { styles: '', renderers: [throwing] });
    expect(html).toContain('The renderer “broken” failed');
    expect(html).toContain('Tool execution result');
  });

  test('writeHtml takes renderers', () => {
    const own = { name: 'own', matches: () => true, label: () => 'Mine', contextInfo: () => 'and only mine' };
    const html = writeHtml(threadOf(ledgerOf(mine('MyTool'), 'done')), {
      styles: '',
      renderers: [own, ...toolRenderers],
    });
    expect(html).toContain('Mine<span class="tt-arguments">(and only mine)</span>');
  });
});

describe('Common Patterns', () => {
  const drawn = (name: string): Promise<Page> => opened(ledgerOf(sampleCalls[name] ?? [], 'done'));

  test('Pattern 1: Simple Text Result', async () => {
    const page = await drawn('shell');
    expect(await entry(page, 0).locator('.tt-call-head').textContent()).toBe('Bash(npm test) Run the tests');
    expect(await entry(page, 0).locator('.tt-result').textContent()).toContain('✓ test 1\n✓ test 2');
    expect(await entry(page, 1).locator('.tt-call-head').textContent()).toBe('shell(ls -a | head -3)');
    expect(await entry(page, 2).locator('.tt-result').textContent()).toBe(' M a.ts\n M b.ts');
    expect(await entry(page, 3).locator('.tt-call-words').textContent()).toBe(
      'run_shell_command(pwd) → /scratch/parser',
    );
  });

  test('Pattern 2: Structured JSON Result', async () => {
    const page = await drawn('question');
    expect(await entry(page, 0).locator('.tt-choices').count()).toBe(2);
    expect(await entry(page, 1).locator('.tt-call-words').textContent()).toBe(
      'chat_ask_user(What is it called?) → Parser 3',
    );
  });

  test('Pattern 3: Image Result', async () => {
    const page = await drawn('read');
    expect(await entry(page, 0).locator('.tt-call-head').textContent()).toBe(
      'Read(/app/src/lint.ts, lines 10–29) 20 of 300 lines',
    );
    expect(await entry(page, 1).locator('img').getAttribute('alt')).toBe('logo.png');
  });
});

/** "Testing Your Tool": the seed's three tests of its template, drawn. */
describe('Unit Test Template', () => {
  test('renders tool input correctly', async () => {
    const page = await stage.draw('block', { input: { someParam: 'test value' } });
    await page.getByText('Parameter: test value').waitFor();
    expect(await page.locator('.tt-collapsible-head').textContent()).toContain('Running...');
    expect(await page.locator('.tt-dot').getAttribute('data-state')).toBe('idle');
  });

  test('displays result when available', async () => {
    const result = { content: 'Tool execution result', is_error: false };
    const page = await stage.draw('block', { input: { someParam: 'test value' }, result });
    await page.getByText('Tool execution result').waitFor();
    expect(await page.locator('.tt-collapsible-head').textContent()).toContain('Completed');
  });

  test('shows error state when result has error', async () => {
    const result = { content: 'Error message', is_error: true };
    const page = await stage.draw('block', { input: { someParam: 'test value' }, result });
    await page.getByText('Error message').waitFor();
    expect(await page.locator('.tt-chip').textContent()).toBe('failed');
  });
});

describe('Critical Principles', () => {
  test('Handle missing results; [L3] a call that ended without one does not look as if it ran', async () => {
    const { events } = readTranscript(jsonl(before.slice(0, 1)));
    const page = await opened(events);
    expect(await entry(page, 0).getAttribute('data-status')).toBe('lost');
    expect(await page.locator('.tt-rail').textContent()).not.toContain('Running');
  });

  test('Don’t search for tool_use_id: two calls of one name keep their own results', async () => {
    const calls: readonly SampleCall[] = ['a', 'b'].map((text) => ({ name: 'pwd', input: {}, text }));
    const page = await opened(ledgerOf(calls, 'done'));
    expect(await page.locator('.tt-call-words').allTextContents()).toEqual(['pwd() → a', 'pwd() → b']);
  });
});

describe('Troubleshooting', () => {
  const given = (id: string, content: string): UnifiedMessage => ({
    id: 'm2',
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content }],
  });

  test('My tool result isn’t showing: with an id that no call has it is shown by itself', () => {
    const messages = [...before.slice(0, 1), given('tool_other', 'of nobody')];
    expect(blocksOf(enrichMessagesWithToolResults(messages))).toEqual(['text', 'tool_use', 'tool_result']);
    const { events } = readTranscript(jsonl(messages));
    expect(renderText(timeline(threadOf(events)), { form: 'expanded' })).toContain('of nobody');
  });

  test('My result content is always a string: JSON too, but for images', () => {
    const [message] = enrichMessagesWithToolResults([...before.slice(0, 1), given('tool_abc123', '{"lines":3}')]);
    expect(message?.content[1]).toMatchObject({ result: { content: '{"lines":3}' } });
  });

  test('User message with my tool result is missing: what a person typed beside it is there', () => {
    const content = [
      { type: 'tool_result', tool_use_id: 'tool_abc123', content: 'ok' },
      { type: 'text', text: 'and remember the pages' },
    ];
    const { events } = readTranscript(jsonl([...before.slice(0, 1), { id: 'm2', role: 'user', content }]));
    const text = renderText(timeline(threadOf(events)), { form: 'expanded' });
    expect(text).toContain('→ ok');
    expect(text).toContain('and remember the pages');
  });
});
