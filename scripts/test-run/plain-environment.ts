/** What a test may ask for by name. */
const KEPT = /^TOOLTHREAD_(?:EXPLORE|SEED|STREAMS|TRANSCRIPTS)$/;

/** Settings of programs that tests start: colours, npm's, git's, a model's key or address, our own. */
const SETTINGS =
  /^(?:FORCE_COLOR|NO_COLOR|CLICOLOR\w*|NODE_OPTIONS|NODE_DEBUG|INIT_CWD|npm_\w+|GIT_\w+|XDG_(?:CONFIG|DATA|STATE|RUNTIME)\w*|EDITOR|VISUAL|PAGER|DATABASE_\w*URL|TZ|LANG|LANGUAGE|LC_\w+|(?:ANTHROPIC|OPENAI|GEMINI|GOOGLE|OLLAMA|TOOLTHREAD)_\w+|\w+_TOKEN)$/i;

/**
 * The tests are the same for everybody: whatever somebody has told npm, git, Node or us does not reach them, nor what they start. Files
 * that they make can be read by others, as on most machines.
 */
export function plainEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) if (SETTINGS.test(name) && !KEPT.test(name)) delete env[name];
  process.umask(0o022);
}
