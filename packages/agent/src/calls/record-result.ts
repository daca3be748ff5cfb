/** A tool's value as the ledger keeps it: cut once, here, and never again; the whole is kept as a blob. */
import type { ContentPart, EventDraft, Failure, Outcome } from '@toolthread/core';
import { boundText } from '@toolthread/core/context';
import type { Json } from '@toolthread/core/json';
import { formatSize } from '@toolthread/core/text';
import type { Blobs } from '../blobs.ts';
import { Redactor } from '../redact/redactor.ts';
import type { Tool } from '../tool/tool.ts';
import { textPart } from '../tool/tool-value.ts';
import type { ToolValue } from '../tool/tool-value.ts';

type Completed = Extract<EventDraft, { type: 'agent.tool.completed' }>;

/** What `agent.tool.completed` says of the result. */
export type Recorded = Pick<Completed, 'outcome' | 'parts' | 'structured' | 'error' | 'full_size' | 'full_blob'>;

export interface Keeping {
  readonly keeps: Tool['keeps'];
  readonly blobs: Blobs | undefined;
  /** They are redacted first, so that no cut leaves half of one. */
  readonly secrets?: readonly string[];
  /** Under which the model finds the whole again. */
  readonly call: string;
}

const MOST_STRUCTURED = 256 * 1024;

export async function recordResult(
  given: ToolValue,
  outcome: Outcome,
  { keeps, blobs, secrets, call }: Keeping,
): Promise<Recorded> {
  const redactor = new Redactor(secrets);
  const value = await redactor.words(given);
  const structured = await boundStructured(value.structured, redactor);
  const error = value.error ?? structured.error;
  const texts = value.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const whole = texts.join('\n');
  const bound = boundText(whole, keeps);
  const kept = bound.cut === undefined ? structured.whole : whole;
  const blob = kept === undefined ? undefined : await keepWhole(kept, blobs);
  const parts =
    bound.cut === undefined
      ? value.parts
      : withText(value.parts, cutText(bound.text, bound.cut, keeps, blob === undefined ? undefined : call));
  const words = error === undefined || parts.length === 0 ? [] : [textPart(error.message)];
  return {
    outcome: structured.error !== undefined && outcome === 'done' ? 'failed' : outcome,
    ...(parts.length === 0 ? {} : { parts: [...parts, ...words] }),
    ...(structured.value === undefined ? {} : { structured: structured.value }),
    ...(error === undefined ? {} : { error }),
    ...(kept === undefined ? {} : { full_size: Buffer.byteLength(kept) }),
    ...(blob === undefined ? {} : { full_blob: blob }),
  };
}

interface BoundStructured {
  readonly value: Json | undefined;
  /** The JSON text, where it was too long for the ledger. */
  readonly whole?: string;
  readonly error?: Failure;
}

async function boundStructured(given: Json | undefined, redactor: Redactor): Promise<BoundStructured> {
  if (given === undefined) return { value: undefined };
  const text = jsonText(given);
  if (text === undefined) return { value: undefined, error: { message: 'The tool returned data that is not JSON.' } };
  // Parsed again, it is plain data: the tool's own objects may give something else when they are read a second time.
  if (text.length <= MOST_STRUCTURED) return { value: await redactor.json(JSON.parse(text)) };
  const whole = await redactor.longText(text);
  return { value: { kind: 'truncated', bytes: Buffer.byteLength(whole) }, whole };
}

function jsonText(value: Json): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Where the whole cannot be stored, the call still has its result. */
async function keepWhole(whole: string, blobs: Blobs | undefined): Promise<string | undefined> {
  try {
    return await blobs?.put(new TextEncoder().encode(whole));
  } catch {
    return undefined;
  }
}

/** One text in the place of the first; what is not text stays. */
function withText(parts: readonly ContentPart[], text: string): readonly ContentPart[] {
  return [textPart(text), ...parts.filter((part) => part.type !== 'text')];
}

function cutText(
  text: string,
  whole: { readonly lines: number; readonly bytes: number },
  keeps: Tool['keeps'],
  kept: string | undefined,
): string {
  const end = keeps === 'head' ? 'beginning' : 'end';
  const where =
    kept === undefined ? 'The whole was not kept.' : `The whole is kept: read_output reads more of ${kept}.`;
  const size = `${formatSize(Buffer.byteLength(text))} of ${formatSize(whole.bytes)}, ${whole.lines} lines in all`;
  const marker = `[Cut: only the ${end} is shown, ${size}. ${where}]`;
  if (keeps === 'tail') return `${marker}\n${text}`;
  return text.endsWith('\n') ? text + marker : `${text}\n${marker}`;
}
