import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** How often what is new is collected, while twenty bodies of 4 MB come of which nobody keeps anything. */
function collections(begin: string): number {
  const script = `
    import { once } from 'node:events';
    import { createServer, request } from 'node:http';
    import { PerformanceObserver } from 'node:perf_hooks';
    ${begin}
    let count = 0;
    new PerformanceObserver((seen) => (count += seen.getEntries().length)).observe({ entryTypes: ['gc'] });
    const server = createServer((incoming, outgoing) => {
      incoming.on('end', () => outgoing.end('done')).resume();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const body = Buffer.alloc(4_000_000);
    for (let n = 0; n < 20; n += 1) {
      const asked = request({ host: '127.0.0.1', port: server.address().port, method: 'POST' }).end(body);
      const [answer] = await once(asked, 'response');
      await once(answer.resume(), 'end');
    }
    await new Promise((resolve) => setImmediate(resolve));
    console.log(count);
    process.exit();
  `;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));
}

test('bytes that came or went do not wait until there are many', () => {
  const module = new URL('./collect-bytes-early.ts', import.meta.url).href;
  const early = collections(`import { collectBytesEarly } from '${module}'; collectBytesEarly();`);
  expect(early).toBeGreaterThan(collections('') + 3);
});
