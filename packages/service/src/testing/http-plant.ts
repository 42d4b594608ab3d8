import { setTimeout as wait } from 'node:timers/promises'
import type { ErrorCode } from '@helioport/contract'
import type { DeviceFrame, IngestReply } from '@helioport/contract/ingest'
import { createAccount } from '../account/settings.ts'
import type { Database } from '../database/open-database.ts'
import { openMailbox, testSettings } from './mailbox.ts'
import { plainStation } from './plain-station.ts'

interface Answer<T> {
  status: number
  data: T
  errorCode: ErrorCode | undefined
  headers: Headers
}

/** A caller over real connections; the service may run in another process, and may be replaced. */
export interface HttpCaller {
  cookie: string
  call: <T = unknown>(url: string, method: string, path: string, body?: object) => Promise<Answer<T>>
  /** Proves the session by the password; the session gets another token. */
  prove: (url: string) => Promise<void>
}

/** Makes an account in the database and signs it in at the service with this URL. */
export async function signInOver(url: string, db: Database, userName: string): Promise<HttpCaller> {
  const mailbox = openMailbox()
  const password = `password of ${userName}`
  const service = { db, now: Date.now, settings: { ...testSettings }, courier: mailbox.courier }
  await createAccount(service, {
    userName,
    email: `${userName}@example.org`,
    role: 'owner',
    stateName: '',
    password,
  })
  mailbox.remove()
  return signInAs(url, userName, password)
}

/** Signs in to an existing account. */
export async function signInAs(url: string, userName: string, password: string): Promise<HttpCaller> {
  const ask = async (at: string, path: string, body: object) => {
    const { headers } = await retryWhileBusy(() => caller.call(at, 'POST', path, body))
    caller.cookie = String(headers.getSetCookie()[0]).split(';')[0] ?? ''
  }
  const caller: HttpCaller = {
    cookie: '',
    call: (...args) => call(caller.cookie, ...args),
    prove: (at) => ask(at, '/session/proof', { password }),
  }
  await ask(url, '/session', { account: userName, password })
  return caller
}

/** Retries while the service answers 503, as it may on a busy machine. */
export async function retryWhileBusy<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    const answer = await ask()
    if (answer.status === 200) return answer
    if (answer.status !== 503) throw new Error(`${answer.status} ${answer.errorCode}`)
    await wait(100)
  }
}

async function call<T>(cookie: string, url: string, method: string, path: string, body?: object): Promise<Answer<T>> {
  const response = await fetch(`${url}/api/web/v1${path}`, {
    method,
    headers: { 'x-requested-with': 'XMLHttpRequest', cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const reply = (await response.json()) as { data: T; errorCode?: ErrorCode }
  return { status: response.status, headers: response.headers, data: reply.data, errorCode: reply.errorCode }
}

export interface HttpPlant {
  stationId: string
  /** Posts to the command endpoints of loggers; rejects without an answer. */
  ask: <T>(url: string, path: string, body: object) => Promise<T>
  deviceId: string
  serial: string
  /** The request that its logger would send. */
  batch: (frames: readonly DeviceFrame[]) => { path: string; headers: Record<string, string>; body: string }
  /** Sends a batch; rejects without an answer. */
  send: (url: string, frames: readonly DeviceFrame[]) => Promise<Answer<IngestReply>>
}

let plants = 0

/** A station of one inverter with its logger. */
export async function addHttpPlant(url: string, owner: HttpCaller): Promise<HttpPlant> {
  plants += 1
  const tag = `${process.pid}-${plants}`
  const made = async <T>(path: string, body: object): Promise<T> => {
    const { data } = await retryWhileBusy(() => owner.call<T>(url, 'POST', path, body))
    return data
  }
  const station = await made<{ id: string }>('/stations', { ...plainStation, name: `Plant ${tag}` })
  const stationId = station.id
  await owner.prove(url)
  const logger = await made<{ id: string; serial: string; key: string }>('/loggers', {
    stationId,
    serial: `LOGGER-${tag}-FAULTS`,
  })
  const serial = `FAULTS-${tag}`
  const device = await made<{ id: string }>('/devices', {
    loggerId: logger.id,
    serial,
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
  })
  let seq = 0
  const batch = (devices: readonly DeviceFrame[]) => ({
    path: '/api/ingest/v1/frames',
    headers: { authorization: `Logger ${logger.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ logger: logger.serial, seq: (seq += 1), loggerTime: Date.now(), uptimeS: 1, devices }),
  })
  return {
    stationId,
    deviceId: device.id,
    serial,
    ask: async <T>(to: string, path: string, body: object) => {
      const response = await fetch(`${to}/api/ingest/v1/commands${path}`, {
        method: 'POST',
        headers: { authorization: `Logger ${logger.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return ((await response.json()) as { data: T }).data
    },
    batch,
    send: async (to, devices) => {
      const { path, headers, body } = batch(devices)
      const response = await fetch(`${to}${path}`, { method: 'POST', headers, body })
      const reply = (await response.json()) as { data: IngestReply; errorCode?: ErrorCode }
      return { status: response.status, headers: response.headers, data: reply.data, errorCode: reply.errorCode }
    },
  }
}
