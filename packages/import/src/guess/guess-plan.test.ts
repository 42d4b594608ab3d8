import '@helioport/time/node'
import { readPlant } from '../index.ts'
import { daySums, fingerprintOf, sourceRows } from '../history/source-rows.ts'
import { csvFile, headings, linesOf, truth, twoInverters, xlsxFile } from '../testing/make-file.ts'
import type { SourceFile } from '../table/table.ts'
import { guessPlan, type KnownDevice } from './guess-plan.ts'
import { planOf } from './plan-of.ts'

const zone = 'Europe/Berlin'
const roof: KnownDevice = { id: 'a', name: 'Roof', serial: 'SN-1001', ratedPowerW: 10_000 }
const barn: KnownDevice = { id: 'b', name: 'Barn', serial: 'SN-1002', ratedPowerW: 10_000 }
const guess = (file: SourceFile, devices: readonly KnownDevice[] = [roof]) => guessPlan(file, { zone, devices })
const german = (value: number) => value.toLocaleString('de-DE', { maximumFractionDigits: 6 })
const kinds = (own: Awaited<ReturnType<typeof guess>>) =>
  own.columns.map(({ heading, kind, unit, deviceId }) => [heading, kind, unit, deviceId])

test('guesses everything but the zone of an English logger file', async () => {
  const text = ['Timestamp,AC Power (kW),Irradiance [W/m2],Module Temp (C),Status']
  for (let hour = 0; hour < 48; hour += 1)
    text.push(
      `2026-07-${14 + Math.floor(hour / 24)} ${String(hour % 24).padStart(2, '0')}:00,${hour / 10},${hour * 9.5},${20.5 + hour / 10},1`,
    )
  const own = await guess(csvFile(text.join('\n')))
  expect(own.time).toMatchObject({ column: 'Timestamp', format: 'iso', zone })
  expect(kinds(own)).toEqual([
    ['AC Power (kW)', 'power', 'kW', 'a'],
    ['Irradiance [W/m2]', 'irradianceWm2', 'W/m2', null],
    ['Module Temp (C)', 'moduleC', 'C', null],
    ['Status', 'ignore', null, null],
  ])
  expect(own.asks).toEqual(['zone'])
})

test.each([
  ['German', 'Zeit;WR 1 Leistung;WR 2 Leistung;Einstrahlung;Außentemperatur', 'power'],
  ['Chinese', '时间;逆变器1 功率;逆变器2 功率;辐照度;环境温度', 'power'],
  ['Portuguese', 'Data;Potência inversor 1;Potência inversor 2;Irradiância;Ambient temp', 'power'],
])('guesses headings in %s, decimal commas and devices by their number', async (_, head, kind) => {
  const lines = linesOf(truth(80), ';', german)
  const own = await guess(csvFile([head, ...lines].join('\r\n')), [roof, barn])
  expect(own).toMatchObject({ delimiter: ';', decimal: ',' })
  const unknown = kinds(own).map(([, each, unit, device]) => [each, unit, device])
  expect(unknown).toEqual([
    [kind, 'W', 'a'],
    [kind, 'kW', 'b'],
    ['irradianceWm2', 'W/m2', null],
    ['ambientC', 'C', null],
  ])
  expect(own.asks).toEqual(['zone'])
})

test('joins the day in one column and the time of day in the next into one time', async () => {
  const lines = linesOf(truth(30), ';', german).map((line) =>
    line.replace(/^(\d+)-(\d+)-(\d+) (\d+:\d+)/, '$3.$2.$1;$4'),
  )
  const file = csvFile(['Datum;Uhrzeit;WR 1 Leistung;WR 2 Leistung;Einstrahlung;Außentemperatur', ...lines].join('\n'))
  const own = await guess(file, [roof, barn])
  expect(own.time).toMatchObject({ column: 'Datum Uhrzeit', format: 'DD.MM.YYYY HH:mm' })
  expect(kinds(own).map(([heading, kind]) => [heading, kind])[0]).toEqual(['Uhrzeit', 'ignore'])
  const time = { ...own.time, stamp: 'start' as const }
  const plant = await readPlant([file], planOf({ ...own, time, intervalMinutes: null }, [roof, barn]))
  expect([plant.rows.length, plant.losses]).toEqual([30, []])
})

