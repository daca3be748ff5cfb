import { call, pause, resultOf, say, think } from './scene.ts';
import type { Scene } from './scene.ts';
import { OLD_VERSION } from './workspace-files.ts';

/** An approval: nothing is published before a person says so. */
export const publishScene: Scene = (seen) => {
  if (seen.turn === 0) {
    return [
      pause(300),
      say('I’ll check what would be published.'),
      call('read_file', { path: 'package.json' }),
      call('list_files', { pattern: '*.mjs' }),
    ];
  }
  if (seen.turn === 1) {
    const version = /"version": "([^"][^"]*)"/.exec(resultOf(seen, 'read_file')?.text ?? '')?.[1] ?? OLD_VERSION;
    return [
      pause(300),
      think('Others will use what is published. The policy asks the user first, and that is right.'),
      say('This is ready to go. Others will use what is published, so I ask you first.'),
      call('publish_package', { package: 'tiny-parser', version, tag: 'latest' }),
    ];
  }
  const published = resultOf(seen, 'publish_package');
  const outcome =
    published?.isError === true ? `It was **not** published. ${published.text}` : `Done. ${published?.text ?? ''}`;
  return [
    pause(300),
    say(`${outcome}\n\nYour decision is kept in this thread, beside what I proposed and what really ran.`),
  ];
};
