import {
  type Device,
  type DeviceParameter,
  historyParameters,
  maxChartParameters,
  type StatisticsPeriod,
} from '@helioport/contract'
import { isDay, periodSpan } from '@helioport/time'
import { type UrlField, urlMatch } from '@helioport/ui'

const one = '[A-Za-z]{6,16}[0-9]{0,2}'

const urlAgainst: UrlField<string> = {
  fallback: '',
  read: (text) => (isDay(text) || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : undefined),
}

/** URL state of the parameter chart. */
export const parameterFields = {
  parameters: urlMatch(new RegExp(`^${one}(,${one}){0,${maxChartParameters - 1}}$`)),
  /** Another day (YYYY-MM-DD), or the id of another device. */
  against: urlAgainst,
}

export type ComparedPeriod = 'day' | Exclude<StatisticsPeriod, 'total'>

/** A date YYYY-MM-DD rather than a device id. */
export const isDayText = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

interface Shown {
  deviceId: string
  /** First and last local day. */
  from: string
  to: string
  period: ComparedPeriod
}

/** Device and days of the comparison; undefined: none. */
export function comparedDays(
  { deviceId, from, to, period }: Shown,
  against: string,
): Omit<Shown, 'period'> | undefined {
  if (against === '') return undefined
  if (!isDayText(against)) return { deviceId: against, from, to }
  return { deviceId, ...(period === 'day' ? { from: against, to: against } : periodSpan(period, against)) }
}

type ParameterUnit =
  | 'power'
  | 'reactive'
  | 'factor'
  | 'frequency'
  | 'temperature'
  | 'energy'
  | 'hours'
  | 'voltage'
  | 'current'

const units: Record<(typeof historyParameters)[number], ParameterUnit> = {
  powerW: 'power',
  dcPowerW: 'power',
  reactiveVar: 'reactive',
  powerFactor: 'factor',
  frequencyHz: 'frequency',
  cabinetC: 'temperature',
  energyTodayKwh: 'energy',
  energyTotalKwh: 'energy',
  hoursTotal: 'hours',
}

const isScalar = (parameter: string): parameter is (typeof historyParameters)[number] =>
  historyParameters.some((key) => key === parameter)

/** Unit of a parameter: parameters of one unit share an axis. */
export function unitOf(parameter: DeviceParameter): ParameterUnit {
  if (isScalar(parameter)) return units[parameter]
  return /VoltageV\d/.test(parameter) ? 'voltage' : 'current'
}

/** Parameters that this device can have, grouped as shown. */
export function parametersOf({ mpptCount, stringCount }: Pick<Device, 'mpptCount' | 'stringCount'>): DeviceParameter[] {
  const elements = (
    key: 'acVoltageV' | 'acCurrentA' | 'mpptVoltageV' | 'mpptCurrentA' | 'stringCurrentA',
    count: number,
  ) => Array.from({ length: count }, (_, index): DeviceParameter => `${key}${index + 1}`)
  return [
    ...historyParameters,
    ...elements('acVoltageV', 3),
    ...elements('acCurrentA', 3),
    ...elements('mpptVoltageV', mpptCount),
    ...elements('mpptCurrentA', mpptCount),
    ...elements('stringCurrentA', stringCount),
  ]
}

/** Valid parameters of the URL in their order, limited to two units. */
export function chosenOf(text: string, known: readonly DeviceParameter[]): DeviceParameter[] {
  const named = text.split(',').flatMap((name) => known.find((parameter) => parameter === name) ?? [])
  return [...new Set(named)].reduce<DeviceParameter[]>(toggled, [])
}

/** Units in the order of choice: the first has the axis at the start, the second the one at the end. */
export const axesOf = (chosen: readonly DeviceParameter[]): ParameterUnit[] => [...new Set(chosen.map(unitOf))]

/** Units with a fixed colour. */
const tones: Partial<Record<ParameterUnit, 'generation' | 'reactive' | 'temperature'>> = {
  power: 'generation',
  reactive: 'reactive',
  temperature: 'temperature',
}

/** The first parameter of a unit has its fixed colour; the others get distinct colours in their order. */
export function colourOf(
  parameter: DeviceParameter,
  chosen: readonly DeviceParameter[],
): { tone: 'generation' | 'reactive' | 'temperature' } | { color: number } {
  const isPlain = (other: DeviceParameter) =>
    tones[unitOf(other)] !== undefined && chosen.find((first) => unitOf(first) === unitOf(other)) === other
  const tone = tones[unitOf(parameter)]
  if (tone && isPlain(parameter)) return { tone }
  // Index 0 is the colour of generation.
  return { color: 1 + chosen.filter((other) => !isPlain(other)).indexOf(parameter) }
}

/** A chart has two axes: a third unit replaces the second. */
export function toggled(chosen: readonly DeviceParameter[], parameter: DeviceParameter): DeviceParameter[] {
  if (chosen.includes(parameter)) return chosen.filter((other) => other !== parameter)
  const axes = axesOf(chosen)
  const unit = unitOf(parameter)
  const kept = axes.length < 2 || axes.includes(unit) ? chosen : chosen.filter((other) => unitOf(other) === axes[0])
  return [...kept, parameter].slice(-maxChartParameters)
}
