import { accountRules, loggerSerialPattern, stationRules } from '@helioport/contract'
import type { BandValues, FactorValues, RateValues, StationValues } from './station-values.ts'

/** A broken rule of a field: key of the message and its parameters. */
export interface Breach {
  key:
    | 'rule.required'
    | 'rule.number'
    | 'rule.range'
    | 'rule.above'
    | 'rule.atLeast'
    | 'rule.whole'
    | 'rule.length'
    | 'rule.serial'
    | 'rule.collectorDevice'
    | 'rule.currency'
    | 'rule.videoUrl'
    | 'rule.rates'
    | 'rule.firstRate'
    | 'rule.dateTaken'
    | 'rule.bandDays'
    | 'rule.bandTimes'
    | 'rule.bandsOverlap'
    | 'rule.factor'
  values?: Record<string, number>
}

type Judge<F extends keyof StationValues> = (value: StationValues[F], all: StationValues) => Breach | undefined

const breach = (key: Breach['key'], values?: Record<string, number>): Breach => (values ? { key, values } : { key })

interface Range {
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
}

/** Checks a number against its limits: the contract's limits times `scale`. */
export function numberBreach(value: number | null, range: Range, scale = 1): Breach | undefined {
  if (value === null) return breach('rule.required')
  if (Number.isNaN(value)) return breach('rule.number')
  const { minimum, exclusiveMinimum, maximum } = range
  const above = exclusiveMinimum === undefined || value > exclusiveMinimum * scale
  const within = value >= (minimum ?? -Infinity) * scale && value <= (maximum ?? Infinity) * scale
  if (above && within) return undefined
  if (exclusiveMinimum !== undefined)
    return breach('rule.above', { min: exclusiveMinimum * scale, max: (maximum ?? 0) * scale })
  if (maximum === undefined) return breach('rule.atLeast', { min: minimum ?? 0 })
  return breach('rule.range', { min: (minimum ?? 0) * scale, max: maximum * scale })
}

const textBreach = (value: string, maxLength: number, isRequired = true): Breach | undefined => {
  if (isRequired && value.trim() === '') return breach('rule.required')
  return [...value.trim()].length > maxLength ? breach('rule.length', { max: maxLength }) : undefined
}

const quarterTime = /^(([01]\d|2[0-3]):(00|15|30|45)|24:00)$/

export function bandBreach({ days, from, to, rate }: BandValues): Breach | undefined {
  if (days.length === 0) return breach('rule.bandDays')
  if (!quarterTime.test(from) || !quarterTime.test(to) || from >= to) return breach('rule.bandTimes')
  return numberBreach(rate, stationRules.rate)
}

const doOverlap = (a: BandValues, b: BandValues) =>
  a.from < b.to && b.from < a.to && a.days.some((day) => b.days.includes(day))

/** Checks one rate of a timeline. */
export function rateBreach(rate: RateValues, all: readonly RateValues[]): Breach | undefined {
  if (rate.from === '') return breach('rule.required')
  if (all.some((other) => other !== rate && other.from === rate.from)) return breach('rule.dateTaken')
  const wrong = numberBreach(rate.rate, stationRules.rate) ?? rate.bands.map(bandBreach).find(Boolean)
  if (wrong) return wrong
  const clash = rate.bands.some((band, at) => rate.bands.slice(at + 1).some((other) => doOverlap(band, other)))
  return clash ? breach('rule.bandsOverlap') : undefined
}

function factorBreach({ from, kgPerKwh, year, source }: FactorValues): Breach | undefined {
  if (from === '' || source.trim() === '') return breach('rule.factor')
  const wrong = numberBreach(kgPerKwh, stationRules.co2Factor) ?? numberBreach(year, stationRules.co2Year)
  return wrong ?? (Number.isInteger(year) ? undefined : breach('rule.whole'))
}

/** Taiwan's power company numbers every plant; elsewhere such a number may not exist. */
export const needsCaseNumber = ({ timeZone }: Pick<StationValues, 'timeZone'>) => timeZone === 'Asia/Taipei'

const judges: { [F in keyof StationValues]?: Judge<F> } = {
  name: (value) => textBreach(value, stationRules.name.maxLength),
  installedOn: (value) => (value === '' ? breach('rule.required') : undefined),
  capacityKwp: (value) => numberBreach(value, stationRules.capacityKwp),
  energyBaseKwh: (value) => numberBreach(value, stationRules.energyBaseKwh),
  coefficientPercent: (value) => numberBreach(value, stationRules.temperatureCoefficient, 100),
  description: (value) => textBreach(value, stationRules.description.maxLength),
  sortNumber: (value) =>
    numberBreach(value, stationRules.sortNumber) ?? (Number.isInteger(value) ? undefined : breach('rule.whole')),
  caseNumber: (value, all) => textBreach(value, stationRules.caseNumber.maxLength, needsCaseNumber(all)),
  latitude: (value) => numberBreach(value, stationRules.latitude),
  longitude: (value) => numberBreach(value, stationRules.longitude),
  timeZone: (value) => (value === '' ? breach('rule.required') : undefined),
  address: (value) => textBreach(value, stationRules.address.maxLength, false),
  currency: (value) => (new RegExp(accountRules.currency.pattern).test(value) ? undefined : breach('rule.currency')),
  rates: (value) =>
    value.length === 0
      ? breach('rule.firstRate')
      : value.some((rate) => rateBreach(rate, value))
        ? breach('rule.rates')
        : undefined,
  factor: (value) => (value === null ? undefined : factorBreach(value)),
  collectorSerial: (value, { hasCollector }) => {
    if (!hasCollector) return undefined
    if (value.trim() === '') return breach('rule.required')
    return new RegExp(loggerSerialPattern).test(value.trim()) ? undefined : breach('rule.serial')
  },
  collectorDeviceId: (value, { hasCollector, deviceIds }) =>
    hasCollector && !deviceIds.includes(value) ? breach('rule.collectorDevice') : undefined,
  videoUrl: (value) => {
    const { maxLength, pattern } = accountRules.videoUrl
    if (value.trim().length > maxLength) return breach('rule.length', { max: maxLength })
    return new RegExp(pattern).test(value.trim()) ? undefined : breach('rule.videoUrl')
  },
}

/** The broken rule of a field; undefined: none. */
export function breachOf<F extends keyof StationValues>(field: F, values: StationValues): Breach | undefined {
  return judges[field]?.(values[field], values)
}

export const judgedFields = Object.keys(judges) as (keyof StationValues)[]
