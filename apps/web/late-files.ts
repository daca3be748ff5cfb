/** The parts of each file, with all that they need and that no file before it has. */
const PARTS: Readonly<Record<string, string>> = {
  // What draws calls may come later than what looks for words in them.
  words: `result-text call-text call-note call-problem tool-kind cut-result terminal-rows json-view exact-json repeated-key change-lines
    children-around plan-text use-ticking message-field evaluation-text`,
  calls: 'call-entry standing-calls call-under-way orphan-view changes-line verdict-reasons image-part long-list',
  around: 'start-notices seen notice-switch list-filter first-words use-agents agent-name',
  writing: 'addressees file-names attachments kept-files hold-draft',
  home: 'load-search choice-row drop-session connect-model home-list',
  reading: 'thread-totals import-account export-menu queued-list load-find turn-map bar-place',
  acting: 'late-controls message-editor open-request',
};

/**
 * What every page asks for right after its first load, in a few files: one for each of these small parts (66 requests for Home, 80 for a
 * thread) cost the browser and the server more than all that is in them.
 */
export const lateFiles = Object.entries(PARTS).map(([name, parts]) => ({
  name,
  test: new RegExp(`/(?:${parts.split(/\s+/).join('|')})\\.tsx?$`),
}));
