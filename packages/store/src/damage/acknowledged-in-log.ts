/**
 * SQLite reads its write-ahead log up to the first broken frame, without an error. This is right for the torn end that a loss of power leaves. It is wrong
 * for a log that was damaged later, with acknowledged events after the break. What is lost shows which of the two it is.
 * The format is that of https://sqlite.org/fileformat2.html#the_write_ahead_log.
 */
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { isDeltaType } from '../events/stored-event.ts';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The page size of every ledger, unless the log's header gives another one. */
const PAGE_BYTES = 4096;

/**
 * `acknowledgedInLog('ledger.db')`: of each thread that has acknowledged events behind a break in the log, the number of the last. None if the log is
 * as it was written, or torn at its end.
 */
export function acknowledgedInLog(file: string): ReadonlyMap<string, number> {
  const log = `${file}-wal`;
  if (!existsSync(log)) return new Map();
  const handle = openSync(log, 'r');
  try {
    return acknowledgedBehindABreak(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * What is in whole frames behind the first broken one. Everything but deltas is synced before the next transaction begins: with a frame of
 * a later one behind it, all of the log before it was on the disk once.
 */
function acknowledgedBehindABreak(handle: number): ReadonlyMap<string, number> {
  const header = Buffer.alloc(HEADER_BYTES);
  if (readSync(handle, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return new Map();
  const isLittle = header.readUInt32BE(0) !== BIG_ENDIAN;
  const isSound = [LITTLE_ENDIAN, BIG_ENDIAN].includes(header.readUInt32BE(0)) && isSumOf(header, isLittle);
  const frame = Buffer.alloc(FRAME_HEADER_BYTES + (isSound ? header.readUInt32BE(8) : PAGE_BYTES));
  let salts = isSound ? header.toString('latin1', 16, 24) : undefined;
  let before: Sum = [header.readUInt32BE(24), header.readUInt32BE(28)];
  let isBroken = !isSound;
  const open = new Map<string, number>();
  let closed: ReadonlyMap<string, number> = new Map();
  let acknowledged: ReadonlyMap<string, number> = new Map();
  for (let at = HEADER_BYTES; readSync(handle, frame, 0, frame.length, at) === frame.length; at += frame.length) {
    const own = frame.toString('latin1', 8, 16);
    const isOfThisLog = own === salts;
    // Where the header is broken, each frame says whether the next one belongs to it. Those of an older log hold nothing that is missing.
    if (!isSound) salts = own;
    const sum = sumOf(frame.subarray(FRAME_HEADER_BYTES), sumOf(frame.subarray(0, 8), before, isLittle), isLittle);
    before = [frame.readUInt32BE(16), frame.readUInt32BE(20)];
    const isWhole = isOfThisLog && sum[0] === before[0] && sum[1] === before[1];
    isBroken ||= !isWhole;
    if (!isBroken || !isOfThisLog) continue;
    acknowledged = closed;
    if (!isWhole) continue;
    for (const { thread, seq } of acknowledgedIn(frame)) open.set(thread, Math.max(seq, open.get(thread) ?? 0));
    const isCommit = frame.readUInt32BE(4) !== 0;
    if (isCommit) closed = new Map(open);
  }
  return acknowledged;
}

const LITTLE_ENDIAN = 0x377f0682;
const BIG_ENDIAN = 0x377f0683;

type Sum = readonly [number, number];

function isSumOf(header: Buffer, isLittle: boolean): boolean {
  const [first, second] = sumOf(header.subarray(0, 24), [0, 0], isLittle);
  return first === header.readUInt32BE(24) && second === header.readUInt32BE(28);
}

/** Each frame goes on from the sum of the one before it. */
function sumOf(bytes: Buffer, [first, second]: Sum, isLittle: boolean): Sum {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [a, b] = [first, second];
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    a = (a + words.getUint32(at, isLittle) + b) >>> 0;
    b = (b + words.getUint32(at + 4, isLittle) + a) >>> 0;
  }
  return [a, b];
}

const EVENT = /"v":\d\d*,"thread":"([\w.:-]{1,200})","seq":(\d{1,15}),"at":[^{}[\]]{0,300}?"type":"([\w.]{1,100})"/g;

function acknowledgedIn(frame: Buffer): readonly { readonly thread: string; readonly seq: number }[] {
  return [...frame.toString('latin1', FRAME_HEADER_BYTES).matchAll(EVENT)].flatMap(([, thread = '', seq, type = '']) =>
    isDeltaType(type) ? [] : [{ thread, seq: Number(seq) }],
  );
}
