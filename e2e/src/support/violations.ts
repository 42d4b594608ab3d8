import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/**
 * What axe has against a page. Asked within the page itself, which has no frames of others, and without a list of what is
 * all right: a third of the work. A page that only took a step knows the rules from before.
 */
export async function violationsOn(page: Page) {
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
  const { violations } = await axe
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations
}

/** What a person with a screen reader, a keyboard or weak eyes would stumble over. */
export async function seriousFindings(page: Page): Promise<string[]> {
  return (await violationsOn(page))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
