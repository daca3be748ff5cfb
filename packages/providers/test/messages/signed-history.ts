/**
 * Random histories whose parts were made by several providers in turn, each with the blobs that its own decoder writes; and
 * with images and files in messages and results.
 */
import type { LedgerEvent, ProviderBlob } from '@toolthread/core';
import { arbitraryHistory } from '@toolthread/core/testing';
import fc from 'fast-check';
import { blobFor, targetAt, thing } from './blob-data.ts';
import type { BlobKind } from './blob-data.ts';

/** `fc.assert(fc.property(arbitrarySignedHistory(), (events) => …))` */
export function arbitrarySignedHistory(): fc.Arbitrary<LedgerEvent[]> {
  const picks = fc.array(fc.nat(9973), { minLength: 12, maxLength: 12 });
  return fc.tuple(arbitraryHistory(), picks).map(([events, numbers]) => {
    const pickAt = (at: number): number => (numbers[at % numbers.length] ?? 0) + Math.trunc(at / numbers.length);
    const signed = events.flatMap((event, at) => {
      const sign = (kind: BlobKind, step: number): ProviderBlob | undefined =>
        pickAt(at) % 7 === 0 ? undefined : blobFor(kind, at, pickAt(step));
      return [withThings(event, at, pickAt(at), sign), ...closing(event, pickAt(at), sign)];
    });
    return signed.map((event, index) => ({ ...event, seq: index + 1 }));
  });
}

/** The blob of a part: all parts of a step come from one model. */
type Sign = (kind: BlobKind, step: number) => ProviderBlob | undefined;

function withThings(event: LedgerEvent, at: number, pick: number, sign: Sign): LedgerEvent {
  if (event.type === 'message.posted' || event.type === 'agent.tool.completed') {
    return pick % 3 === 0 ? { ...event, parts: [...(event.parts ?? []), ...thing(pick)] } : event;
  }
  if (event.type === 'agent.part.completed') {
    const { blob: _blob, ...bare } = event;
    return { ...bare, ...blobIn(sign(event.kind, event.step)) };
  }
  if (event.type === 'agent.tool.called') {
    const provided = event.runs === 'provider';
    const id = provided ? { call: `own${at}`, provider_id: `srvtoolu_${at}`, name: 'web_search' } : {};
    return { ...event, ...id, ...blobIn(sign(provided ? 'provided' : 'call', event.step)) };
  }
  if (event.type !== 'agent.status' || pick % 4 !== 0) return event;
  return { ...envelopeOf(event), type: 'agent.configured', ...targetAt(pick), system_hash: String(pick % 3) };
}

/** Behind words, thoughts and the provider's own calls, what their model wants back; now and then a block of its own. */
function closing(event: LedgerEvent, pick: number, sign: Sign): LedgerEvent[] {
  const closed = (step: number, part: number, kind: 'text' | 'reasoning' | 'opaque', of: BlobKind): LedgerEvent[] => {
    const blob = sign(of, step);
    if (blob === undefined) return [];
    return [{ ...envelopeOf(event), type: 'agent.part.completed', step, part, kind, blob }];
  };
  if (event.type === 'agent.text.delta' || event.type === 'agent.reasoning.delta') {
    const { step, part } = event;
    const kind = event.type === 'agent.text.delta' ? 'text' : 'reasoning';
    return [...closed(step, part, kind, kind), ...(pick % 4 === 0 ? closed(step, part + 1, 'opaque', 'opaque') : [])];
  }
  if (event.type !== 'agent.tool.called' || event.runs !== 'provider' || pick % 3 === 0) return [];
  return closed(event.step, event.part + 1, 'opaque', 'answered');
}

function blobIn(blob: ProviderBlob | undefined): { readonly blob?: ProviderBlob } {
  return blob === undefined ? {} : { blob };
}

type Envelope = Pick<LedgerEvent, 'v' | 'thread' | 'seq' | 'at' | 'scope'>;

function envelopeOf({ v, thread, seq, at, scope }: LedgerEvent): Envelope {
  return { v, thread, seq, at, ...(scope === undefined ? {} : { scope }) };
}
