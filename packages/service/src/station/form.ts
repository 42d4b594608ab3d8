import type { StationForm } from '@helioport/contract'
import { localDayAt } from '@helioport/time/node'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import type { Transaction } from '../database/session.ts'
import { insertStation, updateStation } from '../inventory/queries/station.ts'
import { moveDevices, type Mover, requireProofToGive } from './assignment.ts'
import { addRates, changeRates } from './form-rates.ts'
import { type Once, once } from '../request/once.ts'
import { findDeviceIdsAt } from './queries/assigned.ts'
import { changeFields, checkCollector, checkInput, unlessNameTaken } from './edit.ts'
import { getStation } from './list-stations.ts'
import { type Editor, insertFactor } from './tariff-edit.ts'

/**
 * Adds a station with all contents of a form, in one transaction, once per key of the form.
 * @throws Problem request.keyReused, request.invalid, station.nameTaken, station.collectorDevice, and what its devices,
 *   rates and factor can be refused for
 */
export async function addStationByForm(service: Service, { accountId }: Editor, form: StationForm): Promise<Once> {
  const { key, station, rates, deviceIds, factor } = form
  checkInput(station, '/station')
  const [first] = rates.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  if (!first) throw new Problem('request.invalid', { issues: [{ path: '/rates', message: 'must name a rate' }] })
  const now = service.now()
  return service.db.transaction((tx) =>
    once(tx, { accountId, key, of: 'station', request: ['POST', form], now }, async () => {
      // The collector's device can be set only after the devices have been moved.
      const bare = { ...station, price: first.rate, collectorSerial: '', collectorDeviceId: null }
      const { id } = await unlessNameTaken(insertStation(tx, accountId, bare, now))
      await moveDevices(tx, id, { entering: deviceIds, leaving: [] }, now)
      await checkCollector(tx, id, station)
      await updateStation(tx, id, station)
      await addRates(tx, id, rates)
      const today = localDayAt(now, station.timeZone).date
      if (factor) await insertFactor(tx, { stationId: id, today, now }, factor)
      return id
    }),
  )
}

/**
 * Changes a station to the contents of a form, in one transaction, once per key of the form.
 * @throws Problem request.keyReused, request.invalid, notFound, station.nameTaken, station.collectorDevice,
 *   station.currencyFixed, session.proofRequired, and what its devices, rates and factor can be refused for
 */
export async function changeStationByForm(
  service: Service,
  { accountId, userName, provedAt }: Editor & Mover,
  stationId: string,
  form: StationForm,
): Promise<Once> {
  const { key, station, rates, removedRates, factor } = form
  checkInput(station, '/station')
  const former = await getStation(service, accountId, stationId)
  const now = service.now()
  const place = { stationId, today: localDayAt(now, station.timeZone).date, now, userName }
  return service.db.transaction((tx) =>
    once(tx, { accountId, key, of: 'station', request: ['PUT', stationId, form], now }, async () => {
      await moveTo(tx, stationId, form.deviceIds, { provedAt }, now)
      await changeFields(tx, former, station, now)
      await changeRates(tx, place, rates, removedRates)
      if (factor) await insertFactor(tx, place, factor)
      return stationId
    }),
  )
}

/** Moves devices so that the station has exactly `deviceIds`. */
async function moveTo(
  tx: Transaction,
  stationId: string,
  deviceIds: readonly string[],
  mover: Mover,
  now: number,
): Promise<void> {
  const held = await findDeviceIdsAt(tx, stationId)
  const entering = deviceIds.filter((id) => !held.includes(id))
  const leaving = held.filter((id) => !deviceIds.includes(id))
  await requireProofToGive(tx, stationId, entering, mover, now)
  await moveDevices(tx, stationId, { entering, leaving }, now)
}
