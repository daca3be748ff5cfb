import type { Model } from '@toolthread/core/context';
import { refusalIn } from './answer-refused.ts';
import { credentialsIn } from './credentials-in.ts';
import { debugLogger } from './debug-log.ts';
import type { DecodeOptions, Decoder, Ending } from '../decode/decoder.ts';
import type { EncodeRequest } from '../encode/encode-request.ts';
import type { ModelId } from '../encode/model-id.ts';
import { inWords } from './in-words.ts';
import { streamEvents } from './stream-events.ts';
import type { TransportOptions } from './transport-options.ts';

/** The parts of a transport that differ between providers. */
export interface Transport<Body> {
  readonly id: ModelId;
  readonly options: Pick<TransportOptions, 'contextTokens' | 'log' | 'idleMs'>;
  /** What the log must not show. Read when the request is made. */
  readonly secrets: () => readonly (string | undefined)[];
  readonly encode: (request: EncodeRequest) => Body;
  /** One request, and its raw frames. May throw, and may hang: the signal ends it. */
  readonly send: (body: Body, signal: AbortSignal) => Promise<AsyncIterable<unknown>>;
  readonly decode: (options: DecodeOptions) => Decoder;
  readonly failure: (thrown: unknown) => Ending;
  /** Where the requests go. */
  readonly address: string;
}

/** `modelOver({ id, options, secrets, encode, send, decode, failure })` */
export function modelOver<Body>({ id, options, ...wire }: Transport<Body>): Model {
  const { provider, model } = id;
  const { contextTokens, idleMs } = options;
  const inAddress = credentialsIn(wire.address)?.secrets ?? [];
  return {
    ...id,
    ...(contextTokens === undefined ? {} : { contextTokens }),
    stream: (request, signal) => {
      const log = debugLogger(options.log, { provider, model, secrets: [...wire.secrets(), ...inAddress] });
      const source = {
        decoder: wire.decode({ provider, model, tools: request.tools }),
        failure: (thrown: unknown) => refusalIn(thrown) ?? inWords(wire.failure(thrown), wire.address),
        log,
        ...(idleMs === undefined ? {} : { idleMs }),
        open: async (abort: AbortSignal): Promise<AsyncIterable<unknown>> => {
          const body = wire.encode({ ...request, provider, model });
          await log('request', body);
          return wire.send(body, abort);
        },
      };
      return streamEvents(source, signal);
    },
  };
}
