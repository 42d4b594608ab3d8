import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '@helioport/contract'
import { portal } from '../support/portal.ts'
import { expect, test } from '../support/signed-in.ts'

test('a remote with missing files shows a card in its place, the rest works, and a retry restores it', async ({
  page,
  at,
}) => {
  const folder = join(portal().data, 'releases/r/record')
  for (const release of readdirSync(folder)) renameSync(join(folder, release), join(portal().data, `hidden-${release}`))
  try {
    await page.goto(at(paths.record()))
    const card = page.getByRole('main').getByRole('alert')
    await expect(card).toBeVisible()
    await expect(card).toContainText(/record team/i)
    await page.getByRole('navigation').first().getByRole('link', { name: '设备' }).click()
    await expect(page).toHaveURL(/#\/device\/list/)
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
    await page.goto(at(paths.record()))
    await expect(card).toBeVisible()
  } finally {
    for (const name of readdirSync(portal().data).filter((entry) => entry.startsWith('hidden-'))) {
      renameSync(join(portal().data, name), join(folder, name.slice('hidden-'.length)))
    }
  }
  await page.getByRole('main').getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
