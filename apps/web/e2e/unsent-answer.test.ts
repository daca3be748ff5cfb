/** What was pressed in a card and did not reach the server does not look as if it had, and is sent by pressing it again. */
import { expect, test } from 'vitest';
import { say } from './say.ts';
import { withServer } from './with-server.ts';

const stage = withServer();

test('an option and an approval that were pressed offline say that they were not sent, also when the server is there again', async () => {
  const page = await stage.enter();
  await say(page, 'Upgrade it');
  const unsent = page.getByText('This was not sent. Try again.');
  const away = page.getByRole('status').filter({ hasText: 'does not answer' });
  const option = page.getByRole('button', { name: /^All three/ });
  const allow = page.getByRole('button', { name: /^Allow once/ });
  for (const button of [option, allow]) {
    await expect.poll(() => button.isEnabled()).toBe(true);
    await page.context().setOffline(true);
    await button.click();
    await page.getByRole('alert').filter({ hasText: 'The server does not answer.' }).waitFor();
    expect(await button.getAttribute('aria-pressed')).not.toBe('true');
    await away.waitFor();
    await page.context().setOffline(false);
    await unsent.waitFor();
    expect(await button.getAttribute('aria-pressed')).not.toBe('true');
    await button.click();
    await button.waitFor({ state: 'detached' });
    expect(await unsent.count()).toBe(0);
  }
});
