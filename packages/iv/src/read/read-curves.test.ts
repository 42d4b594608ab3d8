import { oneWay } from '../curve/sweeps.ts'
import { readCurves, textIn } from './read-curves.ts'

const points = Array.from({ length: 12 }, (_, i) => ({ v: i * 3.5, i: 9.25 - i * 0.75 }))
const expected = { voltageV: points.map(({ v }) => v), currentA: points.map(({ i }) => i) }
const comma = (value: number) => String(value).replace('.', ',')

test('reads the portal’s export: a point per line, strings by tracker and number, without values at STC', () => {
  const head = 'mppt,string,point,voltage_v,current_a,stc_voltage_v,stc_current_a,stc_pmp_w,stc_pmp_error_w'
  const line = (string: number) => points.map(({ v, i }, k) => `1,${string},${k + 1},${v},${i},${v + 1},${i + 1}`)
  const { curves, problems } = readCurves([head, ...line(1), ...line(2)].join('\r\n'))
  expect(problems).toEqual([])
  expect(curves.map(({ name }) => name)).toEqual(['1-1', '1-2'])
  expect(curves[0]?.curve).toEqual(expected)
})

test('reads decimal commas, German headings, descending voltage, irradiance and temperature above the table', () => {
  const text = [
    'Tracer;XY 1000',
    'Einstrahlung [W/m²]: 812,5',
    'Modultemperatur: 41,2 °C',
    'Spannung [V];Strom [mA]',
    ...points.toReversed().map(({ v, i }) => `${comma(v)};${comma(i * 1000)}`),
  ].join('\n')
  const [found] = readCurves(text).curves
  expect(found?.conditions).toEqual({ irradianceWm2: 812.5, cellC: 41.2 + 3 * 0.8125, isFromBack: true })
  expect(found?.curve.voltageV).toEqual(expected.voltageV.toReversed())
  for (const [k, current] of (found?.curve.currentA ?? []).entries()) {
    expect(current).toBeCloseTo(expected.currentA.toReversed()[k] ?? 0, 9)
  }
})

test('cells are 3 K warmer than the module’s back at 1000 W/m2; reads irradiance before and after', () => {
  const text = [
    '# Irradiance before,990',
    '# Irradiance after,1010',
    '# Back-of-module temperature,50',
    'V,I',
    ...points.map(({ v, i }) => `${v},${i}`),
  ].join('\n')
  expect(readCurves(text).curves[0]?.conditions).toEqual({
    irradianceWm2: 1000,
    cellC: 53,
    isFromBack: true,
    irradianceBeforeWm2: 990,
    irradianceAfterWm2: 1010,
  })
})

test.each([
  ['Cell temperature', 50],
  ['Temperature', 50],
  ['Module temperature', 53],
  ['Panel Temp [C]', 53],
  ['T_mod', 53],
])('%s of 50 degrees at 1000 W/m2 gives a cell temperature of %d', (name, cellC) => {
  const lines = points.map(({ v, i }) => `${v},${i},50,1000`)
  const text = [`# Irradiance,1000`, `# ${name},50`, 'V,I', ...points.map(({ v, i }) => `${v},${i}`)].join('\n')
  expect(readCurves(text).curves[0]?.conditions.cellC).toBe(cellC)
  const column = [`V,I,${name},Irradiance`, ...lines].join('\n')
  expect(readCurves(column).curves[0]?.conditions.cellC).toBe(cellC)
})

test('reads Chinese headings; an ambient temperature is not that of the cells', () => {
  const lines = [1, 2].flatMap((string) => points.map(({ v, i }) => `${string},${v},${i}`))
  const text = (heat: string) => ['辐照度(W/m²),812', `${heat},48.2`, '组串,电压(V),电流(A)', ...lines].join('\n')
  const { curves } = readCurves(text('电池温度(℃)'))
  expect(curves.map(({ name }) => name)).toEqual(['1', '2'])
  expect(curves[0]).toMatchObject({ curve: expected, conditions: { irradianceWm2: 812, cellC: 48.2 } })
  expect(readCurves(text('組件溫度(℃)')).curves[0]?.conditions.isFromBack).toBe(true)
  for (const air of ['环境温度', 'Temperatura ambiente', 'Lufttemperatur'])
    expect(readCurves(text(air)).curves[0]?.conditions.cellC).toBeNull()
  const column = ['V,I,Ambient temperature,Temperatura do módulo', ...points.map(({ v, i }) => `${v},${i},21,50`)]
  const mixed = ['Irradiance [W/m2]: 800', ...column].join('\n')
  expect(readCurves(mixed).curves[0]?.conditions).toEqual({ irradianceWm2: 800, cellC: 52.4, isFromBack: true })
})

