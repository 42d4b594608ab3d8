import '@helioport/time/node'
import fc from 'fast-check'
import type { ImportPlan } from '../plan.ts'
import { csvFile, headings, linesOf, noon, summerWall, truth, twoInverters, xlsxFile } from '../testing/make-file.ts'
import type { SourceFile } from '../table/table.ts'
import { readPlant } from '../index.ts'
import type { MeasuredPlant } from './read-plant.ts'

const rows = truth(240)
const head = headings.join(',')
const plain = [head, ...linesOf(rows)].join('\n')
const german = (value: number) => value.toLocaleString('de-DE', { maximumFractionDigits: 6 })
const bytes = (text: string, encode: (code: number) => number[]) =>
  Uint8Array.from([...text].flatMap((sign) => encode(sign.codePointAt(0) ?? 0)))

const read = (file: SourceFile | SourceFile[], plan: ImportPlan = twoInverters) => readPlant([file].flat(), plan)

/** Expects all rows with their values and no losses. */
function expectTruth(plant: MeasuredPlant, wanted = rows) {
  expect(plant.losses).toEqual([])
  expect(plant.rows.map(({ at, devices, sensors }) => ({ at, devices, sensors }))).toEqual(
    wanted.map(({ at, p1, p2, g, t }) => ({
      at,
      devices: [{ powerW: p1 }, { powerW: expect.closeTo(p2 * 1000, 6) as number }],
      sensors: { irradianceWm2: g, ambientC: t },
    })),
  )
}

const swapped = (lines: string[]) =>
  lines.map((_, i) => lines[i % 2 === 0 ? Math.min(i + 1, lines.length - 1) : i - 1] ?? '')

test.each<[string, () => string, Partial<ImportPlan>?]>([
  ['as it should be', () => plain],
  ['newest first', () => [head, ...linesOf(rows).toReversed()].join('\n')],
  ['swapped rows', () => [head, ...swapped(linesOf(rows))].join('\n')],
  ['a mark at the beginning, Windows line ends', () => `\uFEFF${plain.replaceAll('\n', '\r\n')}\r\n`],
  ['semicolons and decimal commas', () => [head.replaceAll(',', ';'), ...linesOf(rows, ';', german)].join('\n')],
  ['tabs and thousands with points', () => [head.replaceAll(',', '\t'), ...linesOf(rows, '\t', german)].join('\n')],
  ['quoted thousands', () => [head, ...linesOf(rows, ',', (value) => `"${value.toLocaleString('en-US')}"`)].join('\n')],
  [
    'quoted decimal commas between commas',
    () => [head, ...linesOf(rows, ',', (value) => `"${german(value)}"`)].join('\n'),
  ],
  ['header on line 9', () => ['Plant;North', '', 'Serial,1', '', '# a note', '', 'x', '', plain].join('\n')],
  ['a line of units', () => [head, ',W,kW,W/m²,°C', ...linesOf(rows)].join('\n')],
  [
    'repeated headers and empty lines',
    () =>
      [
        plain.slice(0, 900 - (900 - plain.lastIndexOf('\n', 900))),
        head,
        '',
        plain.slice(plain.lastIndexOf('\n', 900) + 1),
      ].join('\n'),
  ],
  [
    'marks of UTC',
    () =>
      [
        head,
        ...rows.map((row, i) => (linesOf(rows)[i] ?? '').replace(summerWall(row.at), new Date(row.at).toISOString())),
      ].join('\n'),
    { time: { column: 'time', format: 'iso', zone: 'Europe/Berlin' } },
  ],
  [
    'offsets of another zone',
    () =>
      [
        head,
        ...rows.map((row, i) =>
          (linesOf(rows)[i] ?? '').replace(summerWall(row.at), `${summerWall(row.at + 6 * 3_600_000)} +08:00`),
        ),
      ].join('\n'),
  ],
  [
    'an offset in the next column',
    () =>
      [head.replace('time', 'time,offset'), ...linesOf(rows).map((line) => line.replace(',', ',+02:00,'))].join('\n'),
  ],
  [
    'the day in one column, the time of day in the next',
    () => plain.replace('time', 'Datum,Uhrzeit').replaceAll(/^(\d{4}-\d\d-\d\d) /gm, '$1,'),
    { time: { column: 'Datum Uhrzeit', format: 'YYYY-MM-DD HH:mm', zone: 'Europe/Berlin' } },
  ],
  ['another zone for all', () => plain, { time: { column: 'time', format: 'YYYY-MM-DD HH:mm', zone: 'Africa/Cairo' } }],
])('%s', async (name, text, plan = {}) => {
  const wanted = name === 'another zone for all' ? rows.map((row) => ({ ...row, at: row.at - 3_600_000 })) : rows
  expectTruth(await read(csvFile(text()), { ...twoInverters, ...plan }), wanted)
})

