import { useEffect } from 'react';
import type { RefObject } from 'react';

/**
 * A button that was pressed is clicked when the mouse lets go of it, though the thread has moved it away meanwhile. Not a card's: there
 * only what is under the pointer counts. Who moves the pointer off the button has changed their mind.
 */
export function useKeptPress(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = ({ target, pointerId, pointerType }: PointerEvent): void => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (pointerType === 'mouse' && button?.closest('.tt-request') === null) button.setPointerCapture(pointerId);
    };
    const move = ({ target, pointerId, movementX, movementY }: PointerEvent): void => {
      const moved = Math.abs(movementX) + Math.abs(movementY) > 2;
      if (moved && target instanceof Element && target.hasPointerCapture(pointerId))
        target.releasePointerCapture(pointerId);
    };
    const element = scroller.current;
    element?.addEventListener('pointerdown', press);
    element?.addEventListener('pointermove', move);
    return () => {
      element?.removeEventListener('pointerdown', press);
      element?.removeEventListener('pointermove', move);
    };
  }, [scroller]);
}
