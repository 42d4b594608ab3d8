import Type from 'typebox'
import { DayDate, Id, object, oneOf } from '../entities/common.ts'
import { InverterAnalysis } from '../entities/inverter-analysis.ts'
import { lossPeriods, StationLosses } from '../entities/losses.ts'
import { historyParameters, maxChartParameters } from '../constants.ts'
import { DeviceCurves, DeviceDayValues, PowerSeries } from '../entities/series.ts'
import {
  AccountStatistics,
  DeviceStatistics,
  RankingEntry,
  rankingPeriods,
  rankingSubjects,
  StationsSummary,
  StationStatistics,
  statisticsPeriods,
} from '../entities/statistics.ts'
import { maxPageSize } from '../constants.ts'
import { analysisParameters, mostAnalysisParameters } from '../inverter-analysis.ts'
import { type EndpointSpec, longPage } from './endpoint.ts'

/** Any day of the period; absent: today. */
const query = object({ period: oneOf(statisticsPeriods), date: Type.Optional(DayDate) })

/** Comma-separated ids of devices and names of parameters. */
const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const names = `(${analysisParameters.join('|')})`
const analysisQuery = object({
  deviceIds: Type.String({ pattern: `^${uuid}(,${uuid})*$`, maxLength: 37 * maxPageSize }),
  parameters: Type.String({ pattern: `^${names}(,${names}){0,${mostAnalysisParameters - 1}}$` }),
  date: DayDate,
})

/** First and last local day, at most 366 days; `points`: maximum number of points. */
const seriesQuery = object({
  from: DayDate,
  to: DayDate,
  points: Type.Optional(Type.Integer({ minimum: 10, maximum: 2000, default: 1000 })),
})

const elementPattern = '(acVoltageV|acCurrentA|mpptVoltageV|mpptCurrentA|stringCurrentA)[1-9][0-9]?'
const parameterPattern = `(${historyParameters.join('|')}|${elementPattern})`

/** Local days, and parameters of frames: `powerW,cabinetC,stringCurrentA3`. */
const curvesQuery = object({
  from: DayDate,
  to: DayDate,
  parameters: Type.String({ pattern: `^${parameterPattern}(,${parameterPattern}){0,${maxChartParameters - 1}}$` }),
})

export const statisticsEndpoints = {
  'GET /stations/summary': {
    access: 'account',
    summary: 'Sums over every station that the account reaches, now',
    reply: StationsSummary,
    errors: [],
  },
  'GET /stations/:stationId/statistics': {
    access: 'account',
    summary: 'Figures of a week, month, year or all time of a station, its bars and its devices',
    params: object({ stationId: Id }),
    query,
    reply: StationStatistics,
    errors: ['notFound'],
  },
  'GET /devices/:deviceId/statistics': {
    access: 'account',
    summary: 'Figures of a week, month, year or all time of a device, and its bars',
    params: object({ deviceId: Id }),
    query,
    reply: DeviceStatistics,
    errors: ['notFound'],
  },
  'GET /account/statistics': {
    access: 'account',
    summary: 'Figures of a week, month, year or all time of all stations together; money by currency',
    query,
    reply: AccountStatistics,
    errors: [],
  },
  'GET /ranking': {
    access: 'account',
    summary: 'Stations, or devices, by kWh per kWp',
    query: object({
      ...longPage,
      /** Default: stations. */
      of: Type.Optional(oneOf(rankingSubjects)),
      /** Default: today. */
      period: Type.Optional(oneOf(rankingPeriods)),
      date: Type.Optional(DayDate),
      stationId: Type.Optional(Id),
    }),
    reply: Type.Array(RankingEntry),
    paged: true,
    errors: [],
  },
  'GET /stations/:stationId/losses': {
    access: 'account',
    summary: 'Where the energy of the sun went, in kWh and money, of a day, week, month or year',
    params: object({ stationId: Id }),
    query: object({ period: oneOf(lossPeriods), date: Type.Optional(DayDate) }),
    reply: StationLosses,
    errors: ['notFound'],
  },
  'GET /stations/:stationId/inverter-analysis': {
    access: 'account',
    summary:
      'One local day of up to 50 inverters of a station beside each other: who stays behind, why, and what it costs',
    params: object({ stationId: Id }),
    query: analysisQuery,
    reply: InverterAnalysis,
    errors: ['notFound', 'analysis.tooManyInverters'],
  },
  'GET /stations/:stationId/series': {
    access: 'account',
    summary: 'Power of a station over up to a year, thinned to the points asked for',
    params: object({ stationId: Id }),
    query: seriesQuery,
    reply: PowerSeries,
    errors: ['notFound', 'request.invalid'],
  },
  'GET /devices/:deviceId/curves': {
    access: 'account',
    summary: 'Any parameters of a device over up to 31 local days, as means of equal bins',
    params: object({ deviceId: Id }),
    query: curvesQuery,
    reply: DeviceCurves,
    errors: ['notFound', 'request.invalid', 'period.tooLong'],
  },
  'GET /devices/:deviceId/day-values': {
    access: 'account',
    summary: 'Any parameters of a device over up to 366 local days: mean, lowest and highest of each day',
    params: object({ deviceId: Id }),
    query: curvesQuery,
    reply: DeviceDayValues,
    errors: ['notFound', 'request.invalid', 'period.tooLong'],
  },
  'GET /devices/:deviceId/series': {
    access: 'account',
    summary: 'Power of a device over up to a year, thinned to the points asked for',
    params: object({ deviceId: Id }),
    query: seriesQuery,
    reply: PowerSeries,
    errors: ['notFound', 'request.invalid'],
  },
} as const satisfies Record<string, EndpointSpec>
