import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { plainStation } from '@helioport/service/testing'
import { anyPort } from '../ports.ts'

const program = join(import.meta.dirname, '../operate/cli.ts')
const kwhPerFrame = 0.125
const frameMs = 60_000
const framesPerBatch = 20

/** Runs the command line as an operator would. */
export function helioport(args: readonly string[], env: NodeJS.ProcessEnv = {}, input = '') {
  return spawnSync(process.execPath, [program, ...args], { env: { ...process.env, ...env }, encoding: 'utf8', input })
}

/** The same, left running. */
export const startHelioport = (args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env }, stdio: 'pipe' })

export interface ServedPortal {
  data: string
  url: string
  stop: () => Promise<void>
}

/** Runs `serve` as a separate process, without releases. */
export async function startServed(
  data: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<ServedPortal> {
  const port = await anyPort()
  const child = startHelioport(['serve', '--data', data, '--publish', 'never', '--port', String(port), ...args], env)
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  await new Promise<void>((done, refuse) => {
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => {
        said += part.toString()
        if (said.includes('Helioport is ready')) done()
      })
    void ended.then(() => refuse(new Error(said)))
  })
  return {
    data,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const browser = { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }

/** Creates an account of that name and signs it in; the password is `password of NAME`. */
export async function signInAt({ url, data }: ServedPortal, name: string) {
  const password = `password of ${name}`
  const account = ['account', '--data', data, '--user-name', name, '--email', `${name}@example.org`]
  const made = helioport(account, {}, password)
  if (made.status !== 0) throw new Error(made.stderr)
  let cookie = ''
  const post = async <T>(path: string, body: object): Promise<T> => {
    const headers = { ...browser, cookie }
    const reply = await fetch(`${url}/api/web/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const { data: made, errorCode } = (await reply.json()) as { data: T; errorCode?: string }
    if (!reply.ok) throw new Error(`${path}: ${errorCode}`)
    if (path.startsWith('/session')) cookie = String(reply.headers.getSetCookie()[0]).split(';')[0] ?? ''
    return made
  }
  await post('/session', { account: name, password })
  return { post, cookie: () => cookie, prove: () => post('/session/proof', { password }) }
}

const inverter = {
  name: 'Inverter',
  model: 'PV10',
  ratedPowerW: 10_000,
  capacityKwp: 10,
  mpptCount: 1,
  stringCount: 1,
  installedOn: '2020-01-01',
  supportsReactivePower: false,
  supportsIvScan: false,
  sortNumber: 0,
}

/** Energy of a number of its frames: the first one only sets the counter's start. */
export const kwhOf = (frames: number) => Math.max(0, frames - 1) * kwhPerFrame

/** A logger of one inverter that sends batches until it is stopped, and counts acknowledgements. */
export async function startSending(portal: ServedPortal, person: Awaited<ReturnType<typeof signInAt>>) {
  const { id: stationId } = await person.post<{ id: string }>('/stations', plainStation)
  await person.prove()
  const logger = await person.post<{ id: string; serial: string; key: string }>('/loggers', { stationId, serial: 'LOGGER-BACKUP-1' }) // prettier-ignore
  const serial = 'INVERTER-BACKUP-1'
  await person.post('/devices', { ...inverter, loggerId: logger.id, serial })
  const start = Math.floor(Date.now() / 86_400_000 - 20) * 86_400_000
  const state = { acknowledged: 0, isOver: false }
  const send = async (seq: number) => {
    const devices = Array.from({ length: framesPerBatch }, (_, i) => {
      const nth = state.acknowledged + i
      const values = { powerW: 6000, energyTotalKwh: nth * kwhPerFrame }
      return { serial, at: start + nth * frameMs, mode: 3, errorWord: 0, ...values }
    })
    const headers = { authorization: `Logger ${logger.key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ logger: logger.serial, seq, loggerTime: Date.now(), uptimeS: 1, devices })
    const reply = await fetch(`${portal.url}/api/ingest/v1/frames`, { method: 'POST', headers, body })
    const { data } = (await reply.json()) as { data?: { rejected: unknown[] } }
    if (reply.status === 200 && data?.rejected.length === 0) state.acknowledged += framesPerBatch
    else if (reply.status < 500) throw new Error(`${reply.status} ${JSON.stringify(data)}`)
  }
  const sending = (async () => {
    for (let seq = 1; !state.isOver; seq += 1) await send(seq)
  })()
  return {
    state,
    finish: async () => {
      state.isOver = true
      await sending
    },
  }
}
