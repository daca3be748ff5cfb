import { existsSync } from 'node:fs';

const core = new URL('../packages/core/src/index.ts', import.meta.url);

if (existsSync(core)) {
  console.log('Toolthread: packages/core is here; drawing a recorded thread comes with its golden ledgers.');
} else {
  console.log('Toolthread: nothing to draw yet; packages/core has no sources.');
}
