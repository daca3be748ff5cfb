import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { timeline } from '@toolthread/core';
import { saidTexts } from '@toolthread/core/lines';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FIXTURES, accountAddsUp, fixture } from '../../test/fixtures.ts';
import { outline } from '../../test/outline.ts';
import { aboutThread, readSession, readTranscript, sessionPieces, textWriter, textWriters } from '../index.ts';
import type { ReadTranscript } from '../index.ts';

const WITH_FOLDER = join(FIXTURES, 'claude-code', 'with-folder');

async function session(path: string): Promise<ReadTranscript & { agents: number }> {
  const read = await readSession(path);
  if (!read.ok) expect.fail(read.reason);
  return read;
}

/** A copy of the session that a test may spoil. */
function copied(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-session-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(WITH_FOLDER, join(folder, 'project'), { recursive: true });
  return join(folder, 'project');
}

function outputOf(read: ReadTranscript, call: string): unknown {
  const completed = read.events.find((event) => event.type === 'agent.tool.completed' && event.call === call);
  return completed?.type === 'agent.tool.completed' ? completed.structured : undefined;
}

describe('a session with its folder', () => {
  it('shows each subagent under the call that started it, however it is told which', async () => {
    const read = await session(join(WITH_FOLDER, 'cloth.jsonl'));
    expect(outline(read)).toEqual([
      '@human: Ask two spinners.',
      '> Task done: wool spun',
      '  [Wool]',
      '  @agent: Spin wool.',
      '  > Bash done: spun',
      '  = aaa111 is done.',
      '> Task done: flax spun',
      '  [Flax]',
      '  @agent: Something else than the call says.',
      '  > Bash done: spun',
      '  = bbb222 is done.',
      expect.stringMatching(/^> Bash done: <persisted-output>/),
      expect.stringMatching(/^\? <persisted-output>/),
      '= Both are spun.',
      '[ccc333]',
      '  @agent: An older run.',
      '  > Bash done: spun',
      '  = ccc333 is done.',
    ]);
    expect(read.agents).toBe(3);
    expect(accountAddsUp(read.state)).toBe(true);
    expect(read.state.anomalies.count).toBe(0);
  });

  it('has the whole of an output that was kept apart, by its name and not by the path in the text', async () => {
    const read = await session(join(WITH_FOLDER, 'cloth.jsonl'));
    expect(outputOf(read, 't3')).toEqual({ kind: 'output', text: 'row 1\nrow 2\nrow 3\n' });
    expect(outputOf(read, 't9')).toBeUndefined();
  });

  it('[L4] shows that output wherever nothing is left out, and a search finds it', async () => {
    const read = await session(join(WITH_FOLDER, 'cloth.jsonl'));
    const { items } = timeline(read);
    const said = Array.from(saidTexts(items), ({ text }) => text);
    const written = [...textWriter(aboutThread(read), { whole: true }).texts(items)];
    for (const text of [said.join('\n'), written.join(''), textWriters.md(read)]) {
      expect(text).toContain('row 3');
      // What the model read instead stays.
      expect(text).toContain('persisted-output');
    }
    expect(textWriters.text(read)).not.toContain('row 3');
  });

  it('without its folder is just the file', async () => {
    const folder = copied();
    rmSync(join(folder, 'cloth'), { recursive: true });
    rmSync(join(folder, 'agent-ccc333.jsonl'));
    const read = await session(join(folder, 'cloth.jsonl'));
    expect(read.agents).toBe(0);
    expect(read.events).toEqual(readTranscript(readFileSync(join(folder, 'cloth.jsonl'))).events);
  });
});

describe('[issue 11] the files of subagents', () => {
  it.each([
    ['as they are', (bytes: Buffer) => bytes],
    ['compressed', (bytes: Buffer) => gzipSync(bytes)],
  ])('are read as far as they have room together, and the rest is named: %s', async (_, packed) => {
    const folder = copied();
    const [first, second] = ['agent-aaa111.jsonl', 'agent-bbb222.jsonl'].map((name) =>
      join(folder, 'cloth/subagents', name),
    );
    const own = readFileSync(first ?? '');
    writeFileSync(first ?? '', packed(Buffer.concat([own, Buffer.alloc(2_000_000, '\n')])));
    writeFileSync(second ?? '', packed(readFileSync(second ?? '')));
    const path = join(folder, 'cloth.jsonl');
    const read = await readSession(path, { mostAgentBytes: own.length + 1_000_000 });
    if (!read.ok) expect.fail(read.reason);
    expect(outline(read)).toContain('  = aaa111 is done.');
    expect(outline(read)).not.toContain('  = bbb222 is done.');
    expect([...read.account.malformed].map(({ reason }) => reason).sort()).toEqual([
      expect.stringMatching(/^agent-aaa111\.jsonl is left out from here: .* more than \d/),
      expect.stringMatching(/^agent-bbb222\.jsonl is left out from here/),
      expect.stringMatching(/^agent-ccc333\.jsonl is left out from here/),
    ]);
    const all = await session(path);
    expect(outline(all)).toContain('  = bbb222 is done.');
    expect(all.account.malformed.length).toBe(0);
  });

  it('that cannot be unpacked are named, and the others stay', async () => {
    const folder = copied();
    const broken = join(folder, 'cloth', 'subagents', 'agent-aaa111.jsonl');
    writeFileSync(broken, gzipSync(readFileSync(broken)).subarray(0, 100));
    const read = await session(join(folder, 'cloth.jsonl'));
    expect(outline(read)).toContain('  = bbb222 is done.');
    const reasons = [...read.account.malformed].map(({ reason }) => reason);
    expect(reasons).toContainEqual(expect.stringMatching(/^agent-aaa111\.jsonl cannot be read: /));
  });
});

