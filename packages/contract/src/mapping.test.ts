import {
  applyMapping,
  joinParts,
  mappedFields,
  type MappedPart,
  matchesTopic,
  type PayloadMapping,
  unitsOf,
} from './mapping.ts'
import { presetNames, presets } from './mapping-presets.ts'

const now = Date.parse('2026-06-10T10:00:00Z')
const fixed = { from: 'fixed', serial: 'INV-0001' } as const
const power = (path: string, more: Partial<PayloadMapping['fields'][number]> = {}): PayloadMapping => ({
  topic: 'a/b',
  serial: fixed,
  fields: [{ field: 'powerW', path, unit: 'W', ...more }],
})
const apply = (payload: string, mapping: PayloadMapping) => applyMapping({ topic: 'a/b', payload }, mapping, now)
const valuesOf = (payload: string, mapping: PayloadMapping) => apply(payload, mapping).part?.values
const unknownOf = (payload: string, mapping: PayloadMapping) => apply(payload, mapping).part?.unknown[0]?.reason

test.each([
  ['a/+/c', 'a/b/c', true],
  ['+/+', 'a/b', true],
  ['+', 'a/b', false],
  ['a/b', 'a/b/c', false],
  ['a/B', 'a/b', false],
])('filter %s matches topic %s: %s', (filter, topic, isOne) => expect(matchesTopic(filter, topic)).toBe(isOne))

test('reads a value by dotted path, by JSON pointer, or from the whole payload', () => {
  expect(valuesOf('{"a":{"b":[1,12.5]}}', power('a.b.1'))).toEqual({ powerW: 12.5 })
  expect(valuesOf('{"a.b":{"c/d":7}}', power('/a.b/c~1d'))).toEqual({ powerW: 7 })
  expect(valuesOf('1234.5', power(''))).toEqual({ powerW: 1234.5 })
  // Home Assistant can send a state in quotes.
  expect(valuesOf('"1234.5"', power(''))).toEqual({ powerW: 1234.5 })
})

test('converts units and negates values of sources with the opposite sign', () => {
  expect(valuesOf('1.5', power('', { unit: 'kW' }))).toEqual({ powerW: 1500 })
  expect(valuesOf('1.5', power('', { isNegated: true }))).toEqual({ powerW: -1.5 })
  expect(valuesOf('0', power('', { isNegated: true }))).toEqual({ powerW: 0 })
  expect(valuesOf('6000000', power('', { field: 'energyTotalKwh', unit: 'Wmin' }))).toEqual({ energyTotalKwh: 100 })
  expect(valuesOf('1234567', power('', { field: 'energyTotalKwh', unit: 'Wh' }))).toEqual({ energyTotalKwh: 1234.567 })
})

test.each([
  ['', 'noNumber'],
  ['null', 'empty'],
  ['"unavailable"', 'noNumber'],
  ['online', 'noNumber'],
  ['true', 'noNumber'],
  ['NaN', 'noNumber'],
  ['1e999', 'noNumber'],
  ['1e300', 'implausible'],
  ['{"powerW":1}', 'noNumber'],
  ['0x10', 'noNumber'],
])('a payload without a number is unknown, never 0: %j is %s', (payload, reason) => {
  expect(valuesOf(payload, power(''))).toEqual({})
  expect(unknownOf(payload, power(''))).toBe(reason)
})

test('a counter at 0 or below, a frequency of 0 Hz and a unit of another quantity are implausible', () => {
  expect(unknownOf('0', power('', { field: 'energyTotalKwh', unit: 'kWh' }))).toBe('implausible')
  expect(unknownOf('-1', power('', { field: 'energyTotalKwh', unit: 'kWh' }))).toBe('implausible')
  expect(unknownOf('0', power('', { field: 'frequencyHz', unit: 'Hz' }))).toBe('implausible')
  expect(unknownOf('50', power('', { unit: 'kWh' }))).toBe('implausible')
})

