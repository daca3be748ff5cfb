/**
 * `npm start`: builds the page where it is old, then serves. In this process, and as the only command of npm's script: a signal that
 * ends npm ends the server.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const building = fileURLToPath(new URL('./build-page.ts', import.meta.url));
const { status } = spawnSync(process.execPath, [building], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
process.argv.splice(2, 0, 'serve');
await import(new URL('../apps/cli/src/main.ts', import.meta.url).href);
