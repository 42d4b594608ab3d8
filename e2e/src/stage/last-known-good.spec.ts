import { rmSync } from 'node:fs'
import { indexAndHintEventsPath, type Beacon } from '@helioport/contract/beacon'
import { paths } from '@helioport/contract'
import type { Release } from '@helioport/contract/release'
import type { Page } from 'playwright/test'
import { type Fault, faults } from '../support/fault-door.ts'
import { expect, type Stage, test } from '../support/stage.ts'
import { change, workspaceWithCopyOf, write } from '../support/workspace.ts'

const chunkOf = (release: Release, ending: '.js' | '.css') => {
  const files = [...release.preload.always, ...Object.values(release.preload.pages).flat()]
  const found = files.find((file) => file.endsWith(ending) && file !== release.entry)
  if (found === undefined) throw new Error(`${release.release} has no ${ending} of a page`)
  return found
}
const pathOf = (release: Release, file: string) =>
  new RegExp(`^/r/${release.name}/${release.release.replaceAll('.', '\\.')}/(~\\d+/)?${file.replaceAll('.', '\\.')}`)

let digits = 0
const fresh = () => `0000000001${(digits++).toString(16).padStart(2, '0')}`

/** A new release with intact files, and a fault that the door injects for one of them. */
const atTheDoor = (fileOf: (release: Release) => string, fault: Fault) => (stage: Stage, former: Release) => {
  const bad = stage.clone(former, { digits: fresh() })
  stage.door.set(pathOf(bad, fileOf(bad)), fault)
  return bad
}
/** A new release that was built wrong: its own hashes match. */
const inTheFiles = (edit: (file: string, text: string, entry: string) => string) => (stage: Stage, former: Release) =>
  stage.clone(former, { digits: fresh(), edit: (file, text) => edit(file, text, former.entry) })

const entry = (release: Release) => release.entry
const script = (release: Release) => chunkOf(release, '.js')
const style = (release: Release) => chunkOf(release, '.css')
const tampered: Fault = { edit: (body) => Buffer.concat([body, Buffer.from('\n;window.tampered = true')]) }
const truncated: Fault = { edit: (body) => body.subarray(0, body.length / 2) }

type Kind = NonNullable<Beacon['fault']>
const cases: [string, Kind, (stage: Stage, former: Release) => Release][] = [
  ['the entry hangs', 'deadline', atTheDoor(entry, 'hang')],
  ['the entry is 404 with JSON', 'missing', atTheDoor(entry, faults.json404)],
  ['the entry is 404 with HTML', 'missing', atTheDoor(entry, faults.html404)],
  ['the entry is 200 with HTML', 'integrity', atTheDoor(entry, { ...faults.html404, status: 200 })],
  ['the entry is 503', 'network', atTheDoor(entry, faults.unavailable)],
  [
    'the entry throws',
    'script',
    inTheFiles((file, text, name) => (file === name ? `throw new Error('entry');${text}` : text)),
  ],
  [
    'the entry was released truncated',
    'script',
    inTheFiles((file, text, name) => (file === name ? text.slice(0, text.length / 2) : text)),
  ],
  ['the entry arrives truncated', 'integrity', atTheDoor(entry, truncated)],
  ['a chunk is 503', 'network', atTheDoor(script, faults.unavailable)],
  ['a chunk hangs', 'deadline', atTheDoor(script, 'hang')],
  ['a stylesheet is 503', 'stylesheet', atTheDoor(style, faults.unavailable)],
  ['a stylesheet hangs', 'deadline', atTheDoor(style, 'hang')],
  ['a file is not the one that was released', 'integrity', atTheDoor(script, tampered)],
]

const shown = (page: Page) => page.locator('main [data-remote="functions"]')
const beaconOf = (stage: Stage, release: Release) =>
  stage.door.beacons.find((one) => one.release === release.release && (one.kind === 'fault' || one.kind === 'crash'))

/** Opens the page like the menu does; returns the release shown, and the time by the page's own clock, ms. */
function open(page: Page): Promise<{ release: string | undefined; ms: number }> {
  return page.evaluate(async () => {
    const since = performance.now()
    location.hash = '#/functionSetting'
    const stands = () => document.querySelector<HTMLElement>('main [data-remote="functions"]:has(h1)')
    while (!stands()) await new Promise((done) => setTimeout(done, 5))
    return { release: stands()?.dataset['release'], ms: performance.now() - since }
  })
}

