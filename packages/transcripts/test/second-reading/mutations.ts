import fc from 'fast-check';
import type { Format } from '../../src/index.ts';
import { countsOnce } from '../counts-once.ts';
import { fields, list, word } from './token.ts';

/** A damaged or reordered file, and the records that are whole in it, in their order. */
export interface Mutated {
  readonly text: string;
  readonly records: readonly unknown[];
}

/** What agents and their crashes do to their files. */
export function anyMutation(format: Format, lines: readonly string[]): fc.Arbitrary<Mutated> {
  return fc
    .tuple(fc.constantFrom(...kindsOf(format)), fc.nat(), fc.nat())
    .map(([mutate, place, cut]) => mutate(lines, place, cut));
}

type Mutate = (lines: readonly string[], place: number, cut: number) => Mutated;

const DAMAGE: { readonly [format in Format]?: () => readonly Mutate[] } = {
  'claude-code': () => [torn, doubled, joined, endsEarly, resultFirst, typedBetween],
  codex: () => [tornItem, doubled, joined],
  // An entry that is lost takes away what its branch goes on from.
  pi: () => [doubled, joined, endsEarly],
};

function kindsOf(format: Format): readonly Mutate[] {
  return DAMAGE[format]?.() ?? [torn, doubled, joined, endsEarly];
}

function mutated(lines: readonly string[], text: string): Mutated {
  return { text, records: lines.map((line): unknown => JSON.parse(line)) };
}

/** The program crashed in the middle of a record, and wrote the next one behind it. The first line tells the format: it stays. */
const torn: Mutate = (lines, place, cut) => {
  const at = 1 + (place % Math.max(1, lines.length - 1));
  const line = lines[at] ?? '';
  // A kind of record that the file has not had before cannot be told from a value of the torn one.
  const next = kindOf(lines[at + 1]);
  if (next !== undefined && !lines.slice(0, at).some((line) => kindOf(line) === next))
    return mutated(lines, lines.join('\n'));
  const broken = line.slice(0, 1 + (cut % Math.max(1, line.length - 1)));
  const text = [...lines.slice(0, at), broken + (lines[at + 1] ?? ''), ...lines.slice(at + 2)].join('\n');
  return mutated(lines.toSpliced(at, 1), text);
};

const MAY_TEAR =
  /^(message|reasoning|function_call_output|custom_tool_call_output|token_count|agent_message|agent_reasoning|task_complete)$/;

/** `parentUuid isSidechain assistant` */
function kindOf(line: string | undefined): string | undefined {
  if (line === undefined) return undefined;
  const record = fields(JSON.parse(line));
  return [...Object.keys(record).slice(0, 2), String(record['type'])].join(' ');
}

/** The same of a rollout: words occur twice in it, and where one is lost the other tells them. Of a lost call only events tell, and not all. */
const tornItem: Mutate = (lines, place, cut) => {
  const places = lines.flatMap((line, at) => {
    const { type } = fields(fields(JSON.parse(line))['payload']);
    return at > 0 && MAY_TEAR.test(String(type)) ? [at] : [];
  });
  const at = places[place % Math.max(1, places.length)];
  return at === undefined ? mutated(lines, lines.join('\n')) : torn(lines, at - 1, cut);
};

/** Without an id or a time nothing shows that the second one is no record of its own. */
const doubled: Mutate = (lines, place) => {
  const at = place % lines.length;
  const line = lines[at] ?? '';
  // Two calls without an id: nothing says whose the one result is.
  if (line.includes('"function_call":')) return mutated(lines, lines.join('\n'));
  const more = lines.toSpliced(at, 0, line);
  return mutated(countsOnce(line) ? lines : more, more.join('\n'));
};

/** A newline is missing. */
const joined: Mutate = (lines, place) => {
  const at = place % Math.max(1, lines.length - 1);
  const text = lines.map((line, index) => (index === at ? line : `${line}\n`)).join('');
  return mutated(lines, text);
};

/** The file is still being written. */
const endsEarly: Mutate = (lines, place, cut) => {
  const kept = 1 + (place % lines.length);
  const rest = (lines[kept] ?? '').slice(0, cut % Math.max(1, (lines[kept] ?? '').length));
  return mutated(lines.slice(0, kept), [...lines.slice(0, kept), rest].join('\n'));
};

/** Results of calls that run side by side are written before the line with their call; not by versions that wrote sidechains into the same file. */
const resultFirst: Mutate = (lines, place) => {
  const calls = lines.flatMap((line, at) => (blockIds(line, 'id').length === 1 && at > 0 ? [at] : []));
  const at = calls[place % Math.max(1, calls.length)] ?? 0;
  const [call] = blockIds(lines[at] ?? '{}', 'id');
  const result = lines.findIndex((line, index) => index > at && blockIds(line, 'tool_use_id').includes(call ?? ''));
  if (call === undefined || result === -1) return mutated(lines, lines.join('\n'));
  const moved = lines.toSpliced(result, 1).toSpliced(at, 0, lines[result] ?? '');
  return mutated(moved, moved.join('\n'));
};

/** A person typed while the response was written: between any two lines. */
const typedBetween: Mutate = (lines, place) => {
  const at = 1 + (place % lines.length);
  const before = fields(JSON.parse(lines[at - 1] ?? '{}'));
  const own = {
    ...before,
    parentUuid: before['uuid'],
    message: undefined,
    isSidechain: false,
    agentId: undefined,
  };
  const attachment = { type: 'queued_command', prompt: 'Wait: not so fast.' };
  const line = JSON.stringify({ ...own, type: 'attachment', uuid: 'typed-between', attachment });
  // Two calls without an id: nothing says whose the one result is.
  if (line.includes('"function_call":')) return mutated(lines, lines.join('\n'));
  const more = lines.toSpliced(at, 0, line);
  return mutated(more, more.join('\n'));
};

function blockIds(line: string, name: 'id' | 'tool_use_id'): readonly string[] {
  const record = fields(JSON.parse(line));
  if (record['isSidechain'] === true) return [];
  const { content } = fields(record['message']);
  return list(content).flatMap((block) => word(fields(block)[name]) ?? []);
}