test('the line of kinds names the columns below lines of serials and models', async () => {
  const lines = Array.from(
    { length: 30 },
    (_, i) => `14.07.2026 12:${i + 10};${(100 + i / 30).toFixed(3).replace('.', ',')};5,5`,
  )
  const above = [
    'sep=;',
    'Version CSV1|Linebreaks CR/LF',
    '',
    ';SN: 2110;SN: 2110',
    ';STP 10;STP 10',
    ';Counter;Analog',
  ]
  const file = csvFile([...above, 'dd.MM.yyyy HH:mm;kWh;kW', ...lines].join('\r\n'))
  const own = await guess(file)
  expect(kinds(own)).toEqual([
    ['Counter', 'energyTotal', 'kWh', 'a'],
    ['Analog', 'power', 'kW', 'a'],
  ])
})

test('reads days without separators beside the time of day', async () => {
  const own = await guess(csvFile('Date,Time,Power W\n20260714,12:05,100.5\n20260714,12:10,101.5\n'))
  expect(own.time).toMatchObject({ column: 'Date Time', format: 'YYYYMMDD HH:mm' })
})

test('asks for the unit of an implausible power and of an energy without a unit', async () => {
  const asks = async (head: string, value: number) =>
    (await guess(csvFile(`time,${head}\n2026-04-03T10:00:00Z,${value}\n`))).asks
  expect(await asks('power', 60)).toEqual(['unit'])
  expect(await asks('power', 5.5)).toEqual([])
  expect(await asks('energy', 5.5)).toEqual(['unit'])
})

test('a device’s name or serial in a heading assigns the column to the device', async () => {
  const lines = linesOf(truth(30)).map((line) => line.split(',').slice(0, 3).join(','))
  const own = await guess(csvFile(['time,sn1002 power,ROOF power', ...lines].join('\n')), [roof, barn])
  expect(own.columns.map(({ deviceId }) => deviceId)).toEqual(['b', 'a'])
})

test.each([
  ['03/04/2026 10:00', '03/04/2026 11:00', true, 2],
  ['13/04/2026 10:00', '14/04/2026 11:00', false, 1],
  ['11/04/2026 10:00', '12/04/2026 11:00', false, 2],
])('%s and %s: asks for the order of day and month: %s', async (first, second, isAsked, many) => {
  const own = await guess(csvFile(`time,power W\n${first},100.5\n${second},200.5\n`))
  expect(own.asks.includes('format')).toBe(isAsked)
  expect(own.time.formats).toHaveLength(many)
  if (!isAsked) expect(own.time.format).toBe('DD/MM/YYYY HH:mm')
})

test('does not ask for a zone if times have an offset, are in UTC or count from 1970', async () => {
  const asks = async (head: string, cell: string) => (await guess(csvFile(`${head},power W\n${cell},100.5\n`))).asks
  expect(await asks('time', '2026-04-03T10:00:00+02:00')).toEqual([])
  expect(await asks('time', '2026-04-03T10:00:00Z')).toEqual([])
  expect(await asks('Time (UTC)', '2026-04-03 10:00')).toEqual([])
  expect(await asks('time', '1775210400')).toEqual([])
  expect(await asks('time', '2026-04-03 10:00')).toEqual(['zone'])
})

test('asks for the decimal sign if the numbers fit both', async () => {
  const own = await guess(csvFile('time;power W\n2026-04-03 10:00;1.234\n2026-04-03 10:15;2.345\n'))
  expect([own.decimal, own.asks]).toEqual([null, ['zone', 'decimal']])
})

