import type { Noun, Phrase } from '@toolthread/react';

/** What the page says beside its parts, by its English. */
export type OwnPhrase =
  | 'Keys'
  | 'Close'
  | 'Close the list'
  | 'Language'
  | 'Theme: system'
  | 'Theme: light'
  | 'Theme: dark'
  // A new thread.
  | 'What should the agent do?'
  | 'Ask anything below, or try one of these. You will see every tool call, and can stop it at any moment.'
  | 'Agent'
  | 'What is in this workspace?'
  | 'Run the tests and tell me what fails.'
  | 'Find out why the tests are slow, and ask me before you change anything.'
  // A thread.
  | 'agent elsewhere'
  | 'Queued: other threads are at work. This one begins when its turn comes.'
  | 'You can read only: this page was opened with a token that may not write.'
  | 'Connecting…'
  | 'The server does not answer. Nothing is lost; trying again…'
  | 'No such thread'
  | 'There is no thread at this address'
  | 'It may belong to another server, or to another data folder. The list has all that are here, or'
  | 'begin a new one'
  | 'What became of the file'
  | 'Turns'
  | 'Turn {n}: {words}'
  | 'Beginning'
  | '{n} tokens'
  | '{n}k'
  | '{n}M'
  // Sessions of other agents.
  | 'On this computer'
  | 'Sessions of other agents. They open as threads; their files are never changed.'
  | 'Reading the sessions of this computer…'
  | 'Find a session'
  | 'All agents'
  | 'All projects'
  | 'No session matches.'
  | 'Not opened: {problem}'
  | '{n} could not be read; “toolthread sessions” says why.'
  | '(no folder)'
  | '(no title)'
  | 'Unfinished'
  | 'A session of {agent}: read only here, and up to date while its file grows.'
  | 'Go on with it in its folder:'
  // The thread as a file.
  | 'Export'
  | 'Ledger'
  | 'One file that any browser shows'
  | 'Text with collapsible calls'
  | 'Every event, one a line'
  | 'Not exported: {problem}'
  // Without a token.
  | 'The token in this address is not one of this server.'
  | 'This browser is no longer let in: its token was changed or revoked, or has expired.'
  | 'Open the address that the server printed when it started. It ends with the token that this page needs.'
  | 'With another token the address is'
  // The list of keys.
  | 'Enter'
  | 'Alt+Enter'
  | 'Home'
  | 'End'
  | 'Write a message'
  | 'Send it (Shift+Enter: a new line)'
  | 'While it works: send it when the run completes'
  | 'From an empty message to the thread'
  | 'Stop the agent'
  | 'Next and previous item of the thread'
  | 'Open or close the item'
  | 'The ends of the thread'
  | 'Choose an answer'
  | 'Answer in your own words'
  | 'Allow once, in this thread, edit, deny'
  | 'Previous and next thread'
  | 'This list';

/** All that the page says. */
export type PagePhrase = Phrase | OwnPhrase;

/** All that the page counts. */
export type PageNoun = Noun | 'call';
