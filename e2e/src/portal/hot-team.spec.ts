import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { paths } from '@helioport/contract'
import { portal } from '../support/portal.ts'
import { release } from '../support/release.ts'
import { expect, test } from '../support/signed-in.ts'
import { change, workspaceWithCopyOf } from '../support/workspace.ts'

const remoteProgram = resolve(import.meta.dirname, '../../../packages/remote-kit/src/remote.ts')
const keyName = 'functions-dora'

/** A key that allows a developer of the remote only the action `develop`. */
async function developersKey(): Promise<string> {
  const said = await release('team-key', 'add', keyName, '--team', 'functions', '--holder', 'Dora', '--part', 'functions', '--action', 'develop', '--reason', 'a new colleague', '--json') // prettier-ignore
  return (JSON.parse(said) as { privateKey: string }).privateKey
}

interface Server {
  child: ChildProcess
  link: string
  /** Resolves after a failed compilation. */
  refused: () => Promise<void>
}

/** Runs `remote dev --against URL` in the folder of a team until it prints the link. */
async function develop(folder: string, key: string): Promise<Server> {
  const env = { ...process.env, HELIOPORT_KEY: key }
  const child = spawn(process.execPath, [remoteProgram, 'dev', '--against', portal().url, '--port', '3300'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] }) // prettier-ignore
  let failures = 0
  const heard = new Set<() => void>()
  const link = await new Promise<string>((done, refuse) => {
    child.once('exit', (code) => refuse(new Error(`the development server ended with ${code}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('/releases/override?code=')) done(line.trim())
      if (/ERROR|compiled with \d+ error/i.test(line)) failures += 1
      for (const tell of heard) tell()
    })
  })
  const refused = () => {
    const before = failures
    return new Promise<void>((done) => heard.add(() => failures > before && done()))
  }
  return { child, link, refused }
}

test('hot reload applies components, styles, texts and fixed errors of a remote, and keeps typed input', async ({
  page,
  at,
}) => {
  const base = workspaceWithCopyOf('mfe-functions')
  const edit = (file: string, from: string, to: string) => change(base, join('mfe-functions/src', file), from, to)
  const server = await develop(join(base, 'mfe-functions'), await developersKey())
  const form = page.locator('main form')
  const typed = form.getByPlaceholder('0.950')
  const fault = page.locator('[data-hot-fault]')
  const hearing = new Promise<void>((done) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => String(payload).includes('"ok"') && done()),
    ),
  )
  try {
    await page.goto(server.link)
    // The home page redirects twice: an earlier navigation would be overridden.
    await expect(page).toHaveURL(/#\/station\/list/)
    await page.goto(at(paths.functionSetting()))
    await typed.fill('0.93')
    await page.evaluate(() => Reflect.set(window, 'neverReloaded', true))
    await hearing

    edit('messages/zh-CN.ts', `'reactive.title': '固定功率因数'`, `'reactive.title': '功率因数固定'`)
    await expect(page.getByRole('heading', { name: '功率因数固定' })).toBeVisible()

    edit('new/order-card.tsx', 'title={title}', 'title={`${title} 2`}')
    await expect(page.getByRole('heading', { name: '功率因数固定 2' })).toBeVisible()

    edit('new/choice.module.css', '.work {', '.work {\n  outline: 3px solid rgb(1, 2, 3);')
    const outlines = () => page.locator('main *').evaluateAll((all) => all.map((one) => getComputedStyle(one).outline))
    await expect.poll(async () => (await outlines()).some((one) => one.includes('rgb(1, 2, 3)'))).toBe(true)

    edit(
      'new/order-card.tsx',
      '  const common = useText()\n',
      `  const common = useText()\n  if (title !== '') throw new Error('a trial')\n`,
    )
    await expect(fault).toContainText('a trial')
    edit('new/order-card.tsx', `  if (title !== '') throw new Error('a trial')\n`, '')
    await expect(fault).toHaveCount(0)

    const refused = server.refused()
    edit('new/order-card.tsx', 'title={`${title} 2`}', 'title={`${title} 3`')
    await refused
    edit('new/order-card.tsx', 'title={`${title} 3`', 'title={`${title} 4`}')
    await expect(page.getByRole('heading', { name: '功率因数固定 4' })).toBeVisible()

    await expect(typed).toHaveValue('0.93')
    expect(await page.evaluate(() => Reflect.get(window, 'neverReloaded'))).toBe(true)
  } finally {
    server.child.removeAllListeners('exit')
    const ended = new Promise((done) => server.child.once('exit', done))
    server.child.kill('SIGTERM')
    await ended
    await release('team-key', 'revoke', keyName, '--reason', 'the end of the test')
    rmSync(base, { recursive: true, force: true })
  }
})
