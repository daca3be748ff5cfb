import type { Case } from '../case.ts';
import { interleave } from '../measure.ts';
import { replyOf } from '../responses/reply.ts';
import { SERVICES } from '../responses/services.ts';
import type { Service } from '../responses/services.ts';

const LIMITS = { budgetMs: 4_000, runMs: 5_000 };
const MS_PER_S = 1_000;
/** Replies a run, so that a run is long enough to be timed. */
const REPLIES = 5;

export const decodeVsAiSdk: Case = {
  name: 'decode-vs-ai-sdk',
  unit: 'events/s, from bytes to calls',
  target: { at: 'least', ratio: 2 },
  async run() {
    const compared = [];
    for (const [name, service] of Object.entries(SERVICES)) {
      const theirs = reading(service, service.theirs);
      const rates = await interleave({ ours: reading(service, service.ours), theirs }, LIMITS);
      const sent = await interleave({ ours: reading(service, service.asSent), theirs }, LIMITS);
      compared.push({ name, rates, ratio: rates.ours / rates.theirs, sent: sent.ours / sent.theirs });
    }
    const worst = compared.reduce((a, b) => (b.ratio < a.ratio ? b : a));
    const others = compared.map(({ name, ratio, sent }) => `${name} ${ratio.toFixed(1)}x (${sent.toFixed(1)}x)`);
    return {
      ours: worst.rates.ours * MS_PER_S,
      theirs: worst.rates.theirs * MS_PER_S,
      note: `the worst of ${others.join(', ')}; in brackets behind the service's own client`,
    };
  },
};

function reading(
  { frames, bytes }: Service,
  read: (chunks: readonly Uint8Array[], see: () => void) => Promise<void>,
): () => Promise<number> {
  const reply = replyOf(400);
  const chunks = bytes(reply);
  const events = REPLIES * frames(reply).length;
  return async () => {
    let seen = 0;
    const see = (): void => {
      seen += 1;
    };
    for (let n = 0; n < REPLIES; n += 1) await read(chunks, see);
    if (seen === 0) throw new Error('nothing was read');
    return events;
  };
}
