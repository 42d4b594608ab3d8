import type { PayloadMapping } from '@helioport/contract'
import { entriesOf, guessOf, withMapping, withoutEntry } from './mapped.ts'

const one = (path: string, more: Partial<PayloadMapping> = {}, field = 'powerW', unit = 'W') =>
  ({
    topic: 'solis',
    serial: { from: 'fixed', serial: 'INV-1' },
    fields: [{ field, path, unit }],
    ...more,
  }) as PayloadMapping

test('values of the same topic and device share one mapping', () => {
  const mapped = withMapping(withMapping([], one('ac.power')), one('total', {}, 'energyTotalKwh', 'kWh'))
  expect(mapped).toHaveLength(1)
  expect(mapped[0]?.fields.map(({ path }) => path)).toEqual(['ac.power', 'total'])
})

test('a new mapping replaces the former one of the same path or the same quantity', () => {
  const wrong = withMapping([], one('total'))
  expect(entriesOf(withMapping(wrong, one('total', {}, 'energyTotalKwh', 'kWh')))).toMatchObject([
    { field: 'energyTotalKwh', path: 'total' },
  ])
  expect(entriesOf(withMapping(wrong, one('ac.power')))).toMatchObject([{ field: 'powerW', path: 'ac.power' }])
})

test('the same quantity of two devices in one message keeps two mappings', () => {
  const of = (nth: number) => one(`${nth}.p`, { serial: { from: 'payload', path: `${nth}.id` } })
  expect(withMapping(withMapping([], of(0)), of(1))).toHaveLength(2)
})

test('two topics that carry their own serials may map the same quantity', () => {
  const of = (topic: string) => one('p', { topic, serial: { from: 'payload', path: 'sn' } })
  expect(withMapping([of('a')], of('b'))).toHaveLength(2)
})

test('the time of a message joins the mapping of its topic and can be removed alone', () => {
  const timed = withMapping([one('p')], one('', { fields: [], time: { path: 'when', unit: 'iso' } }))
  expect(timed).toEqual([one('p', { time: { path: 'when', unit: 'iso' } })])
  expect(entriesOf(timed)).toMatchObject([{ field: 'time', path: 'when' }, { field: 'powerW' }])
  const [time] = entriesOf(timed)
  expect(time && withoutEntry(timed, time)).toEqual([one('p')])
})

test('a mapping is removed with its last value', () => {
  const mappings = [one('p')]
  const [entry] = entriesOf(mappings)
  expect(entry && withoutEntry(mappings, entry)).toEqual([])
})

describe('guess of a quantity and its unit from the name of a value', () => {
  test.each([
    ['solis/data', 'ac.power', '1240', 'powerW', 'W'],
    ['solis/data', 'pv1_voltage', '402', 'mpptVoltageV1', 'V'],
    ['solis/data', 'Yield.Total', '12345', 'energyTotalKwh', 'kWh'],
    ['total_wh', '', '12345678', 'energyTotalKwh', 'Wh'],
    ['energy/today', '', '12', 'energyTodayKwh', 'kWh'],
    ['x', 'grid_frequency', '49.9', 'frequencyHz', 'Hz'],
    ['x', 'power_kw', '4.2', 'powerW', 'kW'],
    ['x', 'reactive_power', '40', 'reactiveVar', 'var'],
    ['x', 'power_factor', '0.9', 'powerFactor', '1'],
    ['x', 'temperature', '40', 'cabinetC', '°C'],
    ['x', 'ac.volts.2', '230', 'acVoltageV3', 'V'],
    ['x', 'phase2.current', '3', 'acCurrentA2', 'A'],
    ['x', 'when', '2026-11-28T08:00:00Z', 'time', 'iso'],
    ['x', 'ts', '1790000000', 'time', 's'],
    ['x', 'timestamp', '1790000000123', 'time', 'ms'],
    ['x', 'n', '5', 'powerW', 'W'],
  ])('%s %s = %s', (topic, path, text, field, unit) => expect(guessOf({ topic, path, text })).toEqual({ field, unit }))
})
