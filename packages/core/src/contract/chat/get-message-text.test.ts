import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatMessage, ToolCall } from './chat-message.ts';
import { getMessageText } from './get-message-text.ts';
import { toolWidget } from './tool-widget.ts';

const call = (commentary?: string, rest: Partial<ToolCall> = {}): ToolCall => ({
  id: 'c1',
  name: 'get_note',
  args: {},
  status: 'completed',
  ...(commentary === undefined ? {} : { commentary }),
  ...rest,
});
const text = (content: string, ...commentary: (string | undefined)[]): string =>
  getMessageText({ content, toolCalls: commentary.map((each) => call(each)) });

test('without tool calls the text is the content, untouched', () => {
  expect(getMessageText({ content: ' I search. ' })).toBe(' I search. ');
  expect(getMessageText({ content: ' I search. ', toolCalls: [] })).toBe(' I search. ');
  expect(getMessageText({ content: '' })).toBe('');
});

test('commentary that leads the content is taken off, in the order of the calls', () => {
  expect(text('I search. Found 3, reading one.\n\nHere it is.', 'I search.', 'Found 3, reading one.')).toBe(
    'Here it is.',
  );
  expect(text('I search.Here it is.', 'I search.')).toBe('Here it is.');
  expect(text('I search.', 'I search.')).toBe('');
  expect(text('Let me lookFound', 'Let me look')).toBe('Found');
  expect(text('Ich prüfeÄhnlich.', 'Ich prüfe')).toBe('Ähnlich.');
});

test('an answer that says the commentary again keeps it', () => {
  expect(text('Here it is. As I said: I search.', 'I search.')).toBe('Here it is. As I said: I search.');
  expect(text('I search. Done. I search.', 'I search.')).toBe('Done. I search.');
  expect(text('Two. One. Rest.', 'One.', 'Two.')).toBe('One. Rest.');
});

test('words that only begin like the commentary are other words', () => {
  expect(text('Searching is fun.', 'Search')).toBe('Searching is fun.');
  expect(text('Größeres', 'Größer')).toBe('Größeres');
  expect(text('JavaScript is fun.', 'Java')).toBe('JavaScript is fun.');
  expect(text('Let me looking', 'Let me look')).toBe('Let me looking');
});

test('calls without commentary, or whose commentary is not there, take nothing off', () => {
  expect(text('I search. Here.', undefined, 'I search.')).toBe('Here.');
  expect(text('Found 3. Here.', 'I search.', 'Found 3.')).toBe('Here.');
  expect(text('Here.', '', ' ')).toBe('Here.');
});

test('the mark that older conversations hold between the two goes with the commentary', () => {
  expect(text('I search.\n\n<!-- tool-break -->\n\nHere it is.', 'I search.')).toBe('Here it is.');
});

test('stripping an answer that does not begin with commentary leaves it whole; what remains is always the end of the content', () => {
  const word = fc.constantFrom('I search. ', 'Found it. ', 'x', '\n\n', '\ud83d', '<!-- tool-break -->');
  const words = fc.array(word).map((parts) => parts.join(''));
  fc.assert(
    fc.property(words, fc.array(words), (content, commentary) => {
      expect(content.trimEnd().endsWith(text(content, 'never there', ...commentary))).toBe(true);
      expect(text(`Answer: ${content}`, 'never there', ...commentary)).toBe(`Answer: ${content}`.trim());
    }),
  );
});

test('any JSON in its place is read without a throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (content, toolCalls) => {
      const hostile: ChatMessage = JSON.parse(JSON.stringify({ content, toolCalls }));
      expect(typeof getMessageText(hostile)).toBe('string');
    }),
  );
  const huge = 'I search. '.repeat(1_000_000);
  expect(text(huge, ...Array.from({ length: 1000 }, () => 'I search.')).length).toBe(huge.length - 10_001);
});

test('the widget thinks, works or is complete; a message without activity is not at work', () => {
  const message = (rest: Partial<ChatMessage>): ChatMessage => ({
    id: '1',
    role: 'assistant',
    content: '',
    createdAt: '',
    ...rest,
  });
  expect(toolWidget(message({}))).toEqual({ kind: 'none' });
  expect(toolWidget(message({ toolActivity: { isActive: true } }))).toEqual({ kind: 'thinking', entries: [] });
  const running = [call(undefined, { status: 'running' })];
  expect(toolWidget(message({ toolCalls: running, toolActivity: { isActive: true } }))).toMatchObject({
    kind: 'working',
    tool: 'get_note',
  });
  expect(toolWidget(message({ toolCalls: running }))).toMatchObject({ kind: 'complete' });
});

test('[L3] an entry without commentary is its name; failed calls are counted, so that no check mark hides them', () => {
  const toolCalls = [call('I read it.'), call(undefined, { status: 'error', error: '' })];
  expect(toolWidget({ id: '1', role: 'assistant', content: '', createdAt: '', toolCalls })).toMatchObject({
    kind: 'complete',
    failed: 1,
    entries: [{ title: 'I read it.' }, { title: 'get_note' }],
  });
});

test('any JSON value given as a message is read without a throw', () => {
  for (const json of ['null', '0', '[]', '{"toolCalls":5}', '{"toolCalls":[null,"x"],"toolActivity":null}']) {
    const hostile: ChatMessage = JSON.parse(json);
    expect(getMessageText(hostile)).toBe('');
    expect(toolWidget(hostile)).toEqual({ kind: 'none' });
  }
});
