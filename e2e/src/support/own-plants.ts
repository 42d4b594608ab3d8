import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'playwright/test'
import type { Account } from './account.ts'
import { portal } from './portal.ts'

const root = resolve(import.meta.dirname, '../../..')

export interface OwnPlants {
  /** Switches a fault of a device on; it ends with the plants. */
  switchOn: (order: { plant: string; serial: string; behaviour: string }) => Promise<void>
  /** Key of the plant that a device belongs to. */
  plantOf: (serial: string) => Promise<string>
  stop: () => Promise<void>
}

/**
 * Six cloudless virtual plants of an account, with a door for behaviours; scans take `scanSeconds`. A retry uses other
 * plants, because those of the first attempt exist in the portal, in another account.
 */
export async function startOwnPlants(account: Account, scanSeconds: number): Promise<OwnPlants> {
  const folder = mkdtempSync(join(tmpdir(), 'helioport-plants-'))
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, account.password, { mode: 0o600 })
  const where = [
    '--api',
    portal().url,
    '--data',
    folder,
    '--account',
    account.userName,
    '--password-file',
    passwordFile,
  ]
  const seed = 77 + test.info().retry
  const what = ['--history-days=1', `--seed=${seed}`, '--scenario=calm', '--door=0', `--scan-seconds=${scanSeconds}`]
  const child: ChildProcess = spawn(process.execPath, [join(root, 'packages/fleet/src/main.ts'), ...where, ...what], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Kills the process if the tests end before it is ready.
  process.once('exit', () => child.kill('SIGKILL'))
  const door = await new Promise<string>((done, refuse) => {
    let found = ''
    child.once('exit', (code) => refuse(new Error(`the plants ended with code ${code}`)))
    if (!child.stdout) return refuse(new Error('the plants say nothing'))
    createInterface({ input: child.stdout }).on('line', (line) => {
      found = /^fleet: door (\S+)/.exec(line)?.[1] ?? found
      if (line.startsWith('fleet: live')) done(found)
    })
  })
  const ask = async (path: string, init?: RequestInit) => {
    const reply = await fetch(new URL(path, door), init)
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as { data: unknown }
  }
  return {
    async switchOn(order) {
      const headers = { 'content-type': 'application/json' }
      await ask('/switches', { method: 'POST', headers, body: JSON.stringify(order) })
    },
    async plantOf(serial) {
      const { data } = (await ask('/plants')) as { data: { key: string; devices: { serial: string }[] }[] }
      const plant = data.find(({ devices }) => devices.some((device) => device.serial === serial))
      if (!plant) throw new Error(`no plant has ${serial}`)
      return plant.key
    },
    async stop() {
      child.removeAllListeners('exit')
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
