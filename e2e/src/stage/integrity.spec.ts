import { generateKeyPairSync, sign } from 'node:crypto'
import { paths } from '@helioport/contract'
import { indexAndHintEventsPath } from '@helioport/contract/beacon'
import type { IndexedRelease, Release, SignedReleaseIndex } from '@helioport/contract/release'
import type { Page } from 'playwright/test'
import { apiOf } from '../support/signed-in.ts'
import { expect, type Stage, test } from '../support/stage.ts'
import { signIndex } from '../support/store.ts'
import { portal } from '../support/portal.ts'

const shown = (page: Page) => page.locator('main [data-remote="functions"]')
const evil = 'window.tampered=(window.tampered??0)+1'
const red = 'h1{color:rgb(255,0,0)!important}'

/** Appends bytes to every matching file, with a visible effect if they run or apply. */
function tamper(stage: Stage, path: RegExp): void {
  stage.door.set(path, {
    edit: (body) => Buffer.concat([body, Buffer.from(path.source.includes('css') ? red : `\n;${evil}`)]),
  })
}

/**
 * Waits until the browser has stored the index: this happens a while after the first page, and would undo an earlier
 * removal.
 */
async function isKept(page: Page, stage: Stage): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('helioport.release-index')))
    .toContain(`\\"serial\\":${stage.index().serial},`)
}

async function isClean(page: Page): Promise<void> {
  await page.waitForTimeout(0)
  expect(await page.evaluate(() => Reflect.get(window, 'tampered'))).toBeUndefined()
  const colors = await page.locator('h1').evaluateAll((all) => all.map((one) => getComputedStyle(one).color))
  expect(colors).not.toContain('rgb(255, 0, 0)')
}

const files = (release: Release) => {
  const { always, pages, locales } = release.preload
  const page = Object.values(pages).flat()
  return {
    entry: release.entry,
    'lazy chunk': page.find((file) => file.endsWith('.js')) ?? '',
    stylesheet: [...always, ...page].find((file) => file.endsWith('.css')) ?? '',
    messages: locales['zh-CN']?.[0] ?? '',
  }
}

test('a tampered file of a remote neither runs nor applies: entry, chunk, stylesheet, texts', async ({
  page,
  stage,
}) => {
  const original = stage.current('functions')
  for (const [at, kind] of (Object.keys(files(original)) as (keyof ReturnType<typeof files>)[]).entries()) {
    await test.step(kind, async () => {
      const release = stage.clone(original, { digits: `0000000003${at.toString().padStart(2, '0')}` })
      const file = files(release)[kind]
      expect(file, `there is a ${kind}`).not.toBe('')
      tamper(stage, new RegExp(`/r/functions/${release.release}/.*${file.replaceAll('.', '\\.')}$`))
      stage.point('functions', release)
      await page.goto(stage.at(paths.functionSetting(), `?${at}`))
      const card = page.getByRole('main').getByRole('alert')
      await expect(card).toHaveAttribute('data-fault', 'integrity')
      await isClean(page)
      stage.door.clear()
    })
  }
})

test('a release whose entry has no hash in the index is refused', async ({ page, stage }) => {
  const original = stage.current('functions')
  const release = stage.clone(original, { digits: '000000000399' })
  const { integrity: _, ...unpinned } = stage.indexed(release)
  stage.change((index) => ({ ...index, remotes: { ...index.remotes, functions: [unpinned as IndexedRelease] } }))
  await page.goto(stage.at(paths.functionSetting()))
  await expect(page.getByRole('main').getByRole('alert')).toHaveAttribute('data-fault', 'integrity')
  // A preload hint may have fetched it, but nothing of it ran.
  const traces = [release.scope, `rspackChunk${release.scope}`]
  expect(await page.evaluate((names) => names.map((name) => typeof Reflect.get(window, name)), traces)).toEqual([
    'undefined',
    'undefined',
  ])
})

test('tampered scripts of the shell stop the page, and none of them runs', async ({ browser, stage }) => {
  // Files of every release, because a former release would replace a broken one.
  tamper(stage, /\/r\/shell\/.*\.js$/)
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(stage.at(paths.login()))
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => Reflect.get(window, 'tampered'))).toBeUndefined()
  await expect(page.getByRole('heading')).toHaveCount(0)
  await context.close()
})

