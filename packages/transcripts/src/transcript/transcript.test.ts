import { describe, expect, it } from 'vitest';
import { fixture } from '../../test/fixtures.ts';
import { outline } from '../../test/outline.ts';
import { detectFormat, readTranscript, tailTranscript } from '../index.ts';

const claude = fixture('claude-code/small.jsonl').bytes.toString('utf8');
const codex = fixture('codex/small.jsonl').bytes.toString('utf8');

function malformed(text: string): string[] {
  return Array.from(readTranscript(text).account.malformed, ({ line, byte, reason }) => `${line}:${byte} ${reason}`);
}

describe('damage', () => {
  it('a torn first line costs that line only', () => {
    const torn = claude.slice(0, 100);
    const read = readTranscript(`${torn}\n${claude}`);
    expect(read.format).toBe('claude-code');
    expect(outline(read)).toEqual(outline(readTranscript(claude)));
    expect(malformed(`${torn}\n${claude}`)).toEqual(['1:0 cut off']);
  });

  it('and is known as such while the file still grows', () => {
    const tail = tailTranscript();
    tail.push(Buffer.from(`${codex.slice(0, 80)}\n${codex}`));
    expect(tail.format).toBe('codex');
    expect(outline(tail)).toContain('@human: One sack — please.');
  });

  it('a torn last line is lost at the end, not before', () => {
    const tail = tailTranscript();
    tail.push(Buffer.from(claude.slice(0, -20)));
    expect(tail.account.malformed.length).toBe(0);
    tail.end();
    expect(Array.from(tail.account.malformed, ({ line, reason }) => [line, reason])).toEqual([
      [claude.split('\n').length - 1, 'cut off'],
    ]);
  });

  it('two records on a line are two records, and the line is counted', () => {
    const joined = claude.replace('\n', '');
    expect(readTranscript(joined).counts).toMatchObject({ concatenatedLines: 1, malformedLines: 0 });
    expect(outline(readTranscript(joined))).toEqual(outline(readTranscript(claude)));
  });

  it('the places of faults are bytes of the file, whatever the characters before them are', () => {
    const first = '{"type":"news","text":"✻"}';
    expect(malformed(`${first}{x}\n{y}\n${claude}`)).toEqual([
      `1:${Buffer.byteLength(first)} not JSON`,
      `2:${Buffer.byteLength(first) + 4} not JSON`,
    ]);
  });

  it('a line of 40 MB is a record like any other', () => {
    const [prompt = ''] = claude.split('\n');
    const long = prompt.replace('Two knots, please.', 'x'.repeat(40_000_000)).replace('"u1"', '"u77"');
    const read = readTranscript(`${long}\n${claude}`);
    expect(read.counts).toMatchObject({ records: readTranscript(claude).account.records + 1, malformedLines: 0 });
  });

  it('[L4] a key that occurs twice in one object is counted, in lines and in a document; the record is read', () => {
    const twice = claude.replace('"role":"user"', '"role":"user","content":"Other words.","role":"user"');
    expect(malformed(twice)).toEqual(['1:0 a key that occurs twice']);
    expect(outline(readTranscript(twice))).toEqual(outline(readTranscript(claude)));
    const kept = readTranscript(twice, { keep: 'all' }).events;
    expect(kept.some((event) => 'raw' in event && String(event.raw).includes('"Other words."'))).toBe(true);
    const list = '[\n{"role":"user","content":"Hello","content":"Good day"},\n{"role":"assistant","content":"Hi"}]';
    expect(malformed(list)).toEqual(['1:0 a key that occurs twice']);
    expect(outline(readTranscript(list))).toEqual(['@human: Good day', '= Hi']);
    const joined = `${twice.split('\n')[0]}${claude}`;
    expect(malformed(joined)).toEqual(['1:0 a key that occurs twice']);
  });

  it('[L4] bytes that are no UTF-8 are counted, in lines and in a document; the character that stands for them is none of them', () => {
    const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
    const [prompt = '', ...rest] = claude.split('\n');
    const lines = readTranscript(
      Buffer.concat([
        latin(prompt.replace('Two knots', 'Dos caf\u00e9s \u00f1')),
        Buffer.from(['', ...rest].join('\n')),
      ]),
      { keep: 'all' },
    );
    expect([...lines.account.malformed]).toMatchObject([{ line: 1, reason: 'not UTF-8' }]);
    expect(lines.account.records).toBe(readTranscript(claude).account.records);
    const many = Array.from({ length: 60 }, () => '{"role":"user","content":"caf\u00e9"}').join(',\n');
    const document = readTranscript(latin(`[\n${many}\n]`));
    expect([...document.account.malformed].map(({ reason }) => reason)).toEqual(
      Array.from({ length: 60 }, () => 'not UTF-8'),
    );
    expect(document.account.records).toBe(60);
    expect(readTranscript(claude.replace('Two knots', 'Two \ufffd')).account.malformed.length).toBe(0);
  });

  it('[L4] every digit of a number that was called with is kept', () => {
    const input = '{"channel":1234567890123456789,"k":9007199254740993,"far":1e999,"price":1.10}';
    const call = `{"type":"tool_use","id":"big","name":"send","input":${input}}`;
    const line = `{"type":"assistant","uuid":"b1","sessionId":"s","message":{"id":"m","role":"assistant","content":[${call}]}}`;
    const called = readTranscript(`${claude.trimEnd()}\n${line}\n`).events.filter(
      ({ type }) => type === 'agent.tool.called',
    );
    expect(called.at(-1)).toMatchObject({
      arguments: '{"channel":"1234567890123456789","k":"9007199254740993","far":"1e999","price":1.1}',
    });
  });

  it('a document that was cut shows what it still holds, and says where it ends', () => {
    const { bytes, path } = fixture('opencode/export.json');
    const text = bytes.toString('utf8');
    const cut = text.indexOf('"id": "msg_3"');
    const read = readTranscript(text.slice(0, cut), { path });
    expect(read.format).toBe('opencode');
    expect(outline(read)[0]).toBe('@human: Forge a hook ⚒|[reference plan.txt]|[image hook.png]');
    expect([...read.account.malformed]).toEqual([
      { line: text.slice(0, cut).split('\n').length, byte: Buffer.byteLength(text.slice(0, cut)), reason: 'cut off' },
    ]);
  });
});