test('reads a 12-hour clock with the month before the day', async () => {
  const clock = (at: number) => {
    const [date = '', time = ''] = summerWall(at).split(' ')
    const [year, month, day] = date.split('-')
    const hour = Number(time.slice(0, 2))
    return `${month}/${day}/${year} ${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? 'am' : 'PM'}`
  }
  const lines = linesOf(rows).map((line, i) => line.replace(/^[^,]*/, clock(rows[i]?.at ?? 0)))
  const time = { column: 'time', format: 'MM/DD/YYYY hh:mm A', zone: 'Europe/Berlin' }
  expectTruth(await read(csvFile([head, ...lines].join('\n')), { ...twoInverters, time }))
})

test('reads UTF-16 and Windows-1252', async () => {
  const named = plain.replace('p1', 'Leistung größer')
  const plan = structuredClone(twoInverters)
  if (plan.devices[0]?.power) plan.devices[0].power.column = 'Leistung größer'
  const files = {
    utf16: bytes(`\uFEFF${named}`, (code) => [code & 255, code >> 8]),
    latin1: bytes(named, (code) => [code]),
  }
  for (const [name, data] of Object.entries(files)) expectTruth(await read({ name, bytes: data }, plan))
})

test('reads a workbook: text and real times, headings below notes, offsets beside the time, split day and time', async () => {
  const cells = rows.map(({ at, p1, p2, g, t }) => [new Date(at + 7_200_000), p1, p2, g, t])
  expectTruth(await read(await xlsxFile([['Plant North'], [], headings, ...cells])))
  const beside = rows.map(({ at, p1, p2, g, t }) => [new Date(at + 28_800_000), '+08:00', p1, p2, g, t])
  expectTruth(await read(await xlsxFile([['time', 'UTC offset', ...headings.slice(1)], ...beside])))
  const texts = linesOf(rows).map((line) => line.split(','))
  expectTruth(await read(await xlsxFile([headings, ...texts])))
  const dayMs = 86_400_000
  const apart = rows.map(({ at, p1, p2, g, t }) => {
    const wall = at + 7_200_000
    return [new Date(wall - (wall % dayMs)), (wall % dayMs) / dayMs, p1, p2, g, t]
  })
  const time = { column: 'day clock', format: 'excel', zone: 'Europe/Berlin' }
  expectTruth(await read(await xlsxFile([['day', 'clock', ...headings.slice(1)], ...apart]), { ...twoInverters, time }))
})

test('joins files of overlapping months and a weather file of their own', async () => {
  const power = linesOf(rows).map((line) => line.split(',').slice(0, 3).join(','))
  const weather = linesOf(rows).map((line) =>
    line
      .split(',')
      .filter((_, i) => i === 0 || i > 2)
      .join(','),
  )
  const files = [
    csvFile(['time,p1,p2', ...power.slice(100)].join('\n'), 'b.csv'),
    csvFile(['time,p1,p2', ...power.slice(0, 120)].join('\n'), 'a.csv'),
    csvFile(['time,g,t', ...weather.toReversed()].join('\n'), 'weather.csv'),
  ]
  const plant = await read(files)
  expectTruth(plant)
  expect([plant.records, plant.repeated]).toEqual([500, 20])
})