async function seesFormer(page: Page, stage: Stage, bad: Release, former: Release, kind: Kind): Promise<void> {
  // A different query forces a new page load, with the current index.
  await page.goto(stage.at(paths.bulletin(), `?${bad.release}`))
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('公告')
  const { release, ms } = await open(page)
  expect(release).toBe(former.release)
  expect(ms, 'until the former version stood').toBeLessThan(3_000)
  await expect
    .poll(() => beaconOf(stage, bad), { intervals: [100] })
    .toMatchObject({ part: 'functions', fault: kind, cohort: 'stable', serial: stage.index().serial })
  await page.reload()
  await expect(shown(page)).toHaveAttribute('data-release', former.release)
  expect(await page.evaluate(() => Reflect.get(window, 'tampered'))).toBeUndefined()
  await page.evaluate(() => {
    location.hash = '#/bulletin'
  })
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('公告')
}

test('any fault of a new release shows the former one within 3 s and after a reload, and sends a beacon', async ({
  page,
  stage,
}) => {
  const former = stage.current('functions')
  for (const [what, kind, make] of cases) {
    await test.step(what, async () => {
      const bad = make(stage, former)
      stage.point('functions', bad, former)
      await seesFormer(page, stage, bad, former, kind)
      expect(beaconOf(stage, bad)).toMatchObject({ kind: 'fault', shown: former.release })
      stage.door.clear()
    })
  }
})

test('a crash in the first render shows the former release within 3 s, and sends a beacon', async ({ page, stage }) => {
  const former = stage.current('functions')
  const workspace = workspaceWithCopyOf('mfe-functions')
  try {
    change(workspace, 'mfe-functions/src/remote.tsx', './new/reactive-power-page.tsx', './new/crash.tsx')
    write(
      workspace,
      'mfe-functions/src/new/crash.tsx',
      `export default function Crash(): never { throw new Error('first render') }\n`,
    )
    const bad = await stage.build('functions', workspace)
    stage.point('functions', bad, former)
    await seesFormer(page, stage, bad, former, 'render')
  } finally {
    rmSync(workspace, { recursive: true, force: true })
  }
})

test('a failed release with a revoked former one shows the card, and a retry loads it', async ({ page, stage }) => {
  const former = stage.current('functions')
  const bad = stage.clone(former, { digits: fresh() })
  stage.door.set(pathOf(bad, bad.entry), faults.unavailable)
  // A revoked release is not used as a fallback either.
  stage.change((index) => ({
    ...index,
    remotes: { ...index.remotes, functions: [bad, former].map(stage.indexed) },
    revoked: [`functions/${former.release}`],
  }))
  await page.goto(stage.at(paths.functionSetting()))
  const card = page.getByRole('main').getByRole('alert')
  await expect(card).toHaveAttribute('data-fault', 'network')
  await expect(card).toContainText('functions team')
  await expect(card).toContainText(bad.release)
  await card.getByRole('button', { name: '重试' }).click()
  await expect(card).toBeVisible()
  expect(stage.door.asked.filter((path) => path.includes(`/r/functions/${former.release}/`))).toEqual([])
  stage.door.clear()
  await card.getByRole('button', { name: '重试' }).click()
  await expect(shown(page)).toHaveAttribute('data-release', bad.release)
})

test('an index reply that hangs, is 404 or is invalid keeps the present index', async ({ page, stage }) => {
  const former = stage.current('functions')
  const next = stage.clone(former, { digits: fresh() })
  await page.goto(stage.at(paths.functionSetting()))
  await expect.poll(() => stage.door.asked.includes(indexAndHintEventsPath)).toBe(true)
  for (const fault of [
    'hang',
    faults.json404,
    faults.html404,
    { status: 200, type: 'text/html', body: '<p>' },
  ] as Fault[]) {
    stage.door.clear()
    stage.door.set(/^\/releases\/index\.json/, fault)
    const asked = () => stage.door.asked.filter((path) => path === '/releases/index.json').length
    const before = asked()
    stage.point('functions', next, former)
    await expect.poll(asked).toBeGreaterThan(before)
    await page.evaluate(() => {
      location.hash = '#/bulletin'
    })
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('公告')
    await page.evaluate(() => {
      location.hash = '#/functionSetting'
    })
    await expect(shown(page)).toHaveAttribute('data-release', former.release)
  }
  stage.door.clear()
  stage.point('functions', next, former)
  await expect(async () => {
    await page.evaluate(() => {
      location.hash = location.hash === '#/bulletin' ? '#/functionSetting' : '#/bulletin'
    })
    await expect(shown(page)).toHaveAttribute('data-release', next.release, { timeout: 500 })
  }).toPass({ timeout: 15_000 })
})