/** Replaces the inlined index and the host's index response at the door. */
function serveIndex(stage: Stage, change: (signed: SignedReleaseIndex) => Partial<SignedReleaseIndex> | null): void {
  const inline = (of: Partial<SignedReleaseIndex> | null) =>
    of === null
      ? ''
      : `<script type="application/json" id="release-index" data-key="${of.keyId}"${of.signature === undefined ? '' : ` data-signature="${of.signature}"`}>${of.payload}</script>`
  stage.door.set(/^\/(\?.*)?$/, {
    edit: (body) =>
      Buffer.from(
        body
          .toString()
          .replace(
            /<script type="application\/json" id="release-index" data-key="(.*?)" data-signature="(.*?)">(.*?)<\/script>/s,
            (_, keyId: string, signature: string, payload: string) => inline(change({ payload, keyId, signature })),
          ),
      ),
  })
  stage.door.set(/^\/releases\/index\.json/, {
    edit: (body) => Buffer.from(JSON.stringify(change(JSON.parse(body.toString()) as SignedReleaseIndex))),
  })
}

test('a forged, expired or older index is refused: the last verified one stays, and without one nothing starts', async ({
  page,
  browser,
  stage,
}) => {
  const former = stage.current('functions')
  const next = stage.clone(former, { digits: '000000000400' })
  // Make the browser see and store an index.
  stage.change((index) => index)
  await page.goto(stage.at(paths.functionSetting()))
  await expect(shown(page)).toHaveAttribute('data-release', former.release)
  await isKept(page, stage)
  const old = signIndex(stage.store, { ...stage.index(), serial: 1, remotes: { functions: [stage.indexed(next)] } })
  // An open page would receive the new index before the first forgery replaces it.
  await page.goto('about:blank')
  stage.point('functions', next)

  const unknown = generateKeyPairSync('ed25519').privateKey
  const attacks: Record<string, (signed: SignedReleaseIndex) => Partial<SignedReleaseIndex> | null> = {
    'a flipped bit': (signed) => ({ ...signed, payload: signed.payload.replace(/"serial":(\d)/, (_, digit) => `"serial":${Number(digit) ^ 1}`) }), // prettier-ignore
    'no signature': ({ payload, keyId }) => ({ payload, keyId }),
    'an empty signature': (signed) => ({ ...signed, signature: '' }),
    'an unknown key': (signed) => ({ ...signed, keyId: '0'.repeat(16), signature: sign(null, Buffer.from(signed.payload), unknown).toString('base64url') }), // prettier-ignore
    'a known name of an unknown key': (signed) => ({ ...signed, signature: sign(null, Buffer.from(signed.payload), unknown).toString('base64url') }), // prettier-ignore
    'past its time': (signed) => signIndex(stage.store, { ...JSON.parse(signed.payload), notAfter: '2020-01-01T00:00:00Z' }), // prettier-ignore
    'an older serial': () => old,
    'no index at all': () => null,
  }
  const api = await apiOf(portal().owner)
  const state = await api.storageState()
  await api.dispose()
  for (const [what, attack] of Object.entries(attacks)) {
    await test.step(what, async () => {
      serveIndex(stage, attack)
      await page.goto(stage.at(paths.functionSetting(), `?${what.replaceAll(' ', '-')}`))
      await expect(shown(page)).toHaveAttribute('data-release', former.release)
      if (what === 'an older serial') return
      const context = await browser.newContext({ storageState: state })
      const stranger = await context.newPage()
      await stranger.goto(stage.at(paths.functionSetting()))
      await expect(stranger.locator('[data-status="500"]')).toBeVisible()
      await context.close()
    })
    stage.door.clear()
  }
  await page.reload()
  await expect(shown(page)).toHaveAttribute('data-release', next.release)
})

test('an index signed with the next key of the rotation is accepted', async ({ page, stage }) => {
  const former = stage.current('functions')
  const next = stage.clone(former, { digits: '000000000401' })
  const index = stage.index()
  const rotated = {
    ...index,
    serial: index.serial + 1,
    remotes: { ...index.remotes, functions: [stage.indexed(next)] },
  }
  await page.goto(stage.at(paths.functionSetting()))
  await expect.poll(() => stage.door.asked.includes(indexAndHintEventsPath)).toBe(true)
  stage.write(signIndex(stage.store, rotated, 'next-ed25519.pem'))
  await expect(async () => {
    for (const hash of ['#/bulletin', '#/functionSetting']) {
      await page.evaluate((to) => {
        location.hash = to
      }, hash)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(/公告|功能设置/)
    }
    await expect(shown(page)).toHaveAttribute('data-release', next.release, { timeout: 500 })
  }).toPass({ timeout: 15_000 })
})