test('reads irradiance and temperature from a column or from above the table, in any combination', () => {
  const light = ['Module temperature: 50', 'V,I,Irradiance', ...points.map(({ v, i }) => `${v},${i},800`)]
  const heat = ['Irradiance: 800', 'V,I,Cell temperature', ...points.map(({ v, i }) => `${v},${i},52.4`)]
  for (const lines of [light, heat])
    expect(readCurves(lines.join('\n')).curves[0]?.conditions).toMatchObject({ irradianceWm2: 800, cellC: 52.4 })
})

test('a time beside each point does not name a curve; a time that many points share does', () => {
  const each = points.map(({ v, i }, k) => `2026-06-01T12:00:${10 + k},${v},${i}`)
  expect(readCurves(['Timestamp,V,I', ...each].join('\n')).curves.map(({ curve }) => curve)).toEqual([expected])
  const sweeps = ['12:00', '12:10'].flatMap((time) => points.map(({ v, i }) => `${time},${v},${i}`))
  const { curves } = readCurves(['Time,V,I', ...sweeps].join('\n'))
  expect(curves.map(({ name }) => name)).toEqual(['12:00', '12:10'])
})

test('reads one sweep per line with voltages in the heading alone, each with its irradiance', () => {
  const head = ['timestamp', 'Irradiance [W/m2]', ...points.map(({ v }) => v.toFixed(1))].join(',')
  const line = (minute: number, light: number) =>
    [`2015-07-01 12:0${minute}`, light, ...points.map(({ i }) => i)].join(',')
  const { curves, problems } = readCurves([head, line(1, 700), line(2, 810)].join('\n'))
  expect(problems).toEqual([])
  expect(curves.map(({ name }) => name)).toEqual(['2015-07-01 12:01', '2015-07-01 12:02'])
  expect(curves[1]).toMatchObject({ curve: expected, conditions: { irradianceWm2: 810 } })
})

test('reads strings side by side with a shared voltage or their own', () => {
  const shared = ['Voltage (V),I1 (A),I2 (A)', ...points.map(({ v, i }) => `${v},${i},${i / 2}`)].join('\n')
  const own = ['U1,I1,U2,I2', ...points.map(({ v, i }) => `${v},${i},${v * 2},${i / 2}`)].join('\n')
  expect(readCurves(shared).curves.map(({ curve }) => curve.voltageV[3])).toEqual([10.5, 10.5])
  expect(readCurves(own).curves.map(({ curve }) => curve.voltageV[3])).toEqual([10.5, 21])
  expect(readCurves(own).curves[1]?.curve.currentA[0]).toBeCloseTo(4.625)
})

test('reads one curve per line, each with its irradiance and temperature', () => {
  const head = [
    'time',
    'POA irradiance',
    'back-surface temperature',
    'Isc',
    ...points.map((_, k) => `V${k}`),
    ...points.map((_, k) => `I${k}`),
  ]
  const line = (g: number) =>
    [`12:0${g % 10}`, g, 40, 9, ...points.map(({ v }) => v), ...points.map(({ i }) => i)].join(',')
  const { curves } = readCurves([head.join(','), line(500), line(1000)].join('\n'))
  expect(curves.map(({ conditions }) => conditions)).toEqual([
    { irradianceWm2: 500, cellC: 41.5, isFromBack: true },
    { irradianceWm2: 1000, cellC: 43, isFromBack: true },
  ])
  expect(curves[1]?.curve).toEqual(expected)
})

