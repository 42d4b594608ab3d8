import type { StationDay, Working } from '@helioport/contract'
import type { LocalDay } from '@helioport/time/node'
import type { DeviceRow } from '../inventory/queries/device.ts'
import type { StationRow } from '../inventory/queries/station.ts'
import { type EnergyBins, hoursOf, quarterEnergy, quarterMs } from './day/day-energy.ts'
import { worthOf, type WorthTerms } from './day/day-worth.ts'
import { stationCurve } from './day/device-curve.ts'
import { qualityOf } from './day/quality.ts'
import { capacityOn, dayFigures, stationHead } from './day-reply.ts'
import { figuresOf, noRow } from './figures.ts'
import type { DeviceDayRow } from './queries/day.ts'
import type { KeptDayRow } from './queries/kept-day.ts'
import type { StationSumRow } from './queries/sums.ts'
import { type CapacitySpan, kwpOn } from '../figure/capacity.ts'
import { binCount, binMs, type Curve, expanded, quartersOf } from '../figure/day-grid.ts'
import { isAsleep, sleepOf } from '../figure/sleep.ts'
import { daylightOf, type Place } from '../figure/sun.ts'

interface KeptDay {
  station: StationRow
  day: LocalDay
  devices: readonly DeviceRow[]
  rollUps: readonly DeviceDayRow[]
  terms: WorthTerms
  kept: KeptDayRow
  sums: StationSumRow | undefined
  spans: readonly CapacitySpan[]
  working: Working | null
  now: number
}

/** A day whose samples are dropped, in quarter-hours: its figures and curves are the stored ones. */
export function describeKept(read: KeptDay): { day: StationDay; energy: EnergyBins } {
  const { station, day, devices, rollUps, terms, kept, now } = read
  const rollUpOf = new Map(rollUps.map((row) => [row.device_no, row]))
  const worth = worthOf(rollUps, day, terms)
  const income = station.rights.includes('income') ? worth.income : null
  const ratedOf = new Map(devices.map((device) => [device.no, device.rated_power_w]))
  const heard = rollUps.filter(({ samples, energy_kwh }) => samples > 0 || energy_kwh !== null)
  const energy = quarterEnergy(
    day,
    heard.map((stored) => ({ ratedW: ratedOf.get(stored.device_no) ?? 0, stored })),
    station,
    now,
    { ...terms, isTold: income !== null },
  )
  const expected = devices.filter(({ no }) => (rollUpOf.get(no)?.expected_bins ?? 0) > 0)
  const curves = expected.map((device) => keptCurve(day, rollUpOf.get(device.no), device, station))
  const { coverage, told } = stationCurve(day, curves, now)
  const capacity = capacityOn(read)
  const kwpOf = kwpOn(read.spans, day.date)
  const sums = { ...(read.sums ?? noRow()), energy_kwh: worth.energyKwh, income: worth.income, co2_kg: worth.co2Kg }
  return {
    day: {
      ...stationHead(station, day, devices, quarterMs / 60_000, now),
      powerW: whole(day, kept.quarter_w),
      powerCoverage: quartersOf(coverage),
      irradianceWm2: whole(day, kept.quarter_irradiance_wm2),
      ambientC: whole(day, kept.quarter_ambient_c),
      moduleC: whole(day, kept.quarter_module_c),
      hours: hoursOf(day, energy),
      devices: devices.map((device) => {
        const own = rollUpOf.get(device.no)
        return {
          deviceId: device.id,
          name: device.name,
          powerW: whole(day, own?.quarter_w ?? []),
          energyKwh: own?.energy_kwh ?? null,
          specificYield:
            own?.energy_kwh == null ? null : own.energy_kwh / (kwpOf.get(device.no) ?? device.capacity_kwp),
        }
      }),
      quality: qualityOf(day, told, [], daylightOf(day, station), now),
      capacity,
      working: read.working,
      figures: dayFigures(figuresOf(sums, capacity.inOperationKwp), income),
    },
    energy,
  }
}

/** A stored day of a device on the 5-minute grid, for computations there. */
export function keptCurve(
  day: LocalDay,
  stored: DeviceDayRow | undefined,
  device: { capacity_kwp: number; rated_power_w: number },
  place: Place,
) {
  const none = { first_ts: null, first_power_w: null, last_ts: null, last_power_w: null }
  const sleep = sleepOf(stored ?? none, device.rated_power_w, day, place)
  return {
    powerW: expanded(day, stored?.quarter_w ?? []),
    told: expanded(day, stored && tellsPower(stored) ? stored.quarter_w : (stored?.quarter_kwh ?? [])).map(
      (one) => one !== null,
    ),
    asleep: Array.from({ length: binCount(day) }, (_, bin) => isAsleep(sleep, day.from + bin * binMs)),
    capacityKwp: device.capacity_kwp,
    intervalMs: quarterMs,
    from: day.from,
    to: day.to,
  }
}

/** False for a device that sends only its counter: then the energy of its quarter-hours shows when it sent. */
const tellsPower = ({ quarter_w }: DeviceDayRow) => quarter_w.some((power) => power !== null)

/** All quarter-hours of the day, including those without a stored value. */
export function whole(day: LocalDay, quarters: Curve): Curve {
  return Array.from({ length: Math.ceil((day.to - day.from) / quarterMs) }, (_, quarter) => quarters[quarter] ?? null)
}
