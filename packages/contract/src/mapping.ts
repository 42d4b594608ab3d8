import type { PayloadMapping } from './entities/mapping.ts'
import type { DeviceFrame } from './ingest.ts'
import { factorOf, type MappedField, ruleOf } from './mapping-fields.ts'

export type { PayloadMapping } from './entities/mapping.ts'
export { type MappedField, mappedFields, type MappedUnit, unitsOf } from './mapping-fields.ts'

/**
 * A device's own words become values of our frame: pure, for the service, a page and a gateway alike. Nothing in a payload
 * is trusted: own keys alone are read, and what is long or nested is none.
 */
const longestPayload = 64 * 1024
const deepestPayload = 12
const greatestLeadMs = 10 * 60_000
const longestAgoMs = 30 * 24 * 3_600_000

/** What came, and where; of an HTTP source the topic is empty. */
export interface Message {
  topic: string
  payload: string
}

/** Why nothing can be made of a message. */
export const mappingReasons = ['topic', 'tooLarge', 'tooDeep', 'serial', 'time'] as const
export type MappingReason = (typeof mappingReasons)[number]

/** Why a field stays unknown. */
export type FieldReason = 'absent' | 'empty' | 'failed' | 'noNumber' | 'implausible'

export interface MappedPart {
  serial: string
  /** Epoch ms; `isOwnTime`: the message said it, else it is when it arrived. */
  at: number
  isOwnTime: boolean
  values: Partial<Record<MappedField, number>>
  unknown: { field: MappedField; reason: FieldReason }[]
}

export type Mapped = { part: MappedPart; reason: null } | { part: null; reason: MappingReason }

/** Whether a topic is one of a filter's: the same number of levels, `+` for any. */
export function matchesTopic(filter: string, topic: string): boolean {
  const [wanted, levels] = [filter.split('/'), topic.split('/')]
  return wanted.length === levels.length && wanted.every((level, nth) => level === '+' || level === levels[nth])
}

/** Values of one message by one mapping, or the reason why there are none. `receivedAt`: epoch ms. */
export function applyMapping(message: Message, mapping: PayloadMapping, receivedAt: number): Mapped {
  if (!matchesTopic(mapping.topic, message.topic)) return refused('topic')
  if (message.payload.length > longestPayload) return refused('tooLarge')
  if (isDeep(message.payload)) return refused('tooDeep')
  const payload = parse(message.payload)
  const serial = serialOf(payload, message.topic, mapping.serial)
  if (serial === null) return refused('serial')
  const told = mapping.time ? timeOf(valueAt(payload, mapping.time.path), mapping.time.unit) : null
  if (mapping.time && !isPlausibleTime(told, receivedAt)) return refused('time')
  const part: MappedPart = { serial, at: told ?? receivedAt, isOwnTime: told !== null, values: {}, unknown: [] }
  const isBlind = saysBlind(payload)
  for (const { field, path, unit, isNegated = false } of mapping.fields) {
    const found = isBlind ? 'failed' : numberOf(valueAt(payload, path))
    const value = typeof found === 'number' ? inFrame(field, found, factorOf(field, unit), isNegated) : found
    if (typeof value === 'number') part.values[field] = value
    else part.unknown.push({ field, reason: value })
  }
  return { part, reason: null }
}

/**
 * The frame of one device from parts of its messages, the newest last: later values stand for earlier ones. Where a
 * message says when it was measured, that counts, else when the last of them came. Null: there is no value in them.
 */
export function joinParts(parts: readonly MappedPart[]): DeviceFrame | null {
  const [first] = parts
  const values: Partial<Record<MappedField, number>> = Object.assign({}, ...parts.map((part) => part.values))
  if (!first || Object.keys(values).length === 0) return null
  const told = parts.filter(({ isOwnTime }) => isOwnTime)
  const at = Math.max(...(told.length > 0 ? told : parts).map((part) => part.at))
  const frame: Record<string, unknown> = { serial: first.serial, at }
  for (const [field, value] of Object.entries(values)) {
    const [, name, nth] = /^(acVoltageV|acCurrentA|mpptVoltageV|mpptCurrentA)(\d)$/.exec(field) ?? []
    if (name === undefined) frame[field] = value
    else frame[name] = withElement(frame[name] as (number | null)[] | undefined, Number(nth), value)
  }
  return frame as unknown as DeviceFrame
}

