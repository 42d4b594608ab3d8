import { readUrlState } from '@helioport/ui'
import {
  axesOf,
  chosenOf,
  colourOf,
  comparedDays,
  parameterFields,
  parametersOf,
  toggled,
} from './chosen-parameters.ts'

const known = parametersOf({ mpptCount: 2, stringCount: 4 })

test('offers the parameters of the trackers and strings that the device has', () => {
  expect(known).toContain('stringCurrentA4')
  expect(known).not.toContain('stringCurrentA5')
  expect(known).not.toContain('mpptVoltageV3')
})

test('keeps the parameters of the URL in their order, without those that the device lacks', () => {
  expect(chosenOf('cabinetC,powerW,stringCurrentA9,secret', known)).toEqual(['cabinetC', 'powerW'])
  expect(chosenOf('', known)).toEqual([])
  // A third unit would share the axis of the second.
  expect(chosenOf('powerW,acVoltageV1,mpptCurrentA1,powerW', known)).toEqual(['powerW', 'mpptCurrentA1'])
})

test('two units have an axis each; a third unit replaces the second', () => {
  const two = toggled(toggled(['powerW'], 'cabinetC'), 'dcPowerW')
  expect([two, axesOf(two)]).toEqual([
    ['powerW', 'cabinetC', 'dcPowerW'],
    ['power', 'temperature'],
  ])
  const third = toggled(two, 'mpptVoltageV1')
  expect([third, axesOf(third)]).toEqual([
    ['powerW', 'dcPowerW', 'mpptVoltageV1'],
    ['power', 'voltage'],
  ])
  expect(toggled(third, 'powerW')).toEqual(['dcPowerW', 'mpptVoltageV1'])
})

test('a chart takes at most eight parameters', () => {
  const many = known.filter((parameter) => parameter.startsWith('acVoltage') || parameter.startsWith('mpptVoltage'))
  const eight = [...many, 'acCurrentA1', 'acCurrentA2', 'acCurrentA3'] as const
  expect(toggled(eight, 'stringCurrentA1')).toHaveLength(8)
})

test('a parameter has its usual colour, a second of its kind another', () => {
  const chosen = ['cabinetC', 'powerW', 'dcPowerW'] as const
  expect(chosen.map((parameter) => colourOf(parameter, chosen))).toEqual([
    { tone: 'temperature' },
    { tone: 'generation' },
    { color: 1 },
  ])
  const strings = ['stringCurrentA1', 'stringCurrentA2'] as const
  expect(strings.map((parameter) => colourOf(parameter, strings))).toEqual([{ color: 1 }, { color: 2 }])
})

test('accepts an existing day or a device as comparison in the URL, and ignores anything else', () => {
  const read = (against: string) => readUrlState(parameterFields, new URLSearchParams({ against })).against
  const device = '642fd3ac-37f3-4d19-a053-6848a2216b01'
  expect(['2026-02-28', '2026-02-30', '2026-13-45', device, 'nonsense'].map(read)).toEqual([
    '2026-02-28',
    '',
    '',
    device,
    '',
  ])
})

test('a month is compared with the whole month of the chosen day, whatever its length', () => {
  const march = { deviceId: 'd', from: '2026-03-01', to: '2026-03-31', period: 'month' } as const
  expect(comparedDays(march, '2026-02-13')).toEqual({ deviceId: 'd', from: '2026-02-01', to: '2026-02-28' })
  expect(comparedDays(march, 'other')).toEqual({ deviceId: 'other', from: '2026-03-01', to: '2026-03-31' })
  expect(comparedDays(march, '')).toBeUndefined()
  const day = { deviceId: 'd', from: '2026-03-05', to: '2026-03-05', period: 'day' } as const
  expect(comparedDays(day, '2026-02-13')).toEqual({ deviceId: 'd', from: '2026-02-13', to: '2026-02-13' })
})
