import { ApiError, call } from '@helioport/api-client'
import { type Co2FactorInput, maxPageSize, type Station, type StationInput, type Tariff } from '@helioport/contract'
import { fileOf } from '@helioport/ui/picture'
import { factorOf, inputOf, type StationValues, todayAt } from './station-values.ts'
import { planTariffs } from './tariff-plan.ts'

/** Parts of the form that are sent one after the other. */
export type SavePart = 'station' | 'devices' | 'rates' | 'factor' | 'picture' | 'logo'

/** Which part was refused; what came before it is saved. `station`: what the service holds by then. */
export class SaveFailure extends Error {
  readonly part: SavePart
  readonly reason: ApiError
  readonly station: Station | undefined

  constructor(part: SavePart, reason: ApiError, station: Station | undefined) {
    super(part)
    this.part = part
    this.reason = reason
    this.station = station
  }
}

const all = { page: 1, pageSize: maxPageSize }

function answered<T>(data: T | null): T {
  if (data === null) throw new ApiError('client.badReply', 200)
  return data
}

/** What the service holds of a station beside its own fields. */
export async function readRest(stationId: string): Promise<{ tariffs: Tariff[]; deviceIds: string[] }> {
  const [tariffs, devices] = await Promise.all([
    call('GET /stations/:stationId/tariffs', { params: { stationId }, query: all }),
    call('GET /devices', { query: { ...all, stationId } }),
  ])
  return { tariffs: answered(tariffs.data), deviceIds: answered(devices.data).map(({ id }) => id) }
}

/**
 * Brings the service to what the form holds, part by part; each part is sent only where it differs, so that a second
 * try goes on where the first one was refused.
 * @param stationId null: of a station that is to be added
 * @param isNew nothing has been earned yet: rates of past days are no corrections of anything
 * @throws SaveFailure
 */
export async function saveStation(
  stationId: string | null,
  values: StationValues,
  isNew: boolean,
  now: number,
): Promise<Station> {
  let station: Station | undefined
  const part = async <T>(name: SavePart, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw error instanceof ApiError ? new SaveFailure(name, error, station) : error
    }
  }
  const saved = await part('station', () =>
    stationId === null ? addStation(values) : changeStation(stationId, values, values.hasCollector),
  )
  station = saved
  const params = { stationId: saved.id }
  const rest = await part('devices', () => readRest(saved.id))
  await part('devices', () => assign(saved.id, rest.deviceIds, values.deviceIds))
  // The collector's device has to be one of the station's.
  if (values.hasCollector) station = await part('station', () => changeStation(saved.id, values, false))
  await part('devices', () => release(saved.id, rest.deviceIds, values.deviceIds))
  await part('rates', async () => {
    for (const step of planTariffs(rest.tariffs, values.rates, todayAt(values.timeZone, now), isNew)) {
      if (step.do === 'add') await call('POST /stations/:stationId/tariffs', { params, body: step.input })
      else {
        const one = { ...params, tariffId: step.tariffId }
        if (step.do === 'change')
          await call('PUT /stations/:stationId/tariffs/:tariffId', { params: one, body: step.input })
        else
          await call('DELETE /stations/:stationId/tariffs/:tariffId', {
            params: one,
            query: step.correction ? { correction: true } : {},
          })
      }
    }
  })
  const { factor } = values
  if (factor) await part('factor', () => addFactor(saved.id, factorOf(factor)))
  await part('picture', () => savePicture('picture', saved, values.picture))
  await part('logo', () => savePicture('logo', saved, values.logo))
  return station
}

async function addStation(values: StationValues): Promise<Station> {
  const first = values.rates.toSorted((a, b) => a.from.localeCompare(b.from))[0]
  const body = inputOf({ ...values, hasCollector: false }, first?.rate ?? 0)
  try {
    return answered((await call('POST /stations', { body })).data)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'station.nameTaken') throw error
    const { data } = await call('GET /stations', { query: { ...all, search: body.name } })
    const found = data?.find((station) => isSame(station, body))
    if (!found) throw error
    return found
  }
}

/** In all that was typed: a former try has added it, whose answer was lost on its way. */
const isSame = (station: Station, body: StationInput) =>
  Object.entries(body).every(([name, value]) => Reflect.get(station, name) === value)

/** Not again where a former try has added it. */
async function addFactor(stationId: string, body: Co2FactorInput): Promise<void> {
  const params = { stationId }
  const held = answered((await call('GET /stations/:stationId/co2-factors', { params, query: all })).data)
  const isHeld = held.some(({ from, kgPerKwh }) => from === body.from && kgPerKwh === body.kgPerKwh)
  if (!isHeld) await call('POST /stations/:stationId/co2-factors', { params, body })
}

/** `keepsCollector`: what the service holds of the collector stays for now. The price of today stays, too: rates have their own part. */
async function changeStation(stationId: string, values: StationValues, keepsCollector: boolean): Promise<Station> {
  const params = { stationId }
  const held = answered((await call('GET /stations/:stationId', { params })).data)
  const { collectorSerial, collectorDeviceId } = held
  const body = {
    ...inputOf(values, held.price ?? 0),
    ...(keepsCollector ? { collectorSerial, collectorDeviceId } : {}),
  }
  return answered((await call('PUT /stations/:stationId', { params, body })).data)
}

async function assign(stationId: string, held: readonly string[], wanted: readonly string[]): Promise<void> {
  const deviceIds = wanted.filter((id) => !held.includes(id))
  if (deviceIds.length > 0)
    await call('POST /stations/:stationId/devices', { params: { stationId }, body: { deviceIds } })
}

async function release(stationId: string, held: readonly string[], wanted: readonly string[]): Promise<void> {
  for (const deviceId of held.filter((id) => !wanted.includes(id))) {
    await call('DELETE /stations/:stationId/devices/:deviceId', { params: { stationId, deviceId } })
  }
}

async function savePicture(kind: 'picture' | 'logo', station: Station, address: string): Promise<void> {
  const params = { stationId: station.id }
  const held = kind === 'picture' ? station.pictureId : station.logoId
  if (address.startsWith('data:')) {
    await call(`PUT /stations/:stationId/${kind}`, { params, body: fileOf(address) })
  } else if (address === '' && held !== null) {
    await call(`DELETE /stations/:stationId/${kind}`, { params })
  }
}
