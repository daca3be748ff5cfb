import type { Ledger } from '@toolthread/store';
import type { Metrics } from './metrics.ts';

/**
 * The same ledger, whose appends are counted and timed, with the tokens that runs take.
 *
 * @example
 * import { createMetrics } from '@toolthread/server';
 * import { openLedger } from '@toolthread/store';
 * const opened = await openLedger({ file: await exampleLedger() });
 * if (!opened.ok) throw new Error(opened.error.message);
 * const metrics = createMetrics();
 * const ledger = measured(opened.value, metrics);
 * await ledger.append('no such thread', []);
 * metrics.text({ atWork: 0, waiting: 0 }).includes('toolthread_appends_refused_total 1'); //=> true
 * await ledger.close();
 */
export function measured(ledger: Ledger, metrics: Pick<Metrics, 'appended' | 'told'>): Ledger {
  return {
    ...ledger,
    async append(thread, drafts, options) {
      const began = performance.now();
      const appended = await ledger.append(thread, drafts, options);
      const events = appended.ok ? appended.value.length : 0;
      metrics.appended(events, (performance.now() - began) / 1000, appended.ok);
      if (appended.ok && options?.run !== undefined) appended.value.forEach(metrics.told);
      return appended;
    },
  };
}
