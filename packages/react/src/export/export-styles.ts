/** What the page's own styles do not have: folds, and a page that scrolls as a whole. Buttons need a script, so there are none. */
export const exportStyles = `
body { margin: 0; }
.tt-thread { height: auto; width: min(var(--tt-column), 100% - 32px); margin: 0 auto; padding: 24px 0 48px; }
.tt-thread > h1 { margin: 0 0 20px; font-size: 1.25rem; font-weight: 600; overflow-wrap: anywhere; }
.tt-about { margin: -14px 0 20px; color: var(--tt-faint); font-size: var(--tt-text-tiny); overflow-wrap: anywhere; }
.tt-when { margin: -10px 0 0; color: var(--tt-faint); font-size: var(--tt-text-tiny); }
.tt-when-message { text-align: end; }
.tt-thread button { display: none; }
.tt-items { gap: 14px; }
.tt-fold > summary { cursor: pointer; list-style: none; border-radius: inherit; }
.tt-fold > summary::-webkit-details-marker { display: none; }
.tt-fold > summary::before { content: '▸'; display: inline-block; width: 1.2em; color: var(--tt-faint); }
.tt-fold[open] > summary::before { content: '▾'; }
.tt-group > .tt-fold > summary { display: flex; align-items: center; padding-inline-start: 10px; }
.tt-changes.tt-fold { display: block; }
.tt-fold > summary.tt-call-line { display: flex; gap: 0; }
.tt-call-line > .tt-call-note { margin-inline-start: 14px; }
.tt-full { max-height: none; }
.tt-account { margin-top: 28px; color: var(--tt-faint); font-size: var(--tt-text-tiny); }
.tt-account th { text-align: start; font-weight: 400; padding-inline-end: 2ch; }
.tt-account td { text-align: end; font-variant-numeric: tabular-nums; }
@media print { .tt-thread { width: auto; } }
`;