test('a meter that reports power_meter_failure gives no values; the reason is "failed"', () => {
  const told = (errors: unknown) => apply(JSON.stringify({ apower: 0, errors }), power('apower')).part
  expect(told(['power_meter_failure'])).toMatchObject({ values: {}, unknown: [{ field: 'powerW', reason: 'failed' }] })
  for (const errors of [undefined, null, [], ['overtemp'], 'power_meter_failure'])
    expect(told(errors)?.values).toEqual({ powerW: 0 })
})

test('a null value is "empty", a missing one is "absent"', () => {
  expect(unknownOf('{"pv":{"p":null}}', power('pv.p'))).toBe('empty')
  expect(unknownOf('{"pv":null}', power('pv.p'))).toBe('absent')
})

test('reads own keys only: a path cannot reach or change a prototype', () => {
  for (const path of ['__proto__.x', 'constructor.name', 'toString', 'length', '/__proto__/x'])
    expect(unknownOf('{"a":1}', power(path))).toBe('absent')
  expect(valuesOf('{"__proto__":{"x":5}}', power('__proto__.x'))).toEqual({ powerW: 5 })
  expect(({} as Record<string, unknown>)['x']).toBeUndefined()
})

test('refuses a payload that is too long or too deeply nested before parsing it', () => {
  expect(apply(`"${'x'.repeat(70_000)}"`, power('')).reason).toBe('tooLarge')
  expect(apply('['.repeat(30_000), power('')).reason).toBe('tooDeep')
  expect(apply(`"${'['.repeat(100)}\\"["`, power('')).reason).toBeNull()
})

test('reads the serial from the mapping, the topic or the payload; signs that are not allowed become dashes', () => {
  const of = (serial: PayloadMapping['serial'], payload = '1') =>
    apply(payload, { ...power(''), serial }).part?.serial ?? apply(payload, { ...power(''), serial }).reason
  expect(of(fixed)).toBe('INV-0001')
  expect(of({ from: 'topic', level: 0 })).toBe('serial')
  expect(of({ from: 'topic', level: 9 })).toBe('serial')
  expect(of({ from: 'payload', path: 'sn' }, '{"sn":"tasmota_AB:12"}')).toBe('tasmota-AB-12')
  expect(of({ from: 'payload', path: 'sn' }, '{"sn":116183123456}')).toBe('116183123456')
  expect(of({ from: 'payload', path: 'sn' }, '{"sn":{}}')).toBe('serial')
  expect(of({ from: 'payload', path: 'sn' }, '{}')).toBe('serial')
})

test.each([
  ['s', '1781085590', now - 10_000],
  ['ms', '1781085590000', now - 10_000],
  ['iso', '"2026-06-10T11:59:50+02:00"', now - 10_000],
  ['iso', '"2026-06-10T11:59:50"', null],
  ['iso', '"yesterday"', null],
  ['s', '0', null],
  ['s', '1781999999', null],
  ['s', '"soon"', null],
] as const)('time in unit %s: %s', (unit, payload, at) => {
  const mapped = apply(payload, { ...power(''), fields: [], time: { path: '', unit } })
  expect(mapped.part?.at ?? null).toBe(at)
  expect(mapped.reason).toBe(at === null ? 'time' : null)
})

test('joins parts into one frame: own time wins, elements keep their index, the later value wins', () => {
  const frame = joinParts([
    part({ at: now, values: { powerW: 1, acVoltageV2: 231 } }),
    part({ at: now + 5, values: { powerW: 2, acVoltageV1: 230, mpptCurrentA3: 4 } }),
  ])
  expect(frame).toEqual({
    serial: 'INV-0001',
    at: now + 5,
    powerW: 2,
    acVoltageV: [230, 231],
    mpptCurrentA: [null, null, 4],
  })
  expect(joinParts([part({ at: now - 60_000, isOwnTime: true }), part({ values: { powerW: 1 } })])).toMatchObject({
    at: now - 60_000,
  })
  expect(joinParts([part({})])).toBeNull()
  expect(joinParts([])).toBeNull()
})

test("every field has a unit; the first is the frame's own", () => {
  for (const field of mappedFields)
    expect(valuesOf('20', power('', { field, unit: unitsOf(field)[0] ?? 'W' }))).toEqual(
      field === 'powerFactor' ? {} : { [field]: 20 },
    )
})

