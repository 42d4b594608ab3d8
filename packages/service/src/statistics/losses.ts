import type { LossBarName, LossPeriod, LossReason, StationLosses } from '@helioport/contract'
import { localDayAt } from '@helioport/time/node'
import { findLosses, findReachedStations, type LossRow } from './queries/statistics.ts'
import { findTariffs } from '../inventory/queries/tariff.ts'
import { findReported } from '../energy/queries/measured.ts'
import { findWorking } from '../energy/queries/working.ts'
import { capacityIn, missingOf, readCalendars } from './read-calendars.ts'
import type { Service } from '../base/service.ts'
import { checkedDate, periodOf } from '../figure/period.ts'
import { Problem } from '../base/problem.ts'
import { rateAt, type Rate } from '../figure/tariff.ts'

type Column = keyof Pick<
  LossRow,
  | 'loss_reference_kwh'
  | 'loss_temperature_kwh'
  | 'loss_capture_kwh'
  | 'loss_limit_kwh'
  | 'loss_inverter_kwh'
  | 'loss_outage_kwh'
  | 'loss_final_kwh'
>

const columns: Record<LossBarName, Column> = {
  reference: 'loss_reference_kwh',
  temperature: 'loss_temperature_kwh',
  capture: 'loss_capture_kwh',
  limit: 'loss_limit_kwh',
  inverter: 'loss_inverter_kwh',
  outage: 'loss_outage_kwh',
  final: 'loss_final_kwh',
}
const subtracted: LossBarName[] = ['temperature', 'limit', 'inverter', 'outage', 'final']

interface Amount {
  wh: number
  money: number
}

/**
 * Loss chain of a day, week, month or year, from the energy of the sun to that of the station; by the sums of the days.
 * @throws Problem notFound, request.invalid (no such day)
 */
export async function getStationLosses(
  service: Service,
  accountId: string,
  stationId: string,
  query: { period: LossPeriod; date?: string },
): Promise<StationLosses> {
  const db = service.db.recent
  const [station] = await findReachedStations(db, accountId, service.now(), stationId)
  if (!station) throw new Problem('notFound')
  const date = query.date === undefined ? localDayAt(service.now(), station.time_zone).date : checkedDate(query.date)
  const { from, to } = query.period === 'day' ? { from: date, to: date } : periodOf(query.period, date, null, date)
  const [rows, tariffs, calendars, working] = await Promise.all([
    findLosses(db, stationId, { from, to }),
    findTariffs(db, [stationId]),
    readCalendars(db, [station], service.now(), false),
    findWorking(db, [stationId], service.now(), { from, to }),
  ])
  const nos = (calendars.get(stationId)?.spans ?? []).map((span) => span.device_no)
  const capacity = capacityIn(calendars, station, { from, to }, await findReported(db, nos, { from, to }))
  const amounts = amountsOf(rows, tariffs)
  const mayIncome = station.rights.includes('income')
  return {
    stationId,
    timeZone: station.time_zone,
    currency: station.currency,
    capacityKwp: station.capacity_kwp,
    capacity,
    working: working.get(stationId) ?? null,
    period: query.period,
    from,
    to,
    bars: (Object.keys(columns) as LossBarName[]).map((name) => {
      const amount = amounts[name]
      return {
        name,
        energyKwh: amount && amount.wh / 1000,
        hours: amount && capacity.inOperationKwp > 0 ? amount.wh / 1000 / capacity.inOperationKwp : null,
        income: amount && mayIncome ? amount.money : null,
        reason: amount ? null : reasonOf(name, rows),
      }
    }),
    outageBasis: outageBasis(rows),
    coverage: coverageOf(rows, missingOf(calendars, [{ station_id: stationId, days: rows.length }], { from, to }).bins),
    outsideKwh: outsideOf(rows),
  }
}

/** Sums in whole Wh. `capture` is what the other bars leave of the reference, so that the bars add up. */
function amountsOf(rows: readonly LossRow[], tariffs: readonly Rate[]): Record<LossBarName, Amount | null> {
  const sum = (name: LossBarName): Amount | null => {
    let found: Amount | null = null
    for (const row of rows) {
      const kwh = row[columns[name]]
      if (kwh === null) continue
      found ??= { wh: 0, money: 0 }
      found.wh += kwh * 1000
      found.money += kwh * priceOf(row, tariffs)
    }
    return found && { wh: Math.round(found.wh), money: found.money }
  }
  const amounts = {} as Record<LossBarName, Amount | null>
  for (const name of Object.keys(columns) as LossBarName[]) amounts[name] = sum(name)
  const { reference } = amounts
  if (reference && amounts.capture) {
    const rest = { ...reference }
    for (const name of subtracted) {
      rest.wh -= amounts[name]?.wh ?? 0
      rest.money -= amounts[name]?.money ?? 0
    }
    amounts.capture = rest
  }
  return amounts
}

/** Income per kWh of that day; the day's rate where nothing was produced. */
function priceOf({ income, energy_kwh: energyKwh, date }: LossRow, tariffs: readonly Rate[]): number {
  return income !== null && energyKwh !== null && energyKwh > 0
    ? income / energyKwh
    : (rateAt(tariffs, date)?.rate ?? 0)
}

function reasonOf(name: LossBarName, rows: readonly LossRow[]): LossReason {
  if (rows.length === 0 || rows.some((row) => row.due)) return 'notYet'
  if (name === 'outage') return 'noSiblings'
  if (name === 'inverter') return 'noDcPower'
  const measured = rows.some((row) => row.loss_reference_kwh !== null)
  return name === 'temperature' && measured ? 'noTemperature' : 'noSensor'
}

function outageBasis(rows: readonly LossRow[]): StationLosses['outageBasis'] {
  const siblings = rows.some((row) => row.outage_sibling_bins > 0)
  const model = rows.some((row) => row.outage_model_bins > 0)
  if (siblings && model) return 'mixed'
  return siblings ? 'siblings' : model ? 'model' : null
}

/** `missing`: daylight bins of days without a row. */
function coverageOf(rows: readonly LossRow[], missing: number): number | null {
  const expected = rows.reduce((sum, row) => sum + row.expected_bins, missing)
  const entered = rows.reduce((sum, row) => sum + row.loss_bins, 0)
  return expected === 0 ? null : Math.min(1, entered / expected)
}

function outsideOf(rows: readonly LossRow[]): number | null {
  const known = rows.filter((row) => row.energy_kwh !== null)
  if (known.length === 0) return null
  const outside = known.reduce((sum, row) => sum + (row.energy_kwh ?? 0) - (row.loss_final_kwh ?? 0), 0)
  return Math.max(0, Math.round(outside * 1000) / 1000)
}
