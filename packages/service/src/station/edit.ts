import type { Transaction } from '../database/session.ts'
import type { Station, StationDeletion, StationFields, StationInput } from '@helioport/contract'
import { isDay, isTimeZone, iso, localDayAt } from '@helioport/time/node'
import { violatedUnique } from '../database/errors.ts'
import { markDaysDue } from '../energy/queries/day-analysis.ts'
import { queueStationRebuild } from '../energy/queries/rebuild.ts'
import { countStationThings, deleteStation, insertDeletion } from './queries/deletion.ts'
import {
  endTrackerAlarms,
  hasDataBefore,
  hasEnergy,
  insertStation,
  isDeviceAt,
  updateStation,
  updateStationOrder,
} from '../inventory/queries/station.ts'
import { changeTariffs } from '../inventory/queries/tariff.ts'
import type { Service } from '../base/service.ts'
import { Problem } from '../base/problem.ts'
import { hashSecret, newSecret } from '../base/secret.ts'
import { getStation } from './list-stations.ts'
import { rateAt } from '../figure/tariff.ts'

const deletionMs = 10 * 60_000
/** Before any day of any station. */
const earliest = '1900-01-01'

/**
 * Adds a station; its price becomes the rate from the day of its installation on.
 * @throws Problem station.nameTaken, station.collectorDevice, request.invalid (no such time zone or day)
 */
export async function addStation(service: Service, accountId: string, input: StationInput): Promise<Station> {
  checkInput(input)
  // A new station has no devices, so none can belong to the collector.
  if (input.collectorSerial || input.collectorDeviceId) throw new Problem('station.collectorDevice')
  const { id } = await unlessNameTaken(
    service.db.transaction((tx) => insertStation(tx, accountId, input, service.now())),
  )
  return getStation(service, accountId, id)
}

/**
 * Changes all fields that a person enters. A new price becomes a rate from today on: past income stays. After a change
 * of time zone or location a job recomputes the station's days.
 * @throws Problem notFound, station.nameTaken, station.collectorDevice, station.currencyFixed, request.invalid
 */
export async function changeStation(
  service: Service,
  accountId: string,
  stationId: string,
  input: StationInput,
): Promise<Station> {
  checkInput(input)
  const former = await getStation(service, accountId, stationId)
  const now = service.now()
  await service.db.transaction(async (tx) => {
    await changeFields(tx, former, input, now)
    await beginRate(tx, stationId, input.price, localDayAt(now, input.timeZone).date)
  })
  return getStation(service, accountId, stationId)
}

/** @throws Problem station.nameTaken, station.collectorDevice, station.currencyFixed, request.invalid */
export async function changeFields(tx: Transaction, former: Station, input: StationFields, now: number): Promise<void> {
  await checkCollector(tx, former.id, input)
  if (input.currency !== former.currency && (await hasEnergy(tx, former.id))) {
    throw new Problem('station.currencyFixed')
  }
  // Otherwise its sums would contain days before its installation.
  if (input.installedOn > former.installedOn && (await hasDataBefore(tx, former.id, input.installedOn))) {
    throw new Problem('request.invalid', { issues: [{ path: '/installedOn', message: 'lies after the first data' }] })
  }
  const { timeZone, latitude, longitude } = input
  await unlessNameTaken(updateStation(tx, former.id, input))
  if (timeZone !== former.timeZone || latitude !== former.latitude || longitude !== former.longitude) {
    await queueStationRebuild(tx, former.id)
  }
  if (former.mpptCheck && !input.mpptCheck) await endTrackerAlarms(tx, former.id, now)
  // The coefficient and the choice of sensors affect all days; a new rate affects days from today on.
  const isJudged =
    input.temperatureCoefficient !== former.temperatureCoefficient ||
    (input.collectorSerial ?? '') !== former.collectorSerial
  await markDaysDue(tx, former.id, now, isJudged ? earliest : localDayAt(now, timeZone).date)
}

/** Starts a new basic rate today, which keeps the bands (times of use) of the current rate. */
async function beginRate(tx: Transaction, stationId: string, rate: number, today: string): Promise<void> {
  await changeTariffs(tx, stationId, async (tariffs, store) => {
    const holds = rateAt(tariffs, today)
    if (holds?.rate === rate) return
    const terms = { from: today, rate, bands: holds?.bands ?? [] }
    if (holds?.from_date === today) await store.update(holds.id, terms)
    else await store.insert(terms)
  })
}

export async function orderStations(service: Service, stationIds: readonly string[]): Promise<void> {
  await service.db.transaction((tx) => updateStationOrder(tx, stationIds))
}

/** Returns what a deletion would delete and keep, and a token for it that is valid for ten minutes. */
export async function askDeletion(service: Service, accountId: string, stationId: string): Promise<StationDeletion> {
  const things = await countStationThings(service.db.read, stationId)
  const token = newSecret()
  const now = service.now()
  const expiresAt = now + deletionMs
  await service.db.transaction((tx) =>
    insertDeletion(tx, { tokenHash: hashSecret(token), stationId, accountId, now, expiresAt }),
  )
  return {
    token,
    expiresAt: iso(expiresAt),
    nameRequired: things.days > 0,
    lost: { days: things.days, energyKwh: things.energy_kwh, shares: things.shares, tariffs: things.tariffs },
    kept: { devices: things.devices, loggers: things.loggers },
  }
}

/**
 * @param name as the person typed it; checked only if the station has history
 * @throws Problem notFound, station.nameMismatch, station.deletionExpired (unknown, used, expired or foreign token)
 */
export async function carryOutDeletion(
  service: Service,
  accountId: string,
  stationId: string,
  { token, name }: { token: string; name: string },
): Promise<void> {
  const station = await getStation(service, accountId, stationId)
  if ((await hasEnergy(service.db.read, stationId)) && name.trim() !== station.name.trim()) {
    throw new Problem('station.nameMismatch')
  }
  const done = await service.db.repeatedTransaction((tx) =>
    deleteStation(tx, {
      tokenHash: hashSecret(token),
      stationId,
      accountId,
      now: service.now(),
    }),
  )
  if (!done) throw new Problem('station.deletionExpired')
}

/**
 * `at`: JSON pointer of the station in the request.
 * @throws Problem request.invalid (no such time zone or day)
 */
export function checkInput(input: StationFields, at = ''): void {
  if (!isTimeZone(input.timeZone)) {
    throw new Problem('request.invalid', { issues: [{ path: `${at}/timeZone`, message: 'must be an IANA time zone' }] })
  }
  if (!isDay(input.installedOn)) {
    throw new Problem('request.invalid', { issues: [{ path: `${at}/installedOn`, message: 'must be a date' }] })
  }
}

/** The collector's serial and device must be given together, and the device must be at the station. */
export async function checkCollector(tx: Transaction, stationId: string, input: StationFields): Promise<void> {
  const { collectorSerial = '', collectorDeviceId = null } = input
  const isWhole = (collectorSerial === '') === (collectorDeviceId === null)
  if (!isWhole || (collectorDeviceId !== null && !(await isDeviceAt(tx, stationId, collectorDeviceId)))) {
    throw new Problem('station.collectorDevice')
  }
}

export async function unlessNameTaken<T>(stored: Promise<T>): Promise<T> {
  try {
    return await stored
  } catch (error) {
    if (violatedUnique(error) !== null) throw new Problem('station.nameTaken', { cause: error })
    throw error
  }
}