test('reads two columns without a heading; reports a text without a table and a bad number by its line', () => {
  expect(readCurves(points.map(({ v, i }) => `${v}\t${i}`).join('\n')).curves[0]?.curve).toEqual(expected)
  expect(readCurves('').problems).toEqual([{ problem: 'empty', line: 1 }])
  expect(readCurves('hello\nworld').problems).toEqual([{ problem: 'noHeader', line: 1 }])
  expect(readCurves('Voltage,Power\n1,2').problems).toEqual([{ problem: 'noCurrent', line: 1 }])
  expect(readCurves('V,I\n1,2\n2,x\n3,1').problems).toEqual([{ problem: 'badNumber', line: 3 }])
})

test('reads a whole sweep in one cell, there and back, beyond Voc, with negative current', () => {
  const there = points.map(({ v, i }) => [v, -i])
  const back = there.toReversed()
  const cell = (k: 0 | 1) => [...there, ...back].map((point) => point[k]).join(';')
  const text = `Datetime,Voc (V),Voltage Trace (V),Current Trace (A),Cell irradiance [W/m2],Module temp [C]\n12:00,38,${cell(0)},${cell(1)},812,41`
  const [found] = readCurves(text).curves
  expect(found).toMatchObject({
    name: '12:00',
    conditions: { irradianceWm2: 812, cellC: 41 + 3 * 0.812, isFromBack: true },
  })
  expect(found?.curve.voltageV).toHaveLength(24)
  const beyond = { voltageV: [...(found?.curve.voltageV ?? []), 44], currentA: [...(found?.curve.currentA ?? []), 25] }
  expect(oneWay(found?.curve ?? beyond)).toEqual(expected)
  expect(oneWay(beyond).currentA).not.toContain(-25)
})

test('reads voltages and currents as two lines, columns by spaces, units; refuses ambiguous commas', () => {
  const [volts, amperes] = [points.map(({ v }) => v), points.map(({ i }) => i)]
  const lying = ['Irradiance;0,81 kW/m2', 'Tmod [C];41', `U [V];${volts.map(comma).join(';')}`]
  const [two] = readCurves([...lying, `I [A];${amperes.map(comma).join(';')}`].join('\n')).curves
  expect(two).toMatchObject({ curve: expected, conditions: { irradianceWm2: 810, cellC: 41 + 3 * 0.81 } })
  const spaced = ['Voltage (V)   Current (A)', ...points.map(({ v, i }) => `  ${v}   ${i}`)].join('\n')
  expect(readCurves(spaced).curves[0]?.curve).toEqual(expected)
  const units = ['V,I', '[V],[A]', ...points.map(({ v, i }) => `${v},${i}`)].join('\n')
  expect(readCurves(units)).toMatchObject({ curves: [{ curve: expected }], problems: [] })
  const doubtful = ['V,I', ...points.map(({ v, i }) => `${comma(v + 0.5)},${comma(i)}`)].join('\n')
  expect(readCurves(doubtful).problems[0]).toEqual({ problem: 'badNumber', line: 2 })
  expect(readCurves(doubtful).curves).toEqual([])
})

test('irradiance beside each point: median, first and last; detects kelvin and suns by their size', () => {
  const text = ['V,I,G,Cell temperature', ...points.map(({ v, i }, k) => `${v},${i},${800 + 10 * k},318.15`)].join('\n')
  const [found] = readCurves(text).curves
  expect(found?.conditions).toMatchObject({ irradianceWm2: 855, irradianceBeforeWm2: 800, irradianceAfterWm2: 910 })
  expect(found?.conditions.cellC).toBeCloseTo(45, 6)
  const sun = ['Irradiance: 0.812', ...points.map(({ v, i }) => `${v},${i}`)].join('\n')
  expect(readCurves(sun).curves[0]?.conditions.irradianceWm2).toBe(812)
})

test('decodes UTF-8, UTF-16 with a byte order mark and Latin-1', () => {
  const text = 'Einstrahlung [W/m²];830'
  const wide = Uint8Array.from(
    [0xfeff, ...Array.from(text, (sign) => sign.charCodeAt(0))].flatMap((c) => [c & 255, c >> 8]),
  )
  expect(textIn(new TextEncoder().encode(text))).toBe(text)
  expect(textIn(wide)).toBe(text)
  expect(textIn(Uint8Array.from(text, (sign) => sign.charCodeAt(0)))).toBe(text)
})

