import { type MappedField, type MappedUnit, matchesTopic, type PayloadMapping } from '@helioport/contract/mapping'

type Time = NonNullable<PayloadMapping['time']>
export type TimeUnit = Time['unit']
export const timeUnits: readonly TimeUnit[] = ['s', 'ms', 'iso']

/** One item that is read from messages: a value, or the time of measurement. */
export interface Entry {
  mapping: PayloadMapping
  field: MappedField | 'time'
  path: string
  unit: MappedUnit | TimeUnit
}

/** Largest number of fields in a mapping that the service accepts. */
const mostFields = 30

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const isOfSame = (one: PayloadMapping, other: PayloadMapping) =>
  one.topic === other.topic && isSame(one.serial, other.serial)
/** Only a fixed serial is certainly one device: topics and messages may name a different device each time. */
const isOneDevice = (one: PayloadMapping, other: PayloadMapping) =>
  one.serial.from === 'fixed' && isSame(one.serial, other.serial)

/** All items that are read, in the order of the mappings. */
export const entriesOf = (mappings: readonly PayloadMapping[]): Entry[] =>
  mappings.flatMap((mapping): Entry[] => [
    ...(mapping.time ? [{ mapping, field: 'time' as const, ...mapping.time }] : []),
    ...mapping.fields.map(({ field, path, unit }) => ({ mapping, field, path, unit })),
  ])

/** The item that is read at this topic and path. */
export const entryOf = (mappings: readonly PayloadMapping[], topic: string, path: string): Entry | undefined =>
  entriesOf(mappings).find((entry) => matchesTopic(entry.mapping.topic, topic) && entry.path === path)

export function withoutEntry(mappings: readonly PayloadMapping[], gone: Entry): PayloadMapping[] {
  return mappings.flatMap((mapping) => {
    if (mapping !== gone.mapping) return [mapping]
    const { time, ...rest } = mapping
    const left: PayloadMapping =
      gone.field === 'time'
        ? rest
        : {
            ...mapping,
            fields: mapping.fields.filter(({ field, path }) => field !== gone.field || path !== gone.path),
          }
    return left.fields.length > 0 || (time && gone.field !== 'time') ? [left] : []
  })
}

/**
 * Adds a mapping. A value has one meaning, and a quantity of a device comes from one value: conflicting items are
 * removed. Items of one topic and device are kept in one mapping.
 */
export function withMapping(mappings: readonly PayloadMapping[], next: PayloadMapping): PayloadMapping[] {
  const [added] = entriesOf([next])
  if (!added) return [...mappings]
  const replaces = ({ mapping, field, path }: Entry) =>
    (mapping.topic === next.topic && path === added.path) ||
    (field === added.field && (isOfSame(mapping, next) || (field !== 'time' && isOneDevice(mapping, next))))
  let kept = [...mappings]
  let gone = entriesOf(kept).find(replaces)
  while (gone) {
    kept = withoutEntry(kept, gone)
    gone = entriesOf(kept).find(replaces)
  }
  const at = kept.findIndex((mapping) => isOfSame(mapping, next) && mapping.fields.length < mostFields)
  const home = kept[at]
  if (!home) return [...kept, next]
  const time = next.time ?? home.time
  return kept.with(at, { ...home, ...(time && { time }), fields: [...home.fields, ...next.fields] })
}

const guesses: readonly (readonly [word: RegExp, field: MappedField, unit: MappedUnit])[] = [
  [/factor|cos_?phi|\bpf\b/, 'powerFactor', '1'],
  [/reactive|\bk?var\b/, 'reactiveVar', 'var'],
  [/today|daily|day\b/, 'energyTodayKwh', 'kWh'],
  [/total|lifetime|energy|yield|k?wh\b/, 'energyTotalKwh', 'kWh'],
  [/freq|\bhz\b/, 'frequencyHz', 'Hz'],
  [/temp/, 'cabinetC', '°C'],
  [/hours/, 'hoursTotal', 'h'],
]
const dc = /\b(pv|dc|mppt?|string)\d?\b/

/** Guesses the meaning of a value by its name; the person confirms it. */
export function guessOf({
  topic,
  path,
  text,
}: {
  topic: string
  path: string
  text: string
}): Pick<Entry, 'field' | 'unit'> {
  const time = timeUnitOf(text)
  if (time) return { field: 'time', unit: time }
  const name = (path === '' ? topic : path)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[/._-]+/g, ' ')
    .toLowerCase()
  const known = guesses.find(([word]) => word.test(name))
  const thousandth = /\bkw\b/.test(name) ? 'kW' : /\bwh\b/.test(name) ? 'Wh' : undefined
  if (known) return { field: known[1], unit: known[1].endsWith('Kwh') && thousandth === 'Wh' ? 'Wh' : known[2] }
  const item = /(?:^|[./])([0-2])$/.exec(path)?.[1]
  // The items of a list count from 0.
  const nth = item === undefined ? (/[1-3]/.exec(name)?.[0] ?? '1') : Number(item) + 1
  if (/volt|\bu\b/.test(name))
    return { field: `${dc.test(name) ? 'mppt' : 'ac'}VoltageV${nth}` as MappedField, unit: 'V' }
  if (/current|amp/.test(name))
    return { field: `${dc.test(name) ? 'mppt' : 'ac'}CurrentA${nth}` as MappedField, unit: 'A' }
  return { field: 'powerW', unit: thousandth === 'kW' ? 'kW' : 'W' }
}

const withOffset = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/

/** How a value writes a present-day instant; undefined: it is not an instant. */
export function timeUnitOf(text: string): TimeUnit | undefined {
  if (withOffset.test(text)) return 'iso'
  if (/^1[6-9]\d{8}(\.\d+)?$/.test(text)) return 's'
  return /^1[6-9]\d{11}$/.test(text) ? 'ms' : undefined
}
