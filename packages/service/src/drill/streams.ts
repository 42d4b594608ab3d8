/**
 * Many event streams and requests through the release host, with service and host in their own processes, as an
 * operator runs them. `node streams.ts [--short]`. Every request is answered, no stream is cut off, and a hint reaches
 * all streams of its account. The host holds two connections per stream.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { Agent, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { indexEventsPath } from '@helioport/contract/beacon'
import { insertAccount } from '../account/queries/account.ts'
import { insertSession } from '../account/queries/session.ts'
import { hashSecret, newSecret } from '../base/secret.ts'
import type { Database } from '../database/open-database.ts'
import { addHttpPlant, type HttpPlant, signInOver } from '../testing/http-plant.ts'
import { startServiceProcess } from '../testing/service-process.ts'
import { frame } from '../testing/test-portal.ts'
import { runDrill } from './run-drill.ts'

const forms = {
  short: { streams: 200, plants: 2, perSecond: 50, seconds: 2 },
  long: { streams: 5_000, plants: 40, perSecond: 200, seconds: 10 },
}
/** The service's limit. */
const streamsPerAccount = 20
/** Streams that are opened at once, and most tries of one that is told to come later. */
const comingAtOnce = 50
const mostTries = 20
/** Status codes of a host that is too busy at the moment. */
const busy = new Set([408, 503])
const dayMs = 86_400_000

const agent = new Agent({ keepAlive: false, maxSockets: Infinity })

/** Makes accounts with a session each, and returns the cookies; their passwords are never used. */
async function openSessions(db: Database, count: number): Promise<string[]> {
  const now = Date.now()
  return Promise.all(
    Array.from({ length: count }, async (_, nth) => {
      const token = newSecret()
      const userName = `visitor${nth}`
      const account = { userName, email: `${userName}@example.org`, role: 'owner' as const, stateName: '' }
      await db.transaction(async (tx) => {
        const { id } = await insertAccount(tx, { ...account, passwordHash: randomUUID(), now })
        const session = { tokenHash: hashSecret(token), accountId: id, userAgent: 'drill', now, expiresAt: now + dayMs }
        await insertSession(tx, session)
      })
      return `helioport_session=${token}`
    }),
  )
}

/** The release host over an empty store; resolves with its origin once it listens. */
function startHost(folder: string, api: string): Promise<{ url: string; child: ChildProcess }> {
  const program = join(import.meta.dirname, '../../../release/src/server.ts')
  const args = [program, '--port', '0', '--init', '--data', join(folder, 'releases'), '--api', api]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((ready, fail) => {
    child.once('exit', (code) => fail(new Error(`the release host ended with ${code}`)))
    createInterface(child.stdout).on('line', (line) => {
      const url = /http:\/\/[\w.]+:\d+/.exec(line)?.[0]
      if (url !== undefined) ready({ url, child })
    })
  })
}

/** A stream that has received its first data. */
interface Listener {
  reply: IncomingMessage
  heard: string
  isCut: boolean
}

class Refused extends Error {
  readonly status: number

  constructor(status = 0) {
    super(`a stream is refused with ${status}`)
    this.status = status
  }
}

const listenOnce = (url: string, cookie: string) =>
  new Promise<Listener>((opened, fail) => {
    const asked = get(url, { agent, headers: { cookie, accept: 'text/event-stream' } }, (reply) => {
      if (reply.statusCode !== 200) return fail(new Refused(reply.statusCode))
      const listener: Listener = { reply, heard: '', isCut: false }
      reply.setEncoding('utf8')
      reply.on('data', (part: string) => {
        listener.heard = (listener.heard + part).slice(-4_096)
        opened(listener)
      })
      reply.on('close', () => (listener.isCut = true))
      reply.on('error', () => (listener.isCut = true))
    })
    asked.once('error', fail)
  })

/** Opens a stream as a browser does: retries after a pause. */
async function listen(url: string, cookie: string, triedAgain: () => void): Promise<Listener> {
  for (let nth = 1; ; nth += 1)
    try {
      return await listenOnce(url, cookie)
    } catch (error) {
      if (!(error instanceof Refused && busy.has(error.status)) || nth === mostTries) throw error
      triedAgain()
      await wait(1_000)
    }
}

