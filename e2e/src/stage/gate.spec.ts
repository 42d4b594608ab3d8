import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RemoteManifest } from '@helioport/contract/remote'
import { expect, test } from 'playwright/test'
import { portal } from '../support/portal.ts'
import { releaseOn } from '../support/release.ts'
import { readIndex } from '../support/store.ts'
import { workspaceWithCopyOf } from '../support/workspace.ts'

const remotes = ['station', 'device', 'record', 'account', 'functions']

function edit(file: string, change: (text: string) => string): void {
  const text = readFileSync(file, 'utf8')
  const changed = change(text)
  if (changed === text) throw new Error(`${file} is as it was`)
  writeFileSync(file, changed)
}

const moreStyles = `.further h2:not(:first-child), [dir='rtl'] .further { margin: 0 }
@media (width > 600px) { .further { animation: turn 1s } }
@keyframes turn { to { top: 0 } }
`

/** Typical daily changes of a team, in the folder of its remote. */
const changes: Record<string, (folder: string) => void> = {
  'a text': (folder) => edit(join(folder, 'src/messages/zh-CN.ts'), (text) => text.replace(/^( {2}\S+: ')/m, '$1新')),
  'styles within a page': (folder) => {
    const [sheet = ''] = globSync(join(folder, 'src/**/*.module.css')).sort()
    edit(sheet, (css) => css + moreStyles)
  },
  'a further route': (folder) =>
    edit(join(folder, 'remote.json'), (text) => {
      const manifest = JSON.parse(text) as RemoteManifest
      const { page = '' } = manifest.routes.find((route) => route.page !== undefined) ?? {}
      const route = { path: `${manifest.prefixes[0]}/further/:id`, page, access: 'isLogin' as const }
      return JSON.stringify({ ...manifest, routes: [...manifest.routes, route] })
    }),
}

test('the gate passes the portal itself, and three everyday changes to each remote', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'helioport-gate-'))
  const store = join(folder, 'releases')
  cpSync(portal().releases, store, { recursive: true })
  const workspace = workspaceWithCopyOf(...remotes.map((remote) => `mfe-${remote}`))
  const current = () => remotes.map((remote) => readIndex(store).remotes[remote]?.[0]?.release)
  try {
    // At its start the portal passed the gate with the shell and five remotes.
    let passed = new Set([...current(), readIndex(store).shell?.release]).size
    expect(passed).toBe(6)
    for (const [what, change] of Object.entries(changes)) {
      await test.step(what, async () => {
        const before = current()
        for (const remote of remotes) change(join(workspace, `mfe-${remote}`))
        const since = performance.now()
        await releaseOn(store, 'publish', ...remotes, '--root', workspace)
        expect((performance.now() - since) / remotes.length).toBeLessThan(60_000)
        const after = current()
        passed += after.filter((release, at) => release !== before[at]).length
      })
    }
    expect(passed).toBe(21)
  } finally {
    rmSync(workspace, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
})
