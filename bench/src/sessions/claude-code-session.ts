/** A long Claude Code session in the shape of real ones: its kinds of records, their shares and their sizes (about 2.7 KB). */

const WORDS =
  'The parser reads a line and keeps its place, so that a result finds the call it belongs to, whatever came between.\n\n- words with `code`, and a path: "src/lines/splitter.ts"\n';
/** As a tool prints code: quotes, tabs and line breaks, which JSON must escape. */
const CODE = `\tconst found = places.get("key") ?? insert(places, "key");\n\tif (found.closed) return "closed, whatever came between";\n`;
/** As a tool prints a file: its lines are numbered, with a character beyond ASCII. */
const NUMBERED = `    12→\tconst found = places.get("key") ?? insert(places, key, { closed: false });\n    13→\tif (found.closed) return found;\n`;

/** Of the record that ends a turn. */
const LAST_STEP = 14;

/** The lines of a session of about so many bytes, each ending with a newline. The same every time. */
export function claudeCodeSession(bytes: number): Uint8Array {
  const chunks: Buffer[] = [];
  let size = 0;
  for (let turn = 0; size < bytes; turn += 1) {
    const chunk = Buffer.from(claudeCodeTurn(turn));
    chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks);
}

/** One prompt, twelve steps of the agent, and its answer. */
export function claudeCodeTurn(turn: number): string {
  const records: SessionRecord[] = [
    {
      type: 'file-history-snapshot',
      messageId: id(turn, 0, 'f'),
      snapshot: { trackedFileBackups: {} },
      isSnapshotUpdate: false,
    },
    record('user', turn, 0, {
      message: { role: 'user', content: `Turn ${turn}: ${prose(90)}` },
      permissionMode: 'default',
    }),
  ];
  for (let step = 1; step <= 12; step += 1) records.push(...stepRecords(turn, step));
  records.push(
    assistant(turn, 13, 0, { type: 'text', text: `${prose(900)}\n\n- ${prose(200)}\n- ${prose(200)}` }),
    record('system', turn, LAST_STEP, { subtype: 'turn_duration', durationMs: 41_000 + turn, isMeta: false }),
  );
  return `${linked(records, turn)
    .map((one) => JSON.stringify(one))
    .join('\n')}\n`;
}

interface SessionRecord {
  readonly uuid?: string;
  readonly [name: string]: unknown;
}

/** Each follows the one before it, as nearly all real ones do: a reader that looks for what a record follows finds it. */
function linked(records: readonly SessionRecord[], turn: number): readonly object[] {
  let parent = turn === 0 ? null : id(turn - 1, LAST_STEP, 'system');
  return records.map((record) => {
    if (record.uuid === undefined) return record;
    const parentUuid = parent;
    parent = record.uuid;
    return { ...record, parentUuid };
  });
}

function stepRecords(turn: number, step: number): SessionRecord[] {
  const call = `toolu_${turn}_${step}`;
  const path = `/home/someone/project/src/module-${step}/file-${turn}.ts`;
  const input =
    step % 3 === 0
      ? { file_path: path, old_string: CODE.repeat(3), new_string: CODE.repeat(4) }
      : { command: `grep -rn "place" src | head -${step}`, description: prose(40) };
  const name = step % 3 === 0 ? 'Edit' : 'Bash';
  return [
    assistant(turn, step, 0, { type: 'thinking', thinking: prose(500), signature: 'c2lnbmF0dXJl'.repeat(50) }),
    ...(step % 2 === 0 ? [assistant(turn, step, 1, { type: 'text', text: prose(260) })] : []),
    assistant(turn, step, 2, { type: 'tool_use', id: call, name, input }),
    record('progress', turn, step, {
      data: { type: 'bash_progress', output: CODE.repeat(4), fullOutput: CODE.repeat(4), elapsedTimeSeconds: step },
      toolUseID: call,
      parentToolUseID: call,
    }),
    resultRecord(turn, step, call, name === 'Edit' ? path : undefined),
  ];
}

/** The text occurs twice in the line, as it does in real ones: for the model, and in the structured result. */
function resultRecord(turn: number, step: number, call: string, edited: string | undefined): SessionRecord {
  const text = `${step}: ${(step % 3 === 1 ? NUMBERED : CODE).repeat(18 + ((turn + step) % 9))}`;
  const failed = (turn + step) % 20 === 0;
  const lines = CODE.repeat(8).split('\n');
  return record('user', turn, step, {
    message: { role: 'user', content: [{ tool_use_id: call, type: 'tool_result', content: text, is_error: failed }] },
    toolUseResult: failed
      ? `Error: ${text}`
      : edited === undefined
        ? { stdout: text, stderr: '', interrupted: false, isImage: false }
        : {
            filePath: edited,
            oldString: CODE.repeat(3),
            newString: CODE.repeat(4),
            originalFile: text,
            structuredPatch: [
              { oldStart: 10, oldLines: 9, newStart: 10, newLines: 12, lines: lines.map((line) => ` ${line}`) },
            ],
            userModified: false,
            replaceAll: false,
          },
    sourceToolAssistantUUID: id(turn, step, 'assistant-2'),
  });
}

function assistant(turn: number, step: number, line: number, block: object): SessionRecord {
  return record(`assistant-${line}`, turn, step, {
    type: 'assistant',
    requestId: `req_${turn}_${step}`,
    message: {
      model: 'claude-opus-4-5',
      id: `msg_${turn}_${step}`,
      type: 'message',
      role: 'assistant',
      content: [block],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: 9,
        cache_creation_input_tokens: 1204,
        cache_read_input_tokens: 48_000 + step,
        cache_creation: { ephemeral_5m_input_tokens: 1204, ephemeral_1h_input_tokens: 0 },
        output_tokens: 120 + line,
        service_tier: 'standard',
      },
    },
  });
}

function record(kind: string, turn: number, step: number, fields: object): SessionRecord {
  return {
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    cwd: '/home/someone/project',
    sessionId: '5f0c7f5e-7d0e-4f4e-9d51-2f1b7c1f0a11',
    version: '2.1.29',
    gitBranch: 'main',
    slug: 'quiet-reading-lamp',
    type: kind,
    ...fields,
    uuid: id(turn, step, kind),
    timestamp: new Date(1_770_000_000_000 + turn * 60_000 + step * 1000).toISOString(),
  };
}

function id(turn: number, step: number, kind: string): string {
  return `${String(turn).padStart(8, '0')}-${String(step).padStart(4, '0')}-4000-8000-${kind}`;
}

function prose(length: number): string {
  return WORDS.repeat(Math.ceil(length / WORDS.length)).slice(0, length);
}