test('a column of energy that only grows is a lifetime counter', async () => {
  const lines = Array.from({ length: 60 }, (_, i) => `2026-04-03 10:${String(i).padStart(2, '0')},${1000.5 + i}`)
  expect((await guess(csvFile(['time,Energy kWh', ...lines].join('\n')))).columns).toMatchObject([
    { kind: 'energyTotal' },
  ])
})

test('a guessed plan reads a workbook: daily sums, rows, line numbers, fingerprint', async () => {
  const rows = truth(48, 15)
  const cells = rows.map(({ at, p1, g }) => [new Date(at + 7_200_000), p1, g])
  const file = await xlsxFile([['Plant North'], ['Time', 'Power (W)', 'POA (W/m2)'], ...cells])
  const own = await guess(file)
  expect(own.asks).toEqual(['zone'])
  const plan = planOf({ ...own, time: { ...own.time, stamp: 'start' }, intervalMinutes: null }, [roof])
  const sources = sourceRows(await readPlant([file], plan), plan)
  expect(sources.map(({ deviceId, intervalS, rows: all }) => [deviceId, intervalS, all.length])).toEqual([
    ['a', 900, 48],
    [null, 900, 48],
  ])
  expect(sources[0]?.rows.at(1)).toEqual([rows[1]?.at, rows[1]?.p1, null, null, null])
  expect([sources[0]?.rows.lineAt(0), sources[0]?.rows.fileAt(0)]).toEqual([3, file.name])
  const kwh = rows.reduce((sum, { p1 }) => sum + p1 / 4000, 0)
  expect(daySums(sources, zone).reduce((sum, day) => sum + (day.kwh ?? 0), 0)).toBeCloseTo(kwh, 9)
  const again = sourceRows(await readPlant([file], plan), plan)
  expect(fingerprintOf(again)).toBe(fingerprintOf(sources))
  again[1]?.rows.push([rows[47]?.at ?? 0, 7, null, null, null, null], { file: file.name, line: 51 })
  expect(fingerprintOf(again)).not.toBe(fingerprintOf(sources))
})

test.each([
  ['Period End', 'end'],
  ['Interval ending (local)', 'end'],
  ['bis Zeit', 'end'],
  ['结束时间', 'end'],
  ['Timestamp', 'start'],
  ['Calendar date', 'start'],
])('the heading %s means that times are the %s of their interval', async (heading, stamp) => {
  const own = await guess(csvFile(`${heading},Energy (kWh)\n2026-07-04 12:15,1\n2026-07-04 12:30,2\n`))
  expect(own.time).toMatchObject({ column: heading, stamp })
})

test('energies stamped at the end of their interval become power from its start', async () => {
  const file = csvFile('time,Energy (kWh)\n2026-07-04 12:15,1\n2026-07-04 12:30,2\n2026-07-04 12:45,0.5\n')
  const own = await guess(file)
  const plan = planOf({ ...own, time: { ...own.time, stamp: 'end' }, intervalMinutes: null }, [roof])
  const [source] = sourceRows(await readPlant([file], plan), plan)
  const noon = Date.UTC(2026, 6, 4, 10)
  expect([...(source?.rows ?? [])].map(([at, power]) => [((at ?? 0) - noon) / 60_000, power])).toEqual([
    [0, 4000],
    [15, 8000],
    [30, 2000],
  ])
})

test('refuses too many lines, a workbook that unpacks beyond the limit, and a truncated one', async () => {
  const plain = csvFile([headings.join(','), ...linesOf(truth(30))].join('\n'))
  await expect(readPlant([plain], twoInverters, { lines: 29 })).rejects.toMatchObject({ code: 'tooManyRows' })
  const book = await xlsxFile([headings, ...truth(3).map(({ at, p1, p2, g, t }) => [new Date(at), p1, p2, g, t])])
  await expect(readPlant([book], twoInverters, { unpackedBytes: 500 })).rejects.toMatchObject({ code: 'tooLarge' })
  await expect(readPlant([book], twoInverters, { unpackedBytes: 1e6 })).resolves.toMatchObject({ records: 3 })
  await expect(readPlant([{ ...book, bytes: book.bytes.subarray(0, 900) }], twoInverters)).rejects.toMatchObject({
    code: 'notATable',
  })
})