/** Messages of each source, from its manual or its code. */
const sent: Record<(typeof presetNames)[number], [topic: string, payload: string][]> = {
  openDtu: [
    ['116183123456/0/power', '412.3'],
    ['116183123456/0/yieldtotal', '1234.567'],
    ['116183123456/0/frequency', '50.01'],
    ['116183123456/0/voltage ph1-n', '230.1'],
    ['116183123456/0/current ph3', '1.5'],
    ['116183123456/1/voltage', '33.1'],
    ['116183123456/2/voltage', '33.4'],
    ['116183123456/status/last_update', '1781085590'],
    ['116183123456/status/reachable', '1'],
  ],
  ahoyDtu: [
    ['garage/ch0/P_AC', '412.3'],
    ['garage/ch0/YieldTotal', '1234.567'],
    ['garage/ch0/U_AC_1N', '230.1'],
    ['garage/ch0/I_AC_3', '1.5'],
    ['garage/ch1/U_DC', '33.1'],
  ],
  tasmota: [
    [
      'tele/tasmota_AB12CD/SENSOR',
      '{"Time":"2026-06-10T12:00:00","ENERGY":{"Total":1234.567,"Today":1.2,"Power":412.3,"Voltage":231,"Current":1.8}}',
    ],
  ],
  shelly: [
    [
      'shellyplus1pm-08b61fcb6d28/status/switch:0',
      '{"id":0,"apower":412.3,"voltage":231.2,"freq":50,"current":1.8,"aenergy":{"total":1234567,"by_minute":[1,2,3]}}',
    ],
  ],
  homeAssistant: [
    ['sensor/inverter_power/state', '412.3'],
    ['sensor/inverter_energy/state', '"1234.567"'],
  ],
}

test.each(presetNames)("the preset for %s makes one frame of the source's messages", (name) => {
  const parts = sent[name].flatMap(([topic, payload]) =>
    presets[name].flatMap((mapping) => applyMapping({ topic, payload }, mapping, now).part ?? []),
  )
  expect(new Set(parts.map(({ serial }) => serial)).size).toBe(1)
  expect(joinParts(parts)).toMatchObject({ powerW: 412.3, energyTotalKwh: 1234.567 })
  const isOfThreePhases = name === 'openDtu' || name === 'ahoyDtu'
  if (isOfThreePhases) expect(joinParts(parts)).toMatchObject({ acVoltageV: [230.1], acCurrentA: [null, null, 1.5] })
  expect(joinParts(parts)?.at).toBe(name === 'openDtu' ? 1_781_085_590_000 : now)
})

test('the preset for Shelly reads total power and each phase of a three-phase meter', () => {
  const told: [topic: string, payload: string][] = [
    [
      'shellypro3em-34987a45b2f0/status/em:0',
      '{"id":0,"a_current":5.1,"a_voltage":231.4,"a_act_power":1180.2,"a_freq":50,"b_current":5,"b_voltage":230.8,"b_act_power":1150.1,"c_current":null,"c_voltage":229.9,"c_act_power":1120.7,"n_current":null,"total_current":15.1,"total_act_power":3451,"total_aprt_power":3460.5}',
    ],
    [
      'shellypro3em-34987a45b2f0/status/emdata:0',
      '{"id":0,"a_total_act_energy":411522,"a_total_act_ret_energy":12,"total_act":1234567,"total_act_ret":40}',
    ],
  ]
  const parts = told.flatMap(([topic, payload]) =>
    presets.shelly.flatMap((mapping) => applyMapping({ topic, payload }, mapping, now).part ?? []),
  )
  expect(joinParts(parts)).toEqual({
    serial: 'shellypro3em-34987a45b2f0',
    at: now,
    powerW: 3451,
    energyTotalKwh: 1234.567,
    acVoltageV: [231.4, 230.8, 229.9],
    acCurrentA: [5.1, 5],
    frequencyHz: 50,
  })
})

function part(more: Partial<MappedPart>): MappedPart {
  return { serial: 'INV-0001', at: now, isOwnTime: false, values: {}, unknown: [], ...more }
}