test('a browser without Ed25519 verifies the index all the same, and refuses a wrong signature', async ({
  page,
  stage,
}) => {
  await page.addInitScript(() => {
    const importKey = crypto.subtle.importKey.bind(crypto.subtle)
    crypto.subtle.importKey = (...args: unknown[]) =>
      args[2] === 'Ed25519'
        ? Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'))
        : (importKey as (...all: unknown[]) => Promise<CryptoKey>)(...args)
  })
  await page.goto(stage.at(paths.functionSetting()))
  await expect(shown(page)).toBeAttached()
  await isKept(page, stage)
  serveIndex(stage, (signed) => ({
    ...signed,
    signature: signed.signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
  }))
  await page.evaluate(() => localStorage.removeItem('helioport.release-index'))
  await page.reload()
  await expect(page.locator('[data-status="500"]')).toBeVisible()
})

test('the content security policy blocks inline scripts and styles, eval, markup from texts, and unlisted scripts', async ({
  page,
  stage,
}) => {
  const reply = await page.goto(stage.at(paths.bulletin()))
  const policy = reply?.headers()['content-security-policy'] ?? ''
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
  expect(scripts).toMatch(/^'self' 'sha256-[^']+'$/)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('公告')
  const ran = await page.evaluate(async () => {
    const results: Record<string, boolean> = {}
    const inline = document.createElement('script')
    // Set as its text, the script would be refused before it runs.
    inline.append('window.inlineRan = true')
    document.head.append(inline)
    results['inline'] = Reflect.get(window, 'inlineRan') === true
    await new Promise((done) => setTimeout(done))
    try {
      document.createElement('script').src = 'https://127.0.0.1:9/x.js'
      results['foreign'] = true
    } catch {
      results['foreign'] = false
    }
    // Not in the task that the debugger started: there it suspends the policy.
    try {
      results['eval'] = Reflect.apply(Reflect.get(window, 'eval') as (text: string) => boolean, window, ['true'])
    } catch {
      results['eval'] = false
    }
    return results
  })
  expect(ran).toEqual({ inline: false, eval: false, foreign: false })
  expect(policy).not.toContain('unsafe')
  const unnamed = stage.clone(stage.current('functions'), { digits: '000000000402' })
  const refused = await page.evaluate(
    async ({ pinned, other }) => {
      await new Promise((done) => setTimeout(done))
      const thrownBy = (work: () => void) => {
        try {
          work()
          return undefined
        } catch (error) {
          return (error as Error).name
        }
      }
      const load = (src: string) =>
        new Promise<string>((done) => {
          const script = document.createElement('script')
          script.addEventListener('load', () => done('loaded'))
          script.addEventListener('error', () => done('refused'))
          const thrown = thrownBy(() => (script.src = src))
          if (thrown === undefined) document.head.append(script)
          else done(thrown)
        })
      const style = document.createElement('style')
      style.textContent = 'h1{color:rgb(255,0,0)!important}'
      document.head.append(style)
      document.querySelector('h1')?.setAttribute('style', 'color:rgb(255,0,0)')
      return {
        markup: thrownBy(() => (document.createElement('p').innerHTML = '<b>bold</b>')),
        policy: thrownBy(() => {
          const types = Reflect.get(window, 'trustedTypes') as { createPolicy: (name: string, rules: object) => void }
          types.createPolicy('mine', { createHTML: (text: string) => text })
        }),
        other: await load(other),
        // A script of a release that the index names, but without a hash.
        unhashed: await load(pinned),
        links: [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter((link) => !link.integrity)
          .length,
      }
    },
    {
      pinned: `/r/record/${stage.current('record').release}/${stage.current('record').entry}`,
      other: `/r/functions/${unnamed.release}/${unnamed.entry}`,
    },
  )
  expect(refused).toEqual({
    markup: 'TypeError',
    policy: 'TypeError',
    other: 'TypeError',
    unhashed: 'refused',
    links: 0,
  })
  await isClean(page)
})