test('refuses a workbook whose parts state a false unpacked size', async () => {
  const book = await xlsxFile([headings, ...truth(300).map(({ at, p1, p2, g, t }) => [new Date(at), p1, p2, g, t])])
  const withSizes = (size: number) => {
    const bytes = book.bytes.slice()
    const view = new DataView(bytes.buffer)
    for (let at = 0; at < bytes.length - 46; at += 1) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true)
    }
    return { ...book, bytes }
  }
  const limits = { unpackedBytes: 10e6 }
  await expect(readPlant([withSizes(0)], twoInverters, limits)).rejects.toMatchObject({ code: 'tooLarge' })
  await expect(readPlant([withSizes(0xffffffff)], twoInverters, limits)).rejects.toMatchObject({ code: 'tooLarge' })
  await expect(readPlant([withSizes(40)], twoInverters, limits)).rejects.toMatchObject({ code: 'notATable' })
})

/** Readings every 15 minutes of three days in July, in local time, with the energy of the day so far. */
const threeDays = Array.from({ length: 288 }, (_, nth) => {
  const quarter = nth % 96
  const wall = new Date(Date.UTC(2026, 6, 2) + nth * 900_000).toISOString().slice(0, 16).replace('T', ' ')
  const made = Math.max(0, Math.min(quarter, 72) - 24)
  return { wall, made, kw: quarter >= 24 && quarter < 72 ? 4 : 0, day: Math.floor(nth / 96) }
})
const dayKwh = 48
async function sumsOf(file: SourceFile, devices: readonly KnownDevice[] = [roof]) {
  const own = await guess(file, devices)
  const plan = planOf({ ...own, time: { ...own.time, stamp: 'start' }, intervalMinutes: null }, devices)
  const plant = await readPlant([file], plan)
  return { own, plant, kwh: daySums(sourceRows(plant, plan), zone).map(({ kwh }) => kwh) }
}

test('recognizes daily counters, lifetime counters and interval energies by their values, in any order', async () => {
  const lines = threeDays.map(({ wall, made }) => `${wall},${made.toFixed(2)}`)
  for (const order of [lines, lines.toReversed()]) {
    const { own, kwh, plant } = await sumsOf(csvFile(['time,Energy (kWh)', ...order].join('\n')))
    expect(own.columns).toMatchObject([{ kind: 'energyToday', unit: 'kWh' }])
    expect([kwh, plant.losses]).toEqual([[dayKwh, dayKwh, dayKwh], []])
  }
  const grown = threeDays.map(({ wall, made, day }) => `${wall},${(500 + day * dayKwh + made).toFixed(2)}`)
  const { own, kwh } = await sumsOf(csvFile(['time,Energy (kWh)', ...grown.toReversed()].join('\n')))
  expect([own.columns[0]?.kind, kwh]).toEqual(['energyTotal', [dayKwh, dayKwh, dayKwh]])
  const each = threeDays.map(({ wall, kw }) => `${wall},${(kw / 4).toFixed(2)}`)
  expect((await sumsOf(csvFile(['time,Energy (kWh)', ...each].join('\n')))).own.columns[0]?.kind).toBe('energy')
})

test('a lifetime counter that reads 0 at night is unknown then and adds no energy', async () => {
  const lines = threeDays.map(({ wall, made, kw, day }) => `${wall},${kw > 0 ? 7770.5 + day * dayKwh + made : '0.0'}`)
  const { kwh } = await sumsOf(csvFile(['time,Total energy (kWh)', ...lines].join('\n')))
  for (const sum of kwh) expect(Math.abs((sum ?? 0) - dayKwh)).toBeLessThanOrEqual(1.01)
})