async function read(url: string, cookie: string): Promise<{ status: number; errorCode?: string }> {
  const reply = await fetch(url, { headers: { cookie } })
  return { status: reply.status, ...((await reply.json()) as { errorCode?: string }) }
}

const share = (list: readonly number[], part: number) =>
  Math.round(list.toSorted((a, b) => a - b)[Math.floor(list.length * part)] ?? 0)

await runDrill(async ({ isShort, folder, openDatabase, afterwards }) => {
  const { streams: count, plants: plantCount, perSecond, seconds } = isShort ? forms.short : forms.long
  const { soft } = (process.report.getReport() as unknown as Limits).userLimits.open_files
  const openFiles = soft === 'unlimited' ? Infinity : soft
  assert.ok(
    openFiles > 2 * count + 1_000,
    `only ${openFiles} open files are allowed (ulimit -n); two a stream are needed`,
  )
  const { db, databaseUrl, ownerUrl } = await openDatabase()
  const service = await startServiceProcess(folder, { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl })
  afterwards(() => service.end('SIGTERM'))
  const host = await startHost(folder, service.url)
  afterwards(async () => host.child.kill('SIGTERM'))
  const owner = await signInOver(service.url, db, 'owner')
  // Batches of one logger are serialized: each plant has its own logger.
  const plants: HttpPlant[] = []
  while (plants.length < plantCount) plants.push(await addHttpPlant(host.url, owner))
  const cookies = [owner.cookie, ...(await openSessions(db, Math.ceil(count / streamsPerAccount) - 1))]

  // As pages do, releases and hints in one stream; every fifth as a script does, from the service alone.
  const pathOf = (nth: number) => (nth % 5 === 0 ? '/api/web/v1/events' : `${indexEventsPath}?hints`)
  const listeners: Listener[] = []
  let tries = 0
  const since = performance.now()
  for (let at = 0; at < count; at += comingAtOnce) {
    const coming = Array.from({ length: Math.min(comingAtOnce, count - at) }, (_, nth) =>
      listen(
        `${host.url}${pathOf(at + nth)}`,
        cookies[Math.floor((at + nth) / streamsPerAccount)] ?? '',
        () => (tries += 1),
      ),
    )
    listeners.push(...(await Promise.all(coming)))
  }
  const openedAfterS = Math.round((performance.now() - since) / 100) / 10
  const own = listeners.slice(0, streamsPerAccount)
  // For a page's stream, the host connects to the service only after the first data.
  while (!own.every(({ heard }, nth) => nth % 5 === 0 || heard.includes('resync'))) await wait(50)

  const ms: number[] = []
  /** Number of answers by outcome: status, or error code of a refusal. */
  const answers = new Map<string, number>()
  const ask = async (nth: number) => {
    const from = performance.now()
    const cookie = cookies[nth % cookies.length] ?? ''
    const plant = plants[(nth / 10) % plants.length]
    const { status, errorCode } = plant
      ? await plant.send(host.url, [frame(plant.serial, Date.now() - 1_000, { powerW: 1 })])
      : await read(`${host.url}/api/web/v1/${nth % 2 === 0 ? 'stations' : 'session'}`, cookie)
    ms.push(performance.now() - from)
    const answer = status === 200 ? 'done' : `${status} ${errorCode}`
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
  }
  const asked: Promise<void>[] = []
  const start = performance.now()
  for (let nth = 0; nth < perSecond * seconds; nth += 1) {
    await wait(Math.max(0, start + (nth * 1000) / perSecond - performance.now()))
    asked.push(ask(nth))
  }
  await Promise.all(asked)
  const answeredASecond = Math.round((1000 * asked.length) / (performance.now() - start))

  assert.deepEqual([...answers], [['done', asked.length]])
  assert.equal(listeners.filter(({ isCut }) => isCut).length, 0, 'streams were cut off')
  while (!own.every(({ heard }) => plants.some(({ stationId }) => heard.includes(stationId)))) await wait(50)
  for (const { reply } of listeners) reply.destroy()
  return {
    streams: count,
    openFiles,
    openedAfterS,
    openedAtALaterTry: tries,
    requests: asked.length,
    askedASecond: perSecond,
    answeredASecond,
    ms: { p50: share(ms, 0.5), p95: share(ms, 0.95), p99: share(ms, 0.99) },
  }
})

/** System limits in Node's report. */
interface Limits {
  userLimits: { open_files: { soft: number | 'unlimited' } }
}
