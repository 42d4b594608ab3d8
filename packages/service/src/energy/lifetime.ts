import type { Lifetime } from '@helioport/contract'
import { readAll } from '../database/read-all.ts'
import type { Session } from '../database/session.ts'
import { findCounters } from '../inventory/queries/device.ts'
import { findMeasured, findSplices } from './queries/day.ts'
import { findMeasuredHere, findMeasuredOfDevices, type Measured } from './queries/measured.ts'
import { sumKnown } from '../figure/sum-known.ts'

interface CountingDevice {
  no: number
  ts: number | null
  counter_kwh: number | null
}

/**
 * Lifetime energy per device (by its `no`), kWh: the newest counter, continued over refused steps, so that a counter
 * that fell back or was replaced continues from its former value. Without a counter: the sum of the measured energy.
 */
async function lifetimeEnergies(db: Session, devices: readonly CountingDevice[]): Promise<Map<number, number>> {
  const counting = devices.filter((device) => device.counter_kwh !== null)
  const others = devices.filter((device) => device.counter_kwh === null && device.ts !== null)
  const [splices, measured] = await readAll(
    db,
    () =>
      findSplices(
        db,
        counting.map((device) => device.no),
      ),
    () =>
      findMeasured(
        db,
        others.map((device) => device.no),
      ),
  )
  const spliced = new Map(splices.map((row) => [row.device_no, row.spliced_kwh]))
  const totals = new Map<number, number>()
  for (const { no, counter_kwh } of counting) totals.set(no, (counter_kwh ?? 0) + (spliced.get(no) ?? 0))
  for (const { device_no, measured_kwh } of measured) if (measured_kwh !== null) totals.set(device_no, measured_kwh)
  return totals
}

/** The two lifetimes of stations, by their id: the counters of removed devices stay in the first. */
export async function stationLifetimes(
  db: Session,
  stations: readonly { id: string; energy_base_kwh: number }[],
): Promise<Map<string, Lifetime>> {
  const stationIds = stations.map(({ id }) => id)
  const [counters, measured] = await readAll(
    db,
    () => findCounters(db, stationIds),
    () => findMeasuredHere(db, stationIds),
  )
  const energies = await lifetimeEnergies(db, counters)
  const countersOf = Map.groupBy(counters, ({ station_id }) => station_id)
  return new Map(
    stations.map(({ id, energy_base_kwh }) => {
      const counted = sumKnown((countersOf.get(id) ?? []).map(({ no }) => energies.get(no) ?? null))
      return [id, lifetimeOf(energy_base_kwh + (counted ?? 0), measured.get(id))]
    }),
  )
}

/** The same for devices, by their number. `kept`: measured energy of some devices, by their id. */
export async function deviceLifetimes(
  db: Session,
  devices: readonly (CountingDevice & { id: string })[],
  kept: ReadonlyMap<string, Measured> = new Map(),
): Promise<Map<number, Lifetime>> {
  const others = devices.filter(({ id }) => !kept.has(id)).map(({ no }) => no)
  const [energies, measured] = await readAll(
    db,
    () => lifetimeEnergies(db, devices),
    () => findMeasuredOfDevices(db, others),
  )
  return new Map(
    devices.map(({ no, id }) => [no, lifetimeOf(energies.get(no) ?? null, kept.get(id) ?? measured.get(no))]),
  )
}

/** The two lifetimes of several together: each the sum of its known parts, since the first day of any. */
export function sumLifetimes(lifetimes: readonly Lifetime[]): Lifetime {
  const days = lifetimes.flatMap(({ measuredSince }) => measuredSince ?? [])
  return {
    sinceInstallationKwh: sumKnown(lifetimes.map((own) => own.sinceInstallationKwh)),
    measuredKwh: sumKnown(lifetimes.map((own) => own.measuredKwh)),
    measuredSince: days.toSorted()[0] ?? null,
  }
}

function lifetimeOf(sinceInstallationKwh: number | null, measured: Measured | undefined): Lifetime {
  return {
    sinceInstallationKwh,
    measuredKwh: measured?.measured_kwh ?? null,
    measuredSince: measured?.measured_since ?? null,
  }
}