describe('a file of no known format', () => {
  it.each([
    ['records', '{"a":1}\n{"b":2}\nnonsense\n', 2, 1],
    ['a document', '{\n "some": "thing"\n}\n', 1, 0],
    ['a list of nothing known', '[1,2,3]', 1, 0],
    ['prose', 'Dear diary,\nnothing.\n', 0, 2],
    ['nothing', '', 0, 0],
    ['more records than it waits for', '{"a":1}\n{"b":2}\n'.repeat(50), 100, 0],
  ])('%s are accounted for', (_, text, records, lines) => {
    const read = readTranscript(text);
    expect(read.format).toBeUndefined();
    expect(read.counts).toMatchObject({ format: null, records, malformedLines: lines, shown: 0, folded: 0 });
    expect(read.counts['hidden']).toEqual(records === 0 ? {} : { 'unknown:format': records });
    expect(outline(read)).toEqual([]);
  });

  it('each record can be looked at as it is', () => {
    const [first] = readTranscript('{"a":1}').events;
    expect(first).toMatchObject({ type: 'source.record', fate: 'hidden', rule: 'unknown:format', raw: '{"a":1}' });
  });

  it('costs its length, however long it is', () => {
    const read = readTranscript('{"what":"ever"}\n'.repeat(200_000));
    expect(read.account.records).toBe(200_000);
  });
});

