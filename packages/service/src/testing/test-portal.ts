import type { ErrorCode } from '@helioport/contract'
import { endpoints, type BodyOf, type EndpointName, type Endpoints, type ReplyOf } from '@helioport/contract/endpoints'
import type { DeviceFrame, IngestReply, SensorFrame } from '@helioport/contract/ingest'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { gzipSync } from 'node:zlib'
import { buildApp } from '../main/app.ts'
import { createAccount } from '../account/settings.ts'
import { compileTest } from '../http/validate.ts'
import { splitName } from '../http/register.ts'
import type { Service } from '../base/service.ts'
import { type Mailbox, openMailbox, testSettings } from './mailbox.ts'
import { startTestDatabase, type TestDatabase } from './test-database.ts'

interface Reply<T = unknown> {
  status: number
  data: T
  total: number | undefined
  errorCode: ErrorCode | undefined
  response: LightMyRequestResponse
}

interface CallOptions<K extends EndpointName> {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: BodyOf<Endpoints[K]>
  headers?: Record<string, string>
  /** Address of the caller. */
  ip?: string
}

export interface Person {
  accountId: string
  cookie: string
  call: <K extends EndpointName>(name: K, options?: CallOptions<K>) => Promise<Reply<ReplyOf<Endpoints[K]>>>
}

/** The service in this process, with a real database and a clock that the test sets. */
export interface TestPortal extends TestDatabase {
  app: FastifyInstance
  clock: { now: number }
  service: Service
  mailbox: Mailbox
  anyone: Person['call']
  /** Makes an account and signs it in. */
  signIn: (userName: string, role?: 'owner' | 'operator') => Promise<Person>
}

let addresses = 0

/** Each sign-in has its own address, so that no test meets the limit per address by chance. */
function nextAddress(): string {
  addresses += 1
  return `10.1.${addresses >> 8}.${addresses & 255}`
}

/** `outside`: allows sending to this machine, for tests with their own receiver. */
export async function startTestPortal(startAt: string, outside?: Service['outside']): Promise<TestPortal> {
  const database = await startTestDatabase()
  const clock = { now: Date.parse(startAt) }
  const mailbox = openMailbox()
  const service: Service = {
    db: database.db,
    now: () => clock.now,
    // A copy: settings that one test changes must not leak into the next file of this process.
    settings: { ...testSettings },
    courier: mailbox.courier,
    ...(outside && { outside }),
  }
  const app = await buildApp(service)
  const caller =
    (cookie: string): Person['call'] =>
    (name, options = {}) =>
      call(app, name, options, cookie)
  return {
    ...database,
    app,
    clock,
    service,
    mailbox,
    anyone: caller(''),
    signIn: async (userName, role = 'owner') => {
      const password = `password of ${userName}`
      await createAccount(service, { userName, email: `${userName}@example.org`, role, stateName: '', password })
      const { response, data } = await caller('')('POST /session', {
        body: { account: userName, password },
        ip: nextAddress(),
      })
      const cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
      return { accountId: data.accountId, cookie, call: caller(cookie) }
    },
    stop: async () => {
      await app.close()
      mailbox.remove()
      await database.stop()
    },
  }
}

/** Running calls with a proof, by account: the last one to end restores the former state. */
const underProof = new Map<string, { calls: number; before: Promise<{ id: string; proved_at: number | null }[]> }>()

/** The same person, with a proof during each call, and only then. */
export function proved({ db, clock }: TestPortal, person: Person): Person {
  const ofPerson = () =>
    db.kysely.selectFrom('session').select(['id', 'proved_at']).where('account_id', '=', person.accountId)
  return {
    ...person,
    call: async (name, options) => {
      const held = underProof.get(person.accountId) ?? { calls: 0, before: ofPerson().execute() }
      underProof.set(person.accountId, held)
      held.calls += 1
      const before = await held.before
      const setProof = (id: string, at: number | null) =>
        db.kysely
          .updateTable('session')
          .set({ proved_at: at === null ? null : new Date(at) })
          .where('id', '=', id)
          .execute()
      for (const { id } of before) await setProof(id, clock.now)
      const reply = await person.call(name, options)
      held.calls -= 1
      if (held.calls > 0) return reply
      underProof.delete(person.accountId)
      for (const { id, proved_at } of before) await setProof(id, proved_at)
      return reply
    },
  }
}

const replyTests = new Map<EndpointName, (value: unknown) => boolean>()