test('reads a file of weather alone', async () => {
  const plant = await read(csvFile('time,g,t\n2026-07-04 12:00,500,20\n2026-07-04 12:10,600,21\n'), {
    ...twoInverters,
    devices: [],
  })
  expect(plant.rows.map(({ sensors }) => sensors)).toEqual([
    { irradianceWm2: 500, ambientC: 20 },
    { irradianceWm2: 600, ambientC: 21 },
  ])
  expect(plant.intervalMs).toBe(600_000)
})

test.each([1, 5, 10, 15, 30, 60])('detects an interval of %d min, which each row covers', async (minutes) => {
  const own = truth(20, minutes)
  const plant = await read(csvFile([head, ...linesOf(own)].join('\n')))
  expectTruth(plant, own)
  expect(plant.intervalMs).toBe(minutes * 60_000)
  const kwh = plant.rows.reduce(
    (sum, { devices, holds }) => sum + ((devices[0]?.powerW ?? 0) * (holds[0]?.ms ?? 0)) / 3.6e9,
    0,
  )
  expect(kwh).toBeCloseTo((own.reduce((sum, { p1 }) => sum + p1, 0) * minutes) / 60_000, 9)
})

test('hourly irradiance beside power every five minutes covers its hour', async () => {
  const lines = rows.slice(0, 120).map(({ at, p1 }, i) => `${summerWall(at)},${p1},1,${i % 12 === 0 ? 500 : ''},`)
  const plant = await read(csvFile([head, ...lines].join('\n')))
  const hours = plant.rows.flatMap(({ sensorHold }) => (sensorHold ? [sensorHold.ms / 3_600_000] : []))
  expect(hours).toEqual(Array.from({ length: 10 }, () => 1))
})

test('a file that changes from 15 to 5 minutes keeps both intervals, with gaps', async () => {
  const times = [
    ...Array.from({ length: 20 }, (_, i) => i * 15),
    ...Array.from({ length: 40 }, (_, i) => 300 + i * 5),
    600,
    605,
  ]
  const lines = times.map((minute) => `${summerWall(noon + minute * 60_000)},6000,1,500,20`)
  const plant = await read(csvFile([head, ...lines].join('\n')))
  const minutes = plant.rows.map(({ holds }) => (holds[0]?.ms ?? 0) / 60_000)
  expect(minutes).toEqual([...Array.from({ length: 20 }, () => 15), ...Array.from({ length: 42 }, () => 5)])
  expect(plant.rows.flatMap(({ holds }, i) => (holds[0]?.gap ? [times[i]] : []))).toEqual([495, 605])
})

test('lists every loss by line and reason and keeps the other values of the row', async () => {
  const text = [
    'A plant,,,,',
    head,
    '2026-07-04 12:00,5000,6.5,800,20',
    'noon,5000,6.5,800,20',
    '2026-07-04 12:00,5001,6.5,800,20',
    '2026-07-04 12:00,5000,6.5,800,20',
    '2026-07-04 12:05,abc,6.5,#REF!,20',
    '2026-07-04 12:10,5000,65,800,20',
    '2026-07-04 12:15,5000,6',
    '2026-07-04 12:20,5000,6,5,800,20',
    '2026-07-04 12:25,-20,6.5,800,20,,',
    'Total,10000,,,',
  ].join('\n')
  const plant = await read(csvFile(text), { ...twoInverters, intervalMinutes: 5 })
  expect(plant.losses.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '4 unparsableTime',
    '7 notANumber',
    '9 columnCount',
    '10 columnCount',
    '5 duplicateTime',
    '8 outOfRange',
  ])
  expect(plant.lost).toEqual({
    unparsableTime: 1,
    ambiguousTime: 0,
    duplicateTime: 1,
    columnCount: 2,
    notANumber: 1,
    outOfRange: 1,
  })
  expect([plant.records, plant.repeated]).toEqual([9, 1])
  expect(plant.rows.map(({ devices }) => devices.map(({ powerW }) => powerW))).toEqual([
    [5000, 6500],
    [undefined, 6500],
    [5000, undefined],
    [-20, 6500],
  ])
})

