import { setTimeout as wait } from 'node:timers/promises'
import { zone } from './frames.ts'

/** A plant with the data that its logger needs. */
export interface BenchPlant {
  stationId: string
  logger: { serial: string; key: string }
  devices: { id: string; serial: string }[]
}

export interface Caller {
  url: string
  cookie: string
}

interface Reply<T> {
  success: boolean
  data: T
}

/** Retries on 503: on a busy machine the service may be unable to reach its database for a moment. */
export async function fetchWhileBusy(url: string, init: RequestInit): Promise<Response> {
  for (let left = 60; ; left -= 1) {
    const response = await fetch(url, init)
    if (response.status !== 503 || left === 0) return response
    await response.arrayBuffer()
    await wait(1_000)
  }
}

/** Calls the API as a browser would; the first sign-in gives the cookie. */
export async function post<T>(caller: Caller, path: string, body: object): Promise<T> {
  const response = await fetchWhileBusy(`${caller.url}/api/web/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', cookie: caller.cookie },
    body: JSON.stringify(body),
  })
  caller.cookie = response.headers.get('set-cookie')?.split(';')[0] ?? caller.cookie
  const reply = (await response.json()) as Reply<T>
  if (!reply.success) throw new Error(`${path}: ${JSON.stringify(reply)}`)
  return reply.data
}

/** A station with its logger and devices, made through the API. */
export async function makePlant(
  caller: Caller,
  nth: number,
  devices: number,
  timeZone = zone.timeZone,
): Promise<BenchPlant> {
  const { id: stationId } = await post<{ id: string }>(caller, '/stations', {
    name: `Plant ${nth}`,
    installedOn: '2020-01-01',
    capacityKwp: devices * 60,
    energyBaseKwh: 0,
    temperatureCoefficient: -0.004,
    description: '',
    latitude: 24,
    longitude: 120.6,
    timeZone,
    address: '',
    price: 4,
    currency: 'TWD',
    sortNumber: nth,
  })
  const logger = await post<{ id: string; serial: string; key: string }>(caller, '/loggers', {
    stationId,
    serial: `LOGGER-BENCH-${1000 + nth}`,
  })
  const made: BenchPlant['devices'] = []
  for (let index = 0; index < devices; index += 1) {
    const serial = `BENCH-${nth}-${index}`
    const { id } = await post<{ id: string }>(caller, '/devices', {
      loggerId: logger.id,
      serial,
      name: serial,
      model: 'PV60000T',
      ratedPowerW: 60_000,
      capacityKwp: 60,
      mpptCount: 4,
      stringCount: 8,
      installedOn: '2020-01-01',
      supportsReactivePower: true,
      supportsIvScan: true,
      sortNumber: index,
    })
    made.push({ id, serial })
  }
  return { stationId, logger: { serial: logger.serial, key: logger.key }, devices: made }
}
