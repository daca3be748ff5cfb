import { begins, call, resultOf, say } from './scene.ts';
import type { Scene } from './scene.ts';

const TICKS = 'i=1; while [ $i -le 60 ]; do echo "tick $i of 60"; i=$((i+1)); sleep 1; done';

/** A command that takes a minute, to be stopped. */
export const stopScene: Scene = begins(
  {
    en: 'I’ll run a command that takes a minute. Press **Stop** while it ticks: the process is ended, what it printed stays. Or write something to be done afterwards: it waits, and can be changed or taken back until I read it.',
    de: 'Ich starte einen Befehl, der eine Minute dauert. Drück **Stopp**, während er tickt: Der Prozess wird beendet, was er ausgegeben hat, bleibt. Oder schreib etwas, das danach getan werden soll: Es wartet und kann geändert oder zurückgezogen werden, bis ich es lese.',
  },
  () => [call('run_shell_command', { command: TICKS })],
  (seen, pick) => {
    const ticks = resultOf(seen, 'run_shell_command');
    if (ticks?.isError === true)
      return [
        say(
          pick({
            en: 'The command was cut off. What it had printed is still there, and we can go on.',
            de: 'Der Befehl wurde abgebrochen. Was er ausgegeben hatte, ist noch da, und wir können weitermachen.',
          }),
        ),
      ];
    return [
      say(
        pick({
          en: 'The minute is over, and nobody stopped me. Ask me again, and press **Stop** this time.',
          de: 'Die Minute ist um, und niemand hat mich gestoppt. Frag mich noch einmal, und drück diesmal **Stopp**.',
        }),
      ),
    ];
  },
);