describe('[L4] [issue 11] a file of a subagent that is not read is named', () => {
  const reasonsOf = (read: ReadTranscript): string[] => [...read.account.malformed].map(({ reason }) => reason);

  it.each<[string, (subagents: string) => void, string]>([
    [
      'a link to nothing',
      (at) => symlinkSync('nowhere', join(at, 'agent-eee555.jsonl')),
      'agent-eee555.jsonl is not read: it is a link',
    ],
    [
      'a link to a file',
      (at) => symlinkSync(join(at, 'agent-aaa111.jsonl'), join(at, 'agent-eee555.jsonl')),
      'agent-eee555.jsonl is not read: it is a link',
    ],
    [
      'a pipe',
      (at) => void execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(at, 'agent-eee555.jsonl')]),
      'agent-eee555.jsonl is not read: it is not a regular file',
    ],
    [
      'a second, compressed copy',
      (at) => writeFileSync(join(at, 'agent-aaa111.jsonl.gz'), gzipSync(readFileSync(join(at, 'agent-aaa111.jsonl')))),
      'agent-aaa111.jsonl.gz is not read: agent-aaa111.jsonl is that run, too',
    ],
  ])('%s', async (_, put, reason) => {
    const folder = copied();
    put(join(folder, 'cloth', 'subagents'));
    const read = await session(join(folder, 'cloth.jsonl'));
    expect(reasonsOf(read)).toEqual([reason]);
    const whole = await session(join(WITH_FOLDER, 'cloth.jsonl'));
    expect(outline(read)).toEqual(outline(whole));
    expect(read.agents).toBe(3);
  });

  it('each of several, and counted as several', async () => {
    const folder = copied();
    for (const agent of ['eee555', 'fff666', 'ggg777'])
      symlinkSync('nowhere', join(folder, 'cloth', 'subagents', `agent-${agent}.jsonl`));
    const read = await session(join(folder, 'cloth.jsonl'));
    expect(reasonsOf(read)).toHaveLength(3);
    expect(read.counts['malformedLines']).toBe(3);
  });

  it.each([
    ['a link', (at: string) => symlinkSync('nowhere', at), 'it is a link'],
    ['a file', (at: string) => writeFileSync(at, ''), 'it is not a folder'],
  ])('and their folder, where it is %s', async (_, put, reason) => {
    const folder = copied();
    rmSync(join(folder, 'cloth', 'subagents'), { recursive: true });
    put(join(folder, 'cloth', 'subagents'));
    expect(reasonsOf(await session(join(folder, 'cloth.jsonl')))).toEqual([`subagents is not read: ${reason}`]);
  });

  it('beside the session, as older versions have it, where the session says that it started it', async () => {
    const folder = copied();
    for (const agent of ['aaa111', 'zzz999']) symlinkSync('nowhere', join(folder, `agent-${agent}.jsonl`));
    rmSync(join(folder, 'cloth', 'subagents', 'agent-aaa111.jsonl'));
    const read = await session(join(folder, 'cloth.jsonl'));
    expect(reasonsOf(read)).toEqual(['agent-aaa111.jsonl is not read: it is a link']);
  });

  it.each([
    ['gz', gzipSync],
    ['zst', zstdCompressSync],
  ])('a compressed one is read: .%s', async (ending, packed) => {
    const folder = copied();
    const plain = join(folder, 'cloth', 'subagents', 'agent-aaa111.jsonl');
    writeFileSync(`${plain}.${ending}`, packed(readFileSync(plain)));
    rmSync(plain);
    const read = await session(join(folder, 'cloth.jsonl'));
    expect(outline(read)).toEqual(outline(await session(join(WITH_FOLDER, 'cloth.jsonl'))));
    expect(reasonsOf(read)).toEqual([]);
  });

  it('and an output that was kept apart', async () => {
    const folder = copied();
    const output = join(folder, 'cloth', 'tool-results', 't3.txt');
    rmSync(output);
    symlinkSync('nowhere', output);
    expect(reasonsOf(await session(join(folder, 'cloth.jsonl')))).toEqual(['t3.txt is not read: it is a link']);
  });
});