describe('the format', () => {
  it('is known from bytes and from text', () => {
    expect(detectFormat(codex)).toBe('codex');
    expect(detectFormat(Buffer.from(codex))).toBe('codex');
    expect(detectFormat('')).toBeUndefined();
    expect(detectFormat('[]')).toBeUndefined();
  });

  it('can be told', () => {
    const list = '[{"role":"user","content":"hello"}]';
    expect(readTranscript(list).format).toBe('openai');
    expect(readTranscript(list, { format: 'anthropic' }).format).toBe('anthropic');
    expect(outline(readTranscript(list, { format: 'anthropic' }))).toEqual(['@human: hello']);
  });

  it('of a file that begins with what any program could have written is known by what follows', () => {
    const lines = claude.split('\n');
    const summaries = Array.from(
      { length: 10 },
      (_, index) => `{"type":"summary","summary":"${index}","leafUuid":"x"}`,
    );
    expect(detectFormat([...summaries, ...lines].join('\n'))).toBe('claude-code');
  });

  it.each(['queue-operation', 'permission-mode', 'custom-title', 'file-history-snapshot'])(
    'of a session of Claude Code in which nobody has spoken yet is known: %s',
    (type) => expect(detectFormat(JSON.stringify({ type, sessionId: 's' }))).toBe('claude-code'),
  );

  it('by the path, where the content leaves a doubt', () => {
    const head = '{"id":"x","timestamp":"2025-07-01T08:00:00Z","instructions":null}\n';
    expect(detectFormat(head, { path: '/home/ada/.codex/sessions/rollout-2025-07-01-x.jsonl' })).toBe('codex');
  });
});

it('the newest turns are there before the file has ended', () => {
  const tail = tailTranscript();
  tail.push(Buffer.from(claude));
  expect(outline(tail)).toContain('@human: Two knots, please.');
  expect(tail.state.life).toBe('open');
  expect(outline(tail)).toContain('> Bash called');
  tail.end();
  expect(outline(tail)).toContain('> Bash lost');
});

describe('[issue 11] what is too long to be held is left out by name', () => {
  const line = (role: string, content: string): string => JSON.stringify({ role, content });
  const long = line('assistant', 'x'.repeat(5000));

  it('a line, and the others stay', () => {
    const text = [line('user', 'one'), long, line('assistant', 'two'), long].join('\n');
    const read = readTranscript(text, { mostLineBytes: 4000, keep: 'all' });
    expect(outline(read)).toEqual(['@human: one', '= two']);
    expect([...read.account.malformed]).toEqual([
      { line: 2, byte: 32, reason: 'too long' },
      { line: 4, byte: text.length - long.length, reason: 'too long' },
    ]);
    expect(JSON.stringify(read.events)).toContain('more bytes)');
    expect(outline(readTranscript(text))).toHaveLength(4);
  });

  it('a line that is all of the file, in no format then', () => {
    const read = readTranscript(`[${long}]`, { mostLineBytes: 4000 });
    expect(read.format).toBeUndefined();
    expect(read.counts).toMatchObject({ records: 0, malformedLines: 1 });
  });

  it.each([
    ['words', JSON.stringify([{ role: 'user', content: 'x'.repeat(5000) }], undefined, 2)],
    ['newlines', `[${'\n'.repeat(5000)}]`],
  ])('a document over many lines: %s', (_, text) => {
    const read = readTranscript(text, { mostDocumentBytes: 4000 });
    expect(outline(read)).toEqual([]);
    expect([...read.account.malformed]).toEqual([{ line: 1, byte: 0, reason: 'too long' }]);
  });

  it('a line of a document: what stands around it is read as far as it goes', () => {
    const { bytes, path } = fixture('opencode/export.json');
    const lines = bytes.toString('utf8').split('\n');
    const text = lines.toSpliced(300, 0, `"${'x'.repeat(5000)}"`).join('\n');
    const read = readTranscript(text, { path, mostLineBytes: 4000 });
    expect(read.format).toBe('opencode');
    expect([...read.account.malformed]).toContainEqual(expect.objectContaining({ line: 301, reason: 'too long' }));
  });
});