test.each<[string, string, Partial<ImportPlan>, RegExp]>([
  ['a column that is missing', 'time,p1,g,t\n2026-07-04 12:00,1,1,1', {}, /no column "p2"/],
  ['no header', '2026-07-04 12:00,1,1,1', {}, /no line among its first 100/],
  ['a column twice', 'time,p1,p1,p2,g,t\n', {}, /"p1" twice in line 1/],
  ['no rows', `${head}\n`, {}, /no row/],
  [
    'hours where the map says minutes',
    [head, ...linesOf(truth(20, 60))].join('\n'),
    { intervalMinutes: 5 },
    /5 min .* 60 min/,
  ],
  ['days', [head, ...linesOf(truth(20, 1440))].join('\n'), {}, /1440 min apart/],
  ['another unit in the line of units', [head, ',kW,kW,,', ...linesOf(rows)].join('\n'), {}, /"p1" in kW \(line 2\)/],
  ['a quote that is not closed', plain.replace('1007.75', '"1007.75'), {}, /quote in line 3/],
])('%s is refused', async (_, text, plan, message) => {
  await expect(read(csvFile(text), { ...twoInverters, ...plan })).rejects.toThrow(message)
})

test('refuses a heading with UTC if the plan has another zone', async () => {
  const time = { column: 'Time (UTC)', format: 'YYYY-MM-DD HH:mm', zone: 'Europe/Berlin' }
  const file = csvFile(plain.replace('time', 'Time (UTC)'))
  await expect(read(file, { ...twoInverters, time })).rejects.toThrow(/Time \(UTC\)/)
  expect((await read(file, { ...twoInverters, time: { ...time, zone: 'Etc/UTC' } })).rows[0]?.at).toBe(noon + 7_200_000)
})

/** 25 October in Berlin has 25 hours: the hour from 2:00 repeats. */
const autumn = truth(300).map((row, i) => ({ ...row, at: Date.UTC(2026, 9, 24, 22) + i * 300_000 }))
const autumnLines = autumn.map((row, i) => {
  const wall = new Date(Date.UTC(2026, 9, 25) + (i < 36 ? i : i - 12) * 300_000)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')
  return `${wall},${row.p1},${row.p2},${row.g},${row.t}`
})

test.each([
  ['forwards', autumnLines],
  ['backwards', autumnLines.toReversed()],
  [
    'with two rows swapped',
    [...autumnLines.slice(0, 30), autumnLines[31] ?? '', autumnLines[30] ?? '', ...autumnLines.slice(32)],
  ],
])('the order of the file resolves the repeated hour: %s', async (_, lines) => {
  expectTruth(await read(csvFile([head, ...lines].join('\n'))), autumn)
})

test('in a file without order the repeated hour is ambiguousTime; other rows are kept', async () => {
  const shuffled = autumnLines.map((_, i) => autumnLines[(i * 97) % 300] ?? '')
  const plant = await read(csvFile([head, ...shuffled].join('\n')))
  expect(plant.lost.ambiguousTime).toBe(24)
  expect(plant.rows).toHaveLength(276)
})

test('a local time skipped by the clock change of 29 March in Berlin is unparsableTime', async () => {
  const plant = await read(
    csvFile([head, ...['01:55', '02:00', '03:00'].map((time) => `2026-03-29 ${time},1,1,1,1`)].join('\n')),
  )
  expect(plant.losses).toMatchObject([{ line: 3, reason: 'unparsableTime', text: '2026-03-29 02:00' }])
})

test('the order of rows, the split into files and the decimal sign do not change the rows', async () => {
  const own = truth(60)
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...own.keys()], { minLength: 60 }),
      fc.integer({ min: 1, max: 59 }),
      fc.boolean(),
      async (order, cut, comma) => {
        const [sign, number] = comma ? [';', german] : [',', String]
        const lines = linesOf(
          order.flatMap((i) => own[i] ?? []),
          sign,
          number,
        )
        const files = [lines.slice(0, cut), lines.slice(cut)].map((part, i) =>
          csvFile([headings.join(sign), ...part].join('\n'), `${i}.csv`),
        )
        expectTruth(await read(files), own)
      },
    ),
    { numRuns: 25 },
  )
})
