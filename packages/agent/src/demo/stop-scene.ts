import { call, pause, resultOf, say } from './scene.ts';
import type { Scene } from './scene.ts';

const TICKS = 'i=1; while [ $i -le 60 ]; do echo "tick $i of 60"; i=$((i+1)); sleep 1; done';

/** A command that takes a minute, to be stopped. */
export const stopScene: Scene = (seen) => {
  if (seen.turn === 0) {
    return [
      pause(300),
      say(
        'I’ll run a command that takes a minute. Press **Stop** while it ticks: the process is ended, what it printed stays. Or write something to be done afterwards: it waits, and can be changed or taken back until I read it.',
      ),
      call('run_shell_command', { command: TICKS }),
    ];
  }
  const ticks = resultOf(seen, 'run_shell_command');
  if (ticks?.isError === true)
    return [say('The command was cut off. What it had printed is still there, and we can go on.')];
  return [say('The minute is over, and nobody stopped me. Ask me again, and press **Stop** this time.')];
};