describe('[issue 11, files 2] the file of one subagent', () => {
  const spun = (agent: string, prompt: string): readonly string[] => [
    `@human: ${prompt}`,
    '> Bash done: spun',
    `= ${agent} is done.`,
  ];

  it.each([
    ['in the session’s folder', 'cloth/subagents/agent-aaa111.jsonl', spun('aaa111', 'Spin wool.')],
    ['beside the session, as older versions have it', 'agent-ccc333.jsonl', spun('ccc333', 'An older run.')],
  ])('is that subagent’s own thread, and nobody else’s: %s', async (_, path, seen) => {
    const read = await session(join(WITH_FOLDER, path));
    const alone = readTranscript(readFileSync(join(WITH_FOLDER, path)));
    expect(outline(read)).toEqual(seen);
    expect(read.events).toEqual(alone.events);
    expect(read.agents).toBe(0);
    expect(read.title).toBe(seen[0]?.slice('@human: '.length));
    expect(read.state.source).toEqual({ format: 'claude-code', session: path.slice(-12, -6), parent: 'cloth' });
  });

  it.each([
    ['a file beside it says so', { meta: { toolUseId: 'spin' } }],
    ['its own result says so', { meta: {}, toolUseResult: { agentId: 'fff666' } }],
  ])('has the agents that it started itself under their calls: %s', async (_, { meta, ...told }) => {
    const folder = copied();
    const own = join(folder, 'cloth', 'subagents');
    const record = { isSidechain: true, agentId: 'aaa111', sessionId: 'cloth', cwd: '/loom' };
    const use = { type: 'tool_use', id: 'spin', name: 'Task', input: { prompt: 'Spin finer.' } };
    const calls = { ...record, uuid: 'x1', type: 'assistant', message: { id: 'm', content: [use] } };
    const block = { type: 'tool_result', tool_use_id: 'spin', content: 'ok' };
    const answers = { ...record, ...told, uuid: 'x2', type: 'user', message: { content: [block] } };
    writeFileSync(join(own, 'agent-aaa111.jsonl'), [calls, answers].map((one) => JSON.stringify(one)).join('\n'));
    const words = { type: 'user', uuid: 'y1', message: { content: 'I spin.' } };
    writeFileSync(join(own, 'agent-fff666.jsonl'), JSON.stringify({ ...record, agentId: 'fff666', ...words }));
    writeFileSync(join(own, 'agent-fff666.meta.json'), JSON.stringify(meta));
    const read = await session(join(own, 'agent-aaa111.jsonl'));
    expect(outline(read)).toEqual(['> Task done: ok', '  [fff666]', '  @agent: I spin.']);
    expect(read.agents).toBe(1);
  });
});

describe('nothing outside the session’s own folder is opened', () => {
  it('not by a link to a file, nor by a link to a folder', async () => {
    const folder = copied();
    const secret = join(folder, '..', 'secret');
    mkdirSync(secret);
    writeFileSync(join(secret, 't3.txt'), 'secret');
    cpSync(join(folder, 'cloth', 'subagents', 'agent-aaa111.jsonl'), join(secret, 'agent-eee555.jsonl'));

    rmSync(join(folder, 'cloth', 'tool-results', 't3.txt'));
    symlinkSync(join(secret, 't3.txt'), join(folder, 'cloth', 'tool-results', 't3.txt'));
    symlinkSync(join(secret, 'agent-eee555.jsonl'), join(folder, 'cloth', 'subagents', 'agent-eee555.jsonl'));
    const linked = await session(join(folder, 'cloth.jsonl'));
    expect(JSON.stringify(linked.events)).not.toContain('secret');
    expect(linked.agents).toBe(3);

    for (const name of ['tool-results', 'subagents']) {
      rmSync(join(folder, 'cloth', name), { recursive: true });
      symlinkSync(secret, join(folder, 'cloth', name));
    }
    const through = await session(join(folder, 'cloth.jsonl'));
    expect(through.agents).toBe(1);
    expect(JSON.stringify(through.events)).not.toContain('secret');

    rmSync(join(folder, 'cloth'), { recursive: true });
    mkdirSync(join(secret, 'tool-results'));
    writeFileSync(join(secret, 'tool-results', 't3.txt'), 'secret');
    symlinkSync(secret, join(folder, 'cloth'));
    expect(JSON.stringify((await session(join(folder, 'cloth.jsonl'))).events)).not.toContain('secret');
  });

  it('not by a name with a path in it', async () => {
    const folder = copied();
    writeFileSync(join(folder, 'cloth', 'beside.txt'), 'secret');
    const text = readFileSync(join(folder, 'cloth.jsonl'), 'utf8').replace(
      '/somewhere/else/entirely/t3.txt',
      '../beside.txt',
    );
    writeFileSync(join(folder, 'cloth.jsonl'), text);
    expect(outputOf(await session(join(folder, 'cloth.jsonl')), 't3')).toBeUndefined();
  });

  it('not a folder where a file should be, and not another session’s agents', async () => {
    const folder = copied();
    rmSync(join(folder, 'cloth', 'tool-results', 't3.txt'));
    mkdirSync(join(folder, 'cloth', 'tool-results', 't3.txt'));
    const read = await session(join(folder, 'cloth.jsonl'));
    expect(outputOf(read, 't3')).toBeUndefined();
    expect(outline(read).join('\n')).not.toContain('ddd444');
  });
});

