import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { paths } from '@helioport/contract'
import { releaseOn } from '../support/release.ts'
import { expect, test } from '../support/stage.ts'
import { workspaceOfItsOwn } from '../support/workspace.ts'

const name = 'trial-notes'

test('two commands add a new remote to the menu of the running portal, and it can be removed again', async ({
  page,
  stage,
}) => {
  // A workspace of its own, because other tests build from the project's folder at the same time.
  const root = workspaceOfItsOwn()
  const locked = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
  const run = (...args: string[]) => promisify(execFile)('npm', ['run', ...args], { cwd: root })
  const menu = page.getByRole('navigation').first()
  await page.goto(stage.at(paths.stationList()))
  await expect(menu.getByRole('link').first()).toBeVisible()
  try {
    const since = Date.now()
    await run('new-remote', name)
    await run('release', '--', 'publish', name, '--data', stage.store)
    const took = (Date.now() - since) / 1000
    console.log(`a sixth remote after ${took.toFixed(0)} s`)
    expect(took).toBeLessThan(180)
    // The tab was open all the time and learns of the new part without a reload.
    const entry = menu.getByRole('link', { name: 'Trial notes' })
    await expect(entry).toBeVisible()
    await entry.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trial notes')
    await expect(page.getByRole('main').getByText(/^[1-9]\d*$/)).toBeVisible()

    await releaseOn(stage.store, 'retire', name, '--reason', 'browser test')
    // An open page is not removed while in use: the menu updates at the next step.
    await menu.getByRole('link').first().click()
    await expect(entry).toHaveCount(0)

    await run('new-remote', name, '--', '--remove')
    expect(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')).toBe(locked)
    expect(existsSync(join(root, `mfe-${name}`))).toBe(false)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
