/** assistant-ui with all messages in the page, as its own parts have them. */
import { ThreadPrimitive } from '@assistant-ui/react';
import { createElement } from 'react';
import { benchAssistantUi, components } from './assistant-ui-page.mjs';

benchAssistantUi(() =>
  createElement(
    ThreadPrimitive.Viewport,
    { style: { height: 700, overflow: 'auto' } },
    createElement(ThreadPrimitive.Messages, { components }),
  ),
);
