import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '@helioport/contract'
import type { Release } from '@helioport/contract/release'
import { faults } from '../support/fault-door.ts'
import { manyPrefix, startUp, type StartUp, withRemotes } from '../support/many-remotes.ts'
import { expect, test } from '../support/stage.ts'
import { folderOf } from '../support/store.ts'

/** Bytes that one more registered remote may add to the page, brotli; 140 of them are hashes of its two releases. */
const bytesPerRemote = 250
const pageBytes = 40 * 1_024

test('100 registered remotes, 20 of them hanging, cost at most one more request and few bytes at start', async ({
  browser,
  context,
  stage,
}) => {
  const few = stage.index()
  const many = withRemotes(few, 100)
  expect(Object.keys(many.remotes)).toHaveLength(100)
  const state = await context.storageState()
  const isOfMany = (path: string) => path.includes(`/r/${manyPrefix}`)
  const variants = {
    'as it is': () => stage.change(() => few),
    'a hundred': () => stage.change(() => many),
    'twenty hang': () => {
      stage.door.set(new RegExp(`^/r/${manyPrefix}\\d?\\d/`), faults.unavailable)
      stage.door.set(new RegExp(`^/r/${manyPrefix}1?\\d/`), 'hang')
      return stage.change(() => many)
    },
  }
  const visits = new Map<string, StartUp>()
  for (const [name, prepare] of Object.entries(variants)) {
    prepare()
    // The first request after a change waits until the page is assembled.
    await fetch(stage.door.url)
    visits.set(name, await startUp(browser, stage.door.url, state))
    stage.door.clear()
  }
  const of = (name: keyof typeof variants, what: keyof StartUp) => visits.get(name)?.[what] ?? Number.NaN
  for (const name of Object.keys(variants) as (keyof typeof variants)[]) {
    const ratio = (what: 'ms' | 'cpuMs') => (of(name, what) / of('as it is', what)).toFixed(2)
    const kilobytes = (of(name, 'pageBytes') / 1024).toFixed(1)
    console.log(
      `start, ${name}: ${of(name, 'requests')} requests, page ${kilobytes} KB, time ratio ${ratio('ms')}, processor ${ratio('cpuMs')}`,
    )
    expect(of(name, 'requests'), name).toBeLessThanOrEqual(of('as it is', 'requests') + 1)
  }
  expect(stage.door.asked.filter(isOfMany)).toEqual([])
  const more = (of('a hundred', 'pageBytes') - of('as it is', 'pageBytes')) / 95
  console.log(`each further remote: ${more.toFixed(0)} bytes of the page`)
  expect(more).toBeGreaterThan(0)
  expect(more).toBeLessThan(bytesPerRemote)
  expect(of('a hundred', 'pageBytes')).toBeLessThan(pageBytes)
})

/** More files to preload than any page has hints for. */
function withManyFiles(record: Release): Release {
  const names = Array.from({ length: 300 }, (_, at) => `more.${at}.js`)
  const { integrity } = record.files[record.entry] ?? { integrity: '' }
  return {
    ...record,
    files: {
      ...record.files,
      ...Object.fromEntries(names.map((name) => [name, { integrity, bytes: 1, brotliBytes: 1 }])),
    },
    preload: { ...record.preload, pages: { ...record.preload.pages, more: names } },
  }
}

test('a remote without preload hints gets its record with the shell’s files; a tampered record is ignored', async ({
  page,
  stage,
}) => {
  const area = { name: 'area-last', prefix: '/area-last', order: 99 }
  const release = stage.clone(stage.current('functions'), { digits: '000000000901', as: area })
  const path = join(folderOf(stage.store, release), 'release.json')
  writeFileSync(path, JSON.stringify(withManyFiles(JSON.parse(readFileSync(path, 'utf8')) as Release)))
  stage.point('area-last', release)
  const base = `/r/${release.name}/${release.release}/`
  const shown = page.locator('main [data-remote="area-last"]')

  const code = release.preload.pages['commandList']?.find((file) => file.endsWith('.js')) ?? ''
  // The page does not wait for its entry's imports: the door holds the entry until the page's code was requested.
  stage.door.set(new RegExp(`/area-last/.*/${release.entry.replaceAll('.', '\\.')}$`), { after: base + code })
  await page.goto(stage.at('/area-last/commands'))
  await expect(shown).toHaveAttribute('data-release', release.release)
  // The index contains only the titles of menu entries.
  await expect(page).toHaveTitle(/^任务/)
  expect(stage.door.asked.filter((asked) => asked === `${base}release.json`)).toHaveLength(1)
  // The page has no hints for it: the record is loaded with the shell, its files when the shell runs.
  const turn = (file: string) => stage.door.asked.indexOf(base + file)
  for (const file of [release.entry, code]) expect(turn(file)).toBeGreaterThan(turn('release.json'))

  stage.door.set(/area-last\/.*release\.json$/, {
    edit: (body) => Buffer.from(body.toString().replaceAll('任务', '别的')),
  })
  await page.goto(stage.at(paths.bulletin()))
  await page.evaluate(() => sessionStorage.clear())
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await page.goto(stage.at('/area-last/commands', '?again'))
  await expect(shown).toHaveAttribute('data-release', release.release)
  expect(stage.door.asked.filter((asked) => asked === `${base}release.json`).length).toBeGreaterThan(1)
  await expect(page).toHaveTitle(/^功能设置/)
})
