import {
  type AnalysedInverter,
  type AnalysisFinding,
  type AnalysisParameter,
  type InverterAnalysis,
  mostAnalysedInverters,
  writeShares,
} from '@helioport/contract'
import { iso, localDay } from '@helioport/time/node'
import { findDeviceDaysOf } from '../energy/queries/day.ts'
import { findWorking } from '../energy/queries/working.ts'
import { findCapacitySpans } from '../inventory/queries/capacity.ts'
import { findDevices } from '../inventory/queries/device.ts'
import { findTariffs } from '../inventory/queries/tariff.ts'
import type { Service } from '../base/service.ts'
import { Problem } from '../base/problem.ts'
import { kwpOn } from '../figure/capacity.ts'
import type { Curve } from '../figure/day-grid.ts'
import { checkedDate } from '../figure/period.ts'
import { ageOf, freshest } from '../figure/status.ts'
import { incomeOf } from '../figure/tariff.ts'
import {
  type Daylight,
  daylightQuarters,
  dispersionOf,
  type InverterDay,
  inverterDay,
  quarterMs,
  sumOf,
} from './analysed-inverter.ts'
import { type Finding, findingsOf, leastPeers, type Peers, peersOf, perKwp } from './analysis-findings.ts'
import { findDayAlarms, findQuarterMeans } from './queries/inverter-analysis.ts'
import { findReachedStations } from './queries/statistics.ts'

export interface AnalysisQuery {
  /** Ids with commas between them. */
  deviceIds: string
  parameters: string
  date: string
}

/**
 * One day of several inverters of a station beside each other.
 * @throws Problem notFound, analysis.tooManyInverters, request.invalid (no such day)
 */
export async function getInverterAnalysis(
  service: Service,
  accountId: string,
  stationId: string,
  query: AnalysisQuery,
): Promise<InverterAnalysis> {
  const asked = new Set(query.deviceIds.split(','))
  if (asked.size > mostAnalysedInverters) throw new Problem('analysis.tooManyInverters')
  const db = service.db.recent
  const now = service.now()
  const [[station], reached] = await Promise.all([
    findReachedStations(db, accountId, now, stationId),
    findDevices(db, accountId, now, { stationId }),
  ])
  const devices = reached.filter(({ id }) => asked.has(id))
  if (!station || devices.length < asked.size) throw new Problem('notFound')
  const day = localDay(checkedDate(query.date), station.time_zone)
  const light = daylightQuarters(day, station)
  const nos = devices.map(({ no }) => no)
  const strings = Math.min(32, Math.max(0, ...devices.map((device) => device.string_count)))
  const [stored, rows, alarms, tariffs, working, spans] = await Promise.all([
    findDeviceDaysOf(
      db,
      nos.map((deviceNo) => ({ deviceNo, date: day.date })),
    ),
    findQuarterMeans(db, nos, day, strings),
    station.rights.includes('alarms') ? findDayAlarms(db, nos, day) : [],
    findTariffs(db, [stationId]),
    findWorking(db, [stationId], now, { from: day.date, to: day.date }),
    findCapacitySpans(db, [stationId]),
  ])
  const kwpOf = kwpOn(spans, day.date)
  const rowsOf = Map.groupBy(rows, (row) => row.device_no)
  const storedOf = new Map(stored.map((row) => [row.device_no, row]))
  const alarmsOf = Map.groupBy(alarms, (alarm) => alarm.device_no)
  const inverters = devices.map((device) =>
    inverterDay(
      device,
      kwpOf.get(device.no) ?? null,
      light,
      storedOf.get(device.no),
      rowsOf.get(device.no) ?? [],
      alarmsOf.get(device.no) ?? [],
    ),
  )
  const peers = peersOf(inverters, light)
  const yields = inverters.flatMap((inverter) => perKwp(inverter.energyKwh, inverter) ?? [])
  const mayIncome = station.rights.includes('income')
  const parameters = new Set(query.parameters.split(',') as AnalysisParameter[])
  const findings = findingsOf(inverters, peers, light).map((finding) =>
    describeFinding(finding, light, (kwh, quarterW) =>
      mayIncome ? incomeOf(tariffs, day, station.time_zone, kwh, quarterW) : null,
    ),
  )
  return {
    stationId,
    date: day.date,
    timeZone: station.time_zone,
    currency: station.currency,
    age: ageOf(freshest(devices), now),
    working: working.get(stationId) ?? null,
    from: iso(day.from + light.first * quarterMs),
    quarters: light.count,
    isKept: stored.some((row) => row.is_kept),
    medianYield: rounded(peers.medianYield, 3),
    dispersion: rounded(dispersionOf(yields, leastPeers), 4),
    inverters: inverters.map((inverter) => describe(inverter, peers, parameters)),
    findings: findings.toSorted((a, b) => (b.lostKwh ?? 0) - (a.lostKwh ?? 0)),
  }
}

function describe(inverter: InverterDay, peers: Peers, parameters: ReadonlySet<AnalysisParameter>): AnalysedInverter {
  const { device, energyKwh, strings, medianA } = inverter
  const specificYield = perKwp(energyKwh, inverter)
  const { medianYield } = peers
  const isCompared = specificYield !== null && medianYield !== null && medianYield > 0
  const hasStrings = parameters.has('stringCurrents')
  const curves: AnalysedInverter['curves'] = {}
  const curve = (name: keyof typeof curves, values: Curve, digits: number) => {
    if (parameters.has(name)) curves[name] = values.map((value) => rounded(value, digits))
  }
  const ofKwp = (values: Curve) => values.map((value) => perKwp(value, inverter))
  curve('power', ofKwp(inverter.powerW), 0)
  curve('dcPower', ofKwp(inverter.dcPowerW), 0)
  curve('temperature', inverter.cabinetC, 1)
  curve('voltage', inverter.voltageV, 1)
  curve('frequency', inverter.frequencyHz, 2)
  curve('powerFactor', inverter.powerFactor, 3)
  return {
    deviceId: device.id,
    memberId: device.account_id,
    name: device.name,
    serial: device.serial,
    capacityKwp: inverter.kwp ?? device.capacity_kwp,
    mpptCount: device.mppt_count,
    energyKwh,
    specificYield: rounded(specificYield, 3),
    deviation: isCompared ? rounded(specificYield / medianYield - 1, 4) : null,
    stringDispersion: rounded(
      dispersionOf(strings.filter((own) => own.some((current) => current !== null)).map(sumOf), 2),
      4,
    ),
    curves,
    stringMedianA: hasStrings ? medianA.map((current) => rounded(current, 2)) : [],
    stringShares: hasStrings
      ? strings.map((own) =>
          writeShares(
            own.map((current, nth) => {
              const median = medianA[nth] ?? null
              return current === null || median === null ? null : current / median
            }),
          ),
        )
      : [],
  }
}

function describeFinding(
  { inverter, cause, code, strings, from, to, lostKwh, lostCurve }: Finding,
  light: Daylight,
  incomeOn: (kwh: number | null, quarterW: readonly (number | null)[]) => number | null,
): AnalysisFinding {
  const quarterW: Curve = Array.from({ length: light.first }, () => null)
  quarterW.push(...lostCurve.map((kwh) => kwh && kwh * 4000))
  return {
    deviceId: inverter.device.id,
    cause,
    code,
    strings,
    from: from === null ? null : iso(from),
    to: to === null ? null : iso(to),
    lostKwh: rounded(lostKwh, 3),
    lostIncome: rounded(incomeOn(lostKwh, quarterW), 4),
  }
}

const rounded = (value: number | null, digits: number): number | null =>
  value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits
