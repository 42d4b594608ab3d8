import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '@helioport/contract'
import { portal } from '../support/portal.ts'
import { expect, test } from '../support/signed-in.ts'
import { release } from '../support/release.ts'
import { change, workspaceWithCopyOf } from '../support/workspace.ts'

/** Hashes of all files of all releases of the other parts. */
function others(part: string): Record<string, string> {
  const base = join(portal().data, 'releases/r')
  const files = readdirSync(base, { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.startsWith(`${part}/`) && statSync(join(base, file)).isFile())
    .sort()
  return Object.fromEntries(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(base, file)))
        .digest('hex'),
    ]),
  )
}

interface Status {
  parts: { name: string; current: string }[]
}
const currentReleases = async () => {
  const { parts } = JSON.parse(await release('status', '--json')) as Status
  return Object.fromEntries(parts.map(({ name, current }) => [name, current]))
}

test('a remote is released and rolled back alone, and browsers show it', async ({ page, at }) => {
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(at(paths.stationList()))
  await expect(heading).toHaveText('电站')
  const bytesBefore = others('station')
  const releasesBefore = await currentReleases()

  const workspace = workspaceWithCopyOf('mfe-station')
  try {
    change(workspace, 'mfe-station/src/messages/zh-CN.ts', `'list.title': '电站'`, `'list.title': '全部电站'`)
    await release('publish', 'station', '--root', workspace)
  } finally {
    rmSync(workspace, { recursive: true, force: true })
  }
  const { station: published, ...othersPublished } = await currentReleases()
  const { station: former, ...othersBefore } = releasesBefore
  expect(published).not.toBe(former)
  expect(othersPublished).toEqual(othersBefore)
  expect(others('station')).toEqual(bytesBefore)
  await page.reload()
  await expect(heading).toHaveText('全部电站')

  await release('rollback', 'station', '--reason', 'browser test')
  expect(await currentReleases()).toEqual(releasesBefore)
  await page.reload()
  await expect(heading).toHaveText('电站')
})
