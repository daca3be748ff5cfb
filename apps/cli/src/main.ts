#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';
import { nodeProblem } from './node-problem.ts';
import { userFolder } from './user-folder.ts';

// An older Node would stop at the first name that it does not have, without a reason.
const tooOld = nodeProblem(process.versions.node);
if (tooOld !== undefined) {
  process.stderr.write(`toolthread: ${tooOld}\n`);
  process.exit(1);
}
// A short command spends most of its time compiling its own sources: the result is cached in the user's cache folder.
module.enableCompileCache(join(userFolder('XDG_CACHE_HOME', process.env), 'toolthread', 'compiled'));
const [{ failure }, { fromSources }, { UnreadableFile }] = await Promise.all([
  import('./failure.ts'),
  import('./made-parts.ts'),
  import('./file-text.ts'),
]);
const { endWithOutput } = await import('./terminal/end-with-output.ts');
endWithOutput(process.stdout, 'The output');
endWithOutput(process.stderr, 'The standard error');
// An unexpected error may quote foreign text: it is printed like every other failure, so a terminal obeys nothing in it.
const faultOf = (error: Error): { readonly what: string; readonly whatToDo: string } => ({
  what: error.stack ?? String(error),
  whatToDo: 'This is a fault of Toolthread. Please report it.',
});
process.on('uncaughtException', (error) => {
  const { what, whatToDo } = error instanceof UnreadableFile ? error.trouble : faultOf(error);
  process.exitCode = failure(what, whatToDo);
  process.exit();
});
// `npm --prefix DIR run toolthread` starts in DIR: paths are meant from where the person is.
const { INIT_CWD: startedIn, npm_package_json: script } = process.env;
const repository = join(import.meta.dirname, '../../../package.json');
if (fromSources && startedIn !== undefined && script === repository) process.chdir(startedIn);
const { run } = await import('./run.ts');
process.exitCode = await run(process.argv.slice(2));
