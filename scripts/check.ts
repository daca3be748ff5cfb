import { runChecks } from './check/run-checks.ts';
import { scriptOptions } from './script-options.ts';

scriptOptions('npm run check\n\nAll checks of the sources, without the tests. It takes no options.', {});

const { failed } = await runChecks();
if (failed > 0) process.exitCode = 1;