/** Calls an endpoint as a browser page would, and validates every successful reply against its schema. */
async function call<K extends EndpointName>(
  app: FastifyInstance,
  name: K,
  options: CallOptions<K>,
  cookie: string,
): Promise<Reply<ReplyOf<Endpoints[K]>>> {
  const { method, path } = splitName(name)
  const url = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(options.params?.[key] ?? 'absent'))
  const response = await app.inject({
    method: method as 'GET',
    url: `/api/web/v1${url}`,
    ...(options.query && { query: options.query }),
    ...(options.ip && { remoteAddress: options.ip }),
    headers: { 'x-requested-with': 'XMLHttpRequest', ...(cookie && { cookie }), ...options.headers },
    ...(options.body !== undefined && { payload: options.body }),
  })
  const body = response.json<{ success: boolean; data: never; total?: number; errorCode?: ErrorCode }>()
  if (body.success) {
    const test = replyTests.get(name) ?? compileTest(endpoints[name].reply)
    replyTests.set(name, test)
    if (!test(body.data)) throw new Error(`${name} answers what its schema forbids: ${response.body.slice(0, 2000)}`)
  }
  return { status: response.statusCode, data: body.data, total: body.total, errorCode: body.errorCode, response }
}

export interface TestLogger {
  id: string
  serial: string
  send: (
    batch: { devices?: readonly DeviceFrame[]; sensors?: readonly SensorFrame[] },
    options?: { key?: string; gzip?: boolean; payload?: string | Buffer; headers?: Record<string, string> },
  ) => Promise<Reply<IngestReply>>
}

export interface TestPlant {
  stationId: string
  logger: TestLogger
  devices: { id: string; serial: string }[]
}

let serials = 0

/** A station with one logger and its devices, made through the API. */
export async function addTestPlant(
  portal: TestPortal,
  owner: Person,
  options: {
    timeZone?: string
    latitude?: number
    longitude?: number
    devices?: number
    ratedPowerW?: number
    installedOn?: string
  } = {},
): Promise<TestPlant> {
  const { timeZone = 'Europe/Berlin', latitude = 52.5, longitude = 13.4, devices = 1, ratedPowerW = 10_000 } = options
  const { installedOn = '2015-01-01' } = options
  serials += 1
  const tag = `${process.pid}-${serials}`
  const station = await owner.call('POST /stations', {
    body: {
      name: `Plant ${tag}`,
      installedOn,
      capacityKwp: (devices * ratedPowerW) / 1000,
      energyBaseKwh: 100,
      temperatureCoefficient: -0.004,
      description: '',
      latitude,
      longitude,
      timeZone,
      address: '',
      price: 0.1,
      currency: 'EUR',
      sortNumber: serials,
    },
  })
  const logger = await addTestLogger(portal, owner, station.data.id)
  // One after the other, so that their numbers are in the order of their names.
  const added = []
  for (let index = 0; index < devices; index += 1) {
    const device = await owner.call('POST /devices', {
      body: {
        loggerId: logger.id,
        serial: `INV-${tag}-${index + 1}`,
        name: `Inverter ${index + 1}`,
        model: 'PV10',
        ratedPowerW,
        capacityKwp: ratedPowerW / 1000,
        mpptCount: 2,
        stringCount: 4,
        installedOn: '2015-01-01',
        supportsReactivePower: true,
        supportsIvScan: true,
        sortNumber: index,
      },
    })
    added.push(device)
  }
  return {
    stationId: station.data.id,
    logger,
    devices: added.map(({ data }) => ({ id: data.id, serial: data.serial })),
  }
}

export async function addTestLogger(portal: TestPortal, owner: Person, stationId: string): Promise<TestLogger> {
  serials += 1
  const { data } = await proved(portal, owner).call('POST /loggers', {
    body: { stationId, serial: `LOGGER-${process.pid}-${String(serials).padStart(6, '0')}` },
  })
  return testLogger(portal, data)
}

/** The client of an existing logger. */
export function testLogger(portal: TestPortal, logger: { id: string; serial: string; key: string }): TestLogger {
  let seq = 0
  return {
    id: logger.id,
    serial: logger.serial,
    send: async (batch, { key = logger.key, gzip = false, payload, headers = {} } = {}) => {
      const text =
        payload ??
        JSON.stringify({
          logger: logger.serial,
          seq: (seq += 1),
          loggerTime: portal.clock.now,
          uptimeS: 1,
          devices: batch.devices ?? [],
          ...(batch.sensors && { sensors: batch.sensors }),
        })
      const response = await portal.app.inject({
        method: 'POST',
        url: '/api/ingest/v1/frames',
        headers: {
          authorization: `Logger ${key}`,
          'content-type': 'application/json',
          ...(gzip && { 'content-encoding': 'gzip' }),
          ...headers,
        },
        payload: gzip ? gzipSync(text) : text,
      })
      const body = response.json<{ data: IngestReply; errorCode?: ErrorCode }>()
      return { status: response.statusCode, data: body.data, total: undefined, errorCode: body.errorCode, response }
    },
  }
}

/** A frame of an inverter on grid, without alarms. */
export function frame(serial: string, at: number | string, values: Partial<DeviceFrame> = {}): DeviceFrame {
  return { serial, at: typeof at === 'string' ? Date.parse(at) : at, mode: 3, errorWord: 0, ...values }
}
