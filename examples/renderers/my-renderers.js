/**
 * How the page draws tools of your own: `toolthread serve --renderers examples/renderers/my-renderers.js`. A new tool is one line of the list.
 * The demo agent has such a tool: ask it to upgrade the parser, and open the group.
 */
export const renderers = ({ React, rendererFor }) => [
  rendererFor('look_up_release', ({ input, result }) =>
    React.createElement(
      'figure',
      { className: 'release' },
      result === undefined ? `Looking for ${input.package}…` : `📦 ${input.package}: ${result.outcome}`,
    ),
  ),
];