test('reads values with their unit in the cell, even if the unit changes', async () => {
  const lines = threeDays.map(
    ({ wall, kw, made, day }) => `${wall};${kw > 0 ? '4,0 kW' : '0 W'};${900 + day * dayKwh + made},5 kWh`,
  )
  const { own, kwh, plant } = await sumsOf(csvFile(['Zeit;Leistung;Ertrag gesamt', ...lines].join('\n')))
  expect(kinds(own)).toEqual([
    ['Leistung', 'power', 'W', 'a'],
    ['Ertrag gesamt', 'energyTotal', 'kWh', 'a'],
  ])
  expect([kwh, plant.losses, plant.rows[30]?.devices[0]?.powerW]).toEqual([[dayKwh, dayKwh, dayKwh], [], 4000])
})

test('for a single device the total power is used, not phases and strings', async () => {
  const head = 'Zeit;Power L1 (W);Power L2 (W);PV1 Power (W);Output Power (W)'
  const lines = threeDays.map(({ wall, kw }) => `${wall};${kw * 500};${kw * 500};${kw * 700};${kw * 1000}`)
  const { own, kwh } = await sumsOf(csvFile([head, ...lines].join('\n')))
  expect(own.columns.map(({ kind }) => kind)).toEqual(['ignore', 'ignore', 'ignore', 'power'])
  expect([own.asks, kwh]).toEqual([['zone'], [dayKwh, dayKwh, dayKwh]])
})

test('reads Chinese dates, and a meter reading of generation as a lifetime counter', async () => {
  const lines = threeDays.map(({ wall, made }) => `${wall.replace(/-(\d+)-(\d+) /, '年$1月$2日 ')},${1000 + made}`)
  expect((await guess(csvFile(['时间,发电量 kWh', ...lines].join('\n')))).time.format).toBe('YYYY年MM月DD日 HH:mm')
  const { own } = await sumsOf(csvFile(['Zeit,Zählerstand Erzeugung (kWh)', ...lines.slice(0, 60)].join('\n')))
  expect(own.columns[0]?.kind).toBe('energyTotal')
})

test('finds the headings of a workbook below lines of a name and a value each', async () => {
  const head = [['Anlage', 'Mein Dach'], ['Export vom', '27.11.2026'], ['Wechselrichter', 'SE10K'], ['Seriennummer', '7E1A2B3C']] // prettier-ignore
  const rows = truth(500).map(({ at, p2 }, nth) => [new Date(at + 7_200_000), p2, 1234.5 + nth])
  const own = await guess(await xlsxFile([...head, ['Datum', 'Leistung kW', 'Zählerstand kWh'], ...rows]))
  expect(own.time).toMatchObject({ column: 'Datum', format: 'excel' })
  expect(kinds(own)).toEqual([
    ['Leistung kW', 'power', 'kW', 'a'],
    ['Zählerstand kWh', 'energyTotal', 'kWh', 'a'],
  ])
  expect(own.asks).toEqual(['zone'])
})

test.each([
  ['Leistung kW', 'Zählerstand kWh'],
  ['Leistung [kW]', 'Zählerstand [kWh]'],
])('finds the headings %s and %s below name-value lines that are padded to the last column', async (power, total) => {
  const rows = truth(500).map(({ at, p2 }, nth) => `${new Date(at).toISOString()};${p2};${1234.5 + nth};`)
  const lines = ['Anlage;Mein Dach;;', ';;;', `Zeit;${power};${total};`, ...rows]
  const own = await guess(csvFile(lines.join('\n')))
  expect(own.time).toMatchObject({ column: 'Zeit', format: 'iso' })
  expect(kinds(own).slice(0, 2)).toEqual([
    [power, 'power', 'kW', 'a'],
    [total, 'energyTotal', 'kWh', 'a'],
  ])
})

test('refuses one line a day with the code "interval"', async () => {
  const lines = Array.from({ length: 20 }, (_, nth) => `${String(nth + 1).padStart(2, '0')}.06.2026;${20 + nth},5`)
  await expect(guess(csvFile(['Datum;Ertrag (kWh)', ...lines].join('\n')))).rejects.toMatchObject({ code: 'interval' })
})
