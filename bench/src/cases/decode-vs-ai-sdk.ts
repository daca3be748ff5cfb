import type { Case } from '../case.ts';
import { collectGarbage, undisturbed } from '../measure.ts';
import { replyOf } from '../responses/reply.ts';
import { SERVICES } from '../responses/services.ts';
import type { Service } from '../responses/services.ts';

const WARM_UP = 20;
const ROUNDS = 100;
const ROUNDS_A_CLEANING = 20;
const MS_PER_S = 1_000;

export const decodeVsAiSdk: Case = {
  name: 'decode-vs-ai-sdk',
  unit: 'events/s, from bytes to calls',
  target: { at: 'least', ratio: 2 },
  async run() {
    const rates = [];
    for (const [name, service] of Object.entries(SERVICES)) rates.push({ name, ...(await ratesOf(service)) });
    const worst = rates.reduce((a, b) => (b.ours / b.theirs < a.ours / a.theirs ? b : a));
    const each = rates.map(({ name, ours, asSent, theirs }) => {
      return `${name} ${(ours / theirs).toFixed(1)}x (${(asSent / theirs).toFixed(1)}x)`;
    });
    const note = `the worst of ${each.join(', ')}; in brackets behind the service's own client`;
    return { ours: worst.ours, theirs: worst.theirs, note };
  },
};

/** Events a second of each side, which take turns. */
async function ratesOf(service: Service): Promise<{ ours: number; asSent: number; theirs: number }> {
  const reply = replyOf(400);
  const bytes = service.bytes(reply);
  const events = service.frames(reply).length;
  let seen = 0;
  const see = (): void => {
    seen += 1;
  };
  const sides = {
    ours: { read: () => service.ours(bytes, see), times: [0] },
    asSent: { read: () => service.asSent(bytes, see), times: [0] },
    theirs: { read: () => service.theirs(bytes, see), times: [0] },
  };
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    if (round % ROUNDS_A_CLEANING === 0) collectGarbage();
    for (const { read, times } of Object.values(sides)) {
      if (round === WARM_UP) times.length = 0;
      const start = performance.now();
      await read();
      times.push(performance.now() - start);
    }
  }
  if (seen === 0) throw new Error('nothing was read');
  const rate = (times: readonly number[]): number => (events * MS_PER_S) / undisturbed(times);
  return { ours: rate(sides.ours.times), asSent: rate(sides.asSent.times), theirs: rate(sides.theirs.times) };
}
