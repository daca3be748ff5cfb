import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** A person with a keyboard and nothing else. After each key something has the focus, is in sight, and shows it. */
export interface KeyboardWalk {
  key(key: string): Promise<void>;
  /** Into the field that has the focus, or has it in a moment: a part of the page that is opened for the first time is fetched first. */
  type(words: string): Promise<void>;
  /** As `type`, in the place of all that is there. */
  overwrite(words: string): Promise<void>;
  /** As Tab would: to what is one of its stops. Each Tab pressed would take a minute; `manners.test.ts` presses them. */
  to(target: Locator): Promise<void>;
  /** To it, and Enter. */
  press(target: Locator): Promise<void>;
  /** To it, and Enter; what follows is a window of its own, which is closed again. */
  follow(target: Locator, shows: string): Promise<void>;
  /** The focus is here. */
  isAt(target: Locator): Promise<void>;
  /** What happened meanwhile took no focus away. */
  check(): Promise<void>;
}

export function keyboardWalk(page: Page, misdeeds: string[]): KeyboardWalk {
  const { keyboard } = page;
  const check = async (): Promise<void> => {
    await expect.poll(() => page.evaluate(whatIsWrong)).toBe('');
  };
  const key = async (name: string): Promise<void> => {
    await keyboard.press(name);
    await check();
  };
  const to = async (target: Locator): Promise<void> => {
    await target.waitFor();
    await expect.poll(() => target.evaluate(goTo)).toBe(true);
  };
  const press = async (target: Locator): Promise<void> => {
    await to(target);
    await key('Enter');
  };
  const type = async (words: string): Promise<void> => {
    await expect.poll(() => page.evaluate(isInField)).toBe(true);
    await keyboard.type(words);
    await check();
  };
  return {
    key,
    to,
    press,
    check,
    type,
    async overwrite(words) {
      await expect.poll(() => page.evaluate(isInField)).toBe(true);
      await keyboard.press('ControlOrMeta+a');
      await type(words);
    },
    async follow(target, shows) {
      await to(target);
      const [opened] = await Promise.all([page.context().waitForEvent('page'), keyboard.press('Enter')]);
      await opened.getByText(shows).first().waitFor();
      await opened.close();
      // A window that a person asked for is no misdeed.
      await expect.poll(() => misdeeds.findIndex((each) => each.startsWith('window: '))).toBe(0);
      misdeeds.splice(0, 1);
      await page.bringToFront();
      await check();
    },
    async isAt(target) {
      await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);
    },
  };
}

function goTo(target: Element): boolean {
  if (!(target instanceof HTMLElement) || target.tabIndex < 0) return false;
  target.focus();
  return document.activeElement === target;
}

function isInField(): boolean {
  return document.activeElement?.matches('input, textarea, select') === true;
}

/** Nothing, or why the person does not know where the keyboard is. */
function whatIsWrong(): string {
  const element = document.activeElement;
  if (element === null || element === document.body) return 'nothing has the focus';
  const name = `${element.tagName} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)}”`;
  const box = element.getBoundingClientRect();
  const isInSight = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  if (!isInSight) return `${name} is out of sight`;
  // A field may be drawn by what it is in.
  const around = [element, element.parentElement, element.parentElement?.parentElement];
  const isShown = around.some((each) => {
    if (each === null || each === undefined) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  });
  return isShown ? '' : `${name} does not show the focus`;
}