describe('a compressed file', () => {
  const { bytes } = fixture('codex/enveloped.jsonl');

  it.each([
    ['rollout-1.jsonl.zst', zstdCompressSync(bytes)],
    ['rollout-1.jsonl.gz', gzipSync(bytes)],
    ['rollout-1.jsonl', bytes],
  ])('%s is read as what is in it', async (name, content) => {
    const folder = mkdtempSync(join(tmpdir(), 'toolthread-session-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, name), content);
    const read = await session(join(folder, name));
    expect(read.format).toBe('codex');
    expect(outline(read)).toEqual(outline(readTranscript(bytes)));
  });
});

it('a file that is not there, or damaged, is a reason and no exception', async () => {
  expect(await readSession(join(FIXTURES, 'nowhere.jsonl'))).toMatchObject({
    ok: false,
    reason: expect.stringContaining('ENOENT'),
  });
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-session-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.jsonl.gz'), gzipSync(bytesOf('x')).subarray(0, 12));
  expect(await readSession(join(folder, 'a.jsonl.gz'))).toMatchObject({ ok: false });
});

it('a file that is no session is refused in words; whoever wants to see its records asks for them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolthread-session-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'passwd');
  for (const text of ['root:x:0:0:root:/root:/bin/bash\n', '{"what":"is this"}\n', '']) {
    writeFileSync(path, text);
    expect(await readSession(path)).toEqual({
      ok: false,
      code: 'unknown_format',
      reason: 'it is in no format of a session that is known',
    });
  }
  writeFileSync(path, '{"what":"is this"}\n');
  expect(await readSession(path, { anyFormat: true })).toMatchObject({ ok: true, format: undefined });
});

function bytesOf(text: string): Buffer {
  return Buffer.from(text);
}

describe('[issue 11] [L4] a compressed session that is torn is read as far as it goes', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) =>
    JSON.stringify({ role: index % 2 === 0 ? 'user' : 'assistant', content: `${index}: ${Math.sin(index)}` }),
  );
  it.each([
    ['gz', gzipSync],
    ['zst', zstdCompressSync],
  ])('.%s, in the whole and in pieces, and the account says so', async (ending, pack) => {
    const folder = mkdtempSync(join(tmpdir(), 'torn-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, `a.jsonl.${ending}`);
    const packed = pack(lines.join('\n'));
    writeFileSync(path, packed.subarray(0, Math.floor(packed.length / 2)));
    const read = await readSession(path);
    if (!read.ok) throw new Error(read.reason);
    expect(outline(read)[0]).toBe('@human: 0: 0');
    expect(read.account.records).toBeGreaterThan(1000);
    const reasons = [...read.account.malformed].map(({ reason }) => reason);
    expect(reasons.at(-1)).toBe('the compressed file cannot be read from here: unexpected end of file');
    const pieces = await sessionPieces(path, { leastBytes: 100_000 });
    if (!pieces.ok) throw new Error(pieces.reason);
    const accounts = await Array.fromAsync(pieces.pieces(), ({ state }) => state.account);
    expect(accounts.length).toBeGreaterThan(1);
    expect(accounts.at(-1)).toEqual(read.account);
  });

  it('a small .gz that is broken in its middle gives what stands before that', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'torn-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'a.jsonl.gz');
    const packed = gzipSync(lines.slice(0, 300).join('\n'));
    expect(packed.length).toBeLessThan(16 * 1024);
    packed.fill(255, Math.floor(packed.length / 2));
    writeFileSync(path, packed);
    const read = await readSession(path);
    if (!read.ok) throw new Error(read.reason);
    expect(outline(read)[0]).toBe('@human: 0: 0');
    expect(read.account.records).toBeGreaterThan(80);
    expect([...read.account.malformed].at(-1)?.reason).toMatch(/^the compressed file cannot be read from here: /);
  });
});