const refused = (reason: MappingReason): Mapped => ({ part: null, reason })

/** Elements that nobody told of keep their places. */
function withElement(list: (number | null)[] | undefined, nth: number, value: number): (number | null)[] {
  const length = Math.max(nth, list?.length ?? 0)
  return Array.from({ length }, (_, index) => (index === nth - 1 ? value : (list?.[index] ?? null)))
}

/** Brackets that are open at once, those in texts aside: seen before anything is parsed. */
function isDeep(text: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (isInText && sign === '\\') at += 1
    else if (sign === '"') isInText = !isInText
    else if (isInText) continue
    else if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    if (depth > deepestPayload) return true
  }
  return false
}

/** JSON, or the text itself where it is none: many devices send a bare word or number. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text.trim()
  }
}

/** Steps of a dotted path or of a JSON pointer. */
function stepsOf(path: string): string[] {
  if (path === '') return []
  if (!path.startsWith('/')) return path.split('.')
  return path
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Own keys only: `__proto__` and `constructor` of a payload lead nowhere. */
export function valueAt(payload: unknown, path: string): unknown {
  let value = payload
  for (const step of stepsOf(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}

const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** A meter that says that it failed tells numbers all the same, mostly 0. */
function saysBlind(payload: unknown): boolean {
  const errors = valueAt(payload, 'errors')
  return Array.isArray(errors) && errors.some((error) => error === 'power_meter_failure' || error === 'ct_type_not_set')
}

/** A number, or a text that is one in decimal digits with a point: all else was not measured. */
export function numberOf(value: unknown): number | FieldReason {
  if (value === undefined) return 'absent'
  // Its place is there: the device had nothing to say, which is no fault of the path.
  if (value === null) return 'empty'
  const isText = typeof value === 'string' && value.length <= 40 && number.test(value.trim())
  const found = typeof value === 'number' ? value : isText ? Number(value) : Number.NaN
  return Number.isFinite(found) ? found : 'noNumber'
}

function inFrame(field: MappedField, found: number, factor: number | null, isNegated: boolean): number | 'implausible' {
  const { least, most, isCounter } = ruleOf(field)
  // Factors such as 0.001 leave 1.2340000000000002 behind.
  const value = Number((found * (factor ?? Number.NaN) * (isNegated ? -1 : 1)).toPrecision(12)) + 0
  if (!(value >= least && value <= most)) return 'implausible'
  return isCounter && value === 0 ? 'implausible' : value
}

/** What an owner may enter as a serial; other signs become dashes. */
function serialOf(payload: unknown, topic: string, source: PayloadMapping['serial']): string | null {
  if (source.from === 'fixed') return source.serial
  const told = source.from === 'topic' ? topic.split('/')[source.level] : valueAt(payload, source.path)
  if (typeof told !== 'string' && typeof told !== 'number') return null
  const serial = String(told)
    .slice(0, 200)
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 32)
  return serial.length >= 4 ? serial : null
}

type TimeUnit = NonNullable<PayloadMapping['time']>['unit']
/** A text without its offset says nothing: a device's zone is anybody's guess. */
const withOffset = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

function timeOf(value: unknown, unit: TimeUnit): number | null {
  if (unit === 'iso') {
    if (typeof value !== 'string' || !withOffset.test(value)) return null
    const at = Date.parse(value)
    return Number.isNaN(at) ? null : at
  }
  const found = numberOf(value)
  return typeof found === 'number' ? Math.round(unit === 's' ? found * 1000 : found) : null
}

const isPlausibleTime = (at: number | null, receivedAt: number) =>
  at !== null && at <= receivedAt + greatestLeadMs && at >= receivedAt - longestAgoMs
