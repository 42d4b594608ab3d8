import type { PayloadMapping } from './entities/mapping.ts'
import type { DeviceFrame } from './ingest.ts'
import { factorOf, type MappedField, ruleOf } from './mapping-fields.ts'

export type { PayloadMapping } from './entities/mapping.ts'
export { type MappedField, mappedFields, type MappedUnit, unitsOf } from './mapping-fields.ts'

/**
 * Maps a device's own messages to frames: pure code for the service, a page and a gateway. Payloads are untrusted: only
 * own properties are read, and payloads that are too long or too deep are refused.
 */
const longestPayload = 64 * 1024
const deepestPayload = 12
const greatestLeadMs = 10 * 60_000
const longestAgoMs = 30 * 24 * 3_600_000

/** A received message; for an HTTP source the topic is empty. */
export interface Message {
  topic: string
  payload: string
}

/** Why a message cannot be mapped. */
export const mappingReasons = ['topic', 'tooLarge', 'tooDeep', 'serial', 'time'] as const
export type MappingReason = (typeof mappingReasons)[number]

/** Why a field has no value. */
export type FieldReason = 'absent' | 'empty' | 'failed' | 'noNumber' | 'implausible'

export interface MappedPart {
  serial: string
  /** Epoch ms; `isOwnTime`: the time is from the message, otherwise it is the arrival time. */
  at: number
  isOwnTime: boolean
  values: Partial<Record<MappedField, number>>
  unknown: { field: MappedField; reason: FieldReason }[]
}

export type Mapped = { part: MappedPart; reason: null } | { part: null; reason: MappingReason }

/** Whether a topic matches a filter: same number of levels, `+` matches any level. */
export function matchesTopic(filter: string, topic: string): boolean {
  const [wanted, levels] = [filter.split('/'), topic.split('/')]
  return wanted.length === levels.length && wanted.every((level, nth) => level === '+' || level === levels[nth])
}

/** Maps one message, or gives the reason for refusing it. `receivedAt`: epoch ms. */
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
 * Joins the parts of one device's messages, newest last, into a frame: later values replace earlier ones. The frame's
 * time is the newest time given in a message, or without one the newest arrival. Null: no values.
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

/** Missing elements keep their positions as null. */
function withElement(list: (number | null)[] | undefined, nth: number, value: number): (number | null)[] {
  const length = Math.max(nth, list?.length ?? 0)
  return Array.from({ length }, (_, index) => (index === nth - 1 ? value : (list?.[index] ?? null)))
}

/** Checks the nesting depth of brackets outside strings, before anything is parsed. */
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

/** Parses JSON, or keeps the text as it is: many devices send a bare word or number. */
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

/** Reads own properties only, so that `__proto__` and `constructor` of a payload are never followed. */
export function valueAt(payload: unknown, path: string): unknown {
  let value = payload
  for (const step of stepsOf(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}

const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** A meter that reports a failure still sends numbers, mostly 0. */
function saysBlind(payload: unknown): boolean {
  const errors = valueAt(payload, 'errors')
  return Array.isArray(errors) && errors.some((error) => error === 'power_meter_failure' || error === 'ct_type_not_set')
}

/** A number, or a text of decimal digits with a point; anything else counts as not measured. */
export function numberOf(value: unknown): number | FieldReason {
  if (value === undefined) return 'absent'
  // The path exists but the device had no value, so the path is not at fault.
  if (value === null) return 'empty'
  const isText = typeof value === 'string' && value.length <= 40 && number.test(value.trim())
  const found = typeof value === 'number' ? value : isText ? Number(value) : Number.NaN
  return Number.isFinite(found) ? found : 'noNumber'
}

function inFrame(field: MappedField, found: number, factor: number | null, isNegated: boolean): number | 'implausible' {
  const { least, most, isCounter } = ruleOf(field)
  // Rounds off artefacts such as 1.2340000000000002, which factors such as 0.001 cause.
  const value = Number((found * (factor ?? Number.NaN) * (isNegated ? -1 : 1)).toPrecision(12)) + 0
  if (!(value >= least && value <= most)) return 'implausible'
  return isCounter && value === 0 ? 'implausible' : value
}

/** Serial in the form that an owner may enter; other characters become dashes. */
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
/** A time without offset is refused: the device's time zone is unknown. */
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
