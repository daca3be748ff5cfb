/**
 * Any messages that the type allows, in order or not: for encoders, which must not throw over content and must give a body that
 * the provider takes. `target` signs some of the blobs, others are signed by strangers.
 */
import type { ContentPart, ProviderBlob } from '@toolthread/core';
import { completionMessage } from '@toolthread/core/context';
import type { CompletionMessage, CompletionPart } from '@toolthread/core/context';
import type { Json } from '@toolthread/core/json';
import fc from 'fast-check';

const TEXTS = ['hello', '', ' \n ', 'lone \ud800 surrogate', '🔧 tool', '__proto__', 'x'.repeat(200)];
const IDS = ['a', 'b', 'toolu_01', '', 'bad id/:', 'y'.repeat(90), '__proto__', 'srvtoolu_1'];
const ARGUMENTS = [
  '{}',
  '',
  '{"a":1}',
  '[1]',
  '"s"',
  'null',
  '{"cut":',
  '{"__proto__":{"x":1}}',
  '"\\ud800"',
  '['.repeat(5000),
];
const NAMES = ['save', 'a b/c', '', 'ünï', 'z'.repeat(200), '__proto__'];
const PNG = 'iVBORw0KGgo=';

const text = fc.constantFrom(...TEXTS);

function content(): fc.Arbitrary<ContentPart> {
  const source = fc.oneof(
    fc.constant({ kind: 'base64' as const, data: PNG }),
    fc
      .constantFrom('https://files.example/a.png', 'data:image/png;base64,iVBORw0KGgo=', 'javascript:alert(1)', '')
      .map((url) => ({ kind: 'url' as const, url })),
    fc.constant({ kind: 'blob' as const, hash: 'sha256:1', size: 3 }),
  );
  const media = fc.constantFrom('image/png', 'image/tiff', 'application/pdf', 'text/plain', 'audio/wav', '');
  return fc.oneof(
    fc.record({ type: fc.constant('text' as const), text }),
    fc.record({ type: fc.constant('image' as const), media_type: media, source }),
    fc.record({ type: fc.constant('file' as const), media_type: media, source, name: text }),
    fc.record({ type: fc.constant('reference' as const), name: text, uri: text }),
  );
}

function blob(targets: readonly Omit<ProviderBlob, 'data'>[], data: readonly Json[]): fc.Arbitrary<ProviderBlob> {
  const stranger = { provider: 'stranger', api: 'speech', model: 'm' };
  return fc
    .tuple(fc.constantFrom(...targets, stranger), fc.constantFrom<Json>(...data, null, 'text', 7, {}, []))
    .map(([target, value]) => ({ ...target, data: value }));
}

function part(blobs: fc.Arbitrary<ProviderBlob>): fc.Arbitrary<CompletionPart> {
  const runs = fc.constantFrom('here' as const, 'here' as const, 'provider' as const);
  const signed = <T extends object>(plain: fc.Arbitrary<T>): fc.Arbitrary<T & { blob?: ProviderBlob }> =>
    fc
      .tuple(plain, fc.option(blobs, { nil: undefined }))
      .map(([value, own]) => (own === undefined ? value : { ...value, blob: own }));
  const id = fc.constantFrom(...IDS);
  const name = fc.constantFrom(...NAMES);
  return fc.oneof(
    signed(fc.record({ type: fc.constant('text' as const), text })),
    signed(fc.record({ type: fc.constant('reasoning' as const), text })),
    signed(fc.record({ type: fc.constant('call' as const), id, name, arguments: fc.constantFrom(...ARGUMENTS), runs })),
    signed(
      fc.record({
        type: fc.constant('result' as const),
        callId: id,
        name,
        parts: fc.array(content(), { maxLength: 3 }),
        isError: fc.boolean(),
        runs,
      }),
    ),
    signed(fc.record({ type: fc.constant('content' as const), content: content() })),
    signed(fc.record({ type: fc.constant('refusal' as const), text })),
    blobs.map((own) => ({ type: 'opaque' as const, blob: own })),
  );
}

/** `fc.property(arbitraryMessages({ targets: [target], data: [{ signature: 's' }] }), (messages) => …)` */
export function arbitraryMessages(
  signed: { readonly targets: readonly Omit<ProviderBlob, 'data'>[]; readonly data: readonly Json[] } = {
    targets: [],
    data: [],
  },
): fc.Arbitrary<CompletionMessage[]> {
  const parts = fc.array(part(blob(signed.targets, signed.data)), { maxLength: 5 });
  const role = fc.constantFrom(
    'user' as const,
    'assistant' as const,
    'user' as const,
    'assistant' as const,
    'system' as const,
  );
  return fc.array(
    fc.tuple(role, parts).map(([who, said]) => completionMessage(who, said, 'user')),
    { maxLength: 8 },
  );
}