const sweep = (share = 1) => Array.from({ length: 30 }, (_, k) => [k, share * (9 - 9 * (k / 29) ** 8)] as const)
const linesOf = (share = 1, head = '') => sweep(share).map(([v, i]) => `${head}${v};${i.toFixed(4).replace('.', ',')}`)

test('reads curves below each other, each with its own heading, irradiance and name', () => {
  const block = (name: string, light: number, share: number) =>
    [name, `Einstrahlung;${light} W/m²`, 'Spannung [V];Strom [A]', ...linesOf(share), ''].join('\n')
  const { curves, problems } = readCurves([block('Strang A', 801, 1), block('Strang B', 640, 0.8)].join('\n'))
  expect(problems).toEqual([])
  expect(curves.map(({ name, curve, conditions }) => [name, curve.currentA[0], conditions.irradianceWm2])).toEqual([
    ['A', 9, 801],
    ['B', 7.2, 640],
  ])
  const bad = readCurves([block('Strang A', 801, 1), 'Spannung [V];Strom [A]', '1;x', ...linesOf(1)].join('\n'))
  expect(bad.problems).toEqual([{ problem: 'badNumber', line: 36 }])
  expect(bad.curves).toHaveLength(2)
})

test('irradiance above only the first of several tables applies to all', () => {
  const head = 'Spannung [V];Strom [A]'
  const { curves } = readCurves(['Einstrahlung;801', head, ...linesOf(), '', head, ...linesOf(0.8)].join('\n'))
  expect(curves.map(({ name, conditions }) => [name, conditions.irradianceWm2])).toEqual([
    ['1', 801],
    ['2', 801],
  ])
})

test('splits curves under one heading by the name beside each point, or where the voltage restarts', () => {
  const named = readCurves(['Strang;U;I', ...linesOf(1, 'S1;'), ...linesOf(0.8, 'S2;')].join('\n'))
  expect(named.curves.map(({ name, curve }) => [name, curve.currentA.length])).toEqual([
    ['S1', 30],
    ['S2', 30],
  ])
  const plain = readCurves(['U;I', ...linesOf(1), ...linesOf(0.8), ...linesOf(0.9)].join('\n'))
  expect(plain.curves.map(({ name, curve }) => [name, curve.currentA[0]])).toEqual([
    ['1', 9],
    ['2', 7.2],
    ['3', 8.1],
  ])
  // A forward and backward sweep is one curve, and so are points without an order.
  expect(readCurves(['U;I', ...linesOf(1), ...linesOf(1).toReversed()].join('\n')).curves).toHaveLength(1)
  const mixed = linesOf(1).map((_, k, all) => all[(k * 17) % 30] ?? '')
  expect(readCurves(['U;I', ...mixed].join('\n')).curves).toHaveLength(1)
})

test('reads units behind a slash or “in”, and headings with accents', () => {
  const milli = sweep().map(([v, i]) => `${v * 1000};${Math.round(i * 1000)}`)
  for (const head of ['U/mV;I/mA', 'U in mV;I in mA', 'Spannung (mV);Strom (mA)']) {
    const [own] = readCurves([head, ...milli].join('\n')).curves
    expect([own?.curve.voltageV.at(-1), own?.curve.currentA[0]]).toEqual([29, 9])
  }
  const heads = [
    ['Bestrahlungsstärke E;812', 'Zelltemperatur;44', 'U in V;I in A'],
    ['Éclairement;812 W/m²', 'Température de cellule;44 °C', 'Tension (V);Courant (A)'],
    ['Irradiancia;812 W/m2', 'Temperatura de célula;44', 'Tensión;Corriente'],
  ]
  for (const head of heads) {
    const [own] = readCurves([...head, ...linesOf()].join('\n')).curves
    expect(own?.conditions).toEqual({ irradianceWm2: 812, cellC: 44 })
  }
})

test('repeated headings are one heading, with or without points', () => {
  expect(readCurves('U;I\n'.repeat(20)).curves).toEqual([])
  const { curves } = readCurves(['U;I', 'U;I', 'U;I', ...linesOf(1), 'U;I', 'U;I'].join('\n'))
  expect(curves).toHaveLength(1)
})
