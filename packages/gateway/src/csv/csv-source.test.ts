import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SourceAway } from '../source/trouble.ts'
import { openCsv } from './csv-source.ts'
import type { ReadMarks } from './folder-watch.ts'

/** Columns as in the Solar-Log manual; the rows are invented. */
const now = Date.UTC(2026, 9, 26)
const mapping = {
  time: { column: 'Datum', format: 'DD.MM.YY HH:mm:ss', zone: 'Europe/Berlin' },
  devices: [
    {
      serial: 'WR-0001',
      model: 'SMA 10',
      ratedPowerW: 10_000,
      power: { column: 'Pac', unit: 'kW' },
      dcPower: { column: 'Pdc', unit: 'W' },
      energyTotal: { column: 'Gesamt', unit: 'kWh' },
    },
  ],
}
const head = '#;Datum;Pac;Pdc;Gesamt\r\n'
const line = (time: string, kw: string, kwh: string) =>
  `1;${time};${kw};${Math.round(Number(kw.replace(',', '.')) * 1050)};${kwh}\r\n`

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function setUp(changed: Record<string, unknown> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'csv-source-'))
  folders.push(folder)
  const inbox = join(folder, 'inbox')
  mkdirSync(inbox)
  const mappingFile = join(folder, 'mapping.json')
  writeFileSync(mappingFile, JSON.stringify({ ...mapping, ...changed }))
  const disk: { marks: ReadMarks | null } = { marks: null }
  const marksFile = () => ({
    read: () => disk.marks,
    write: (marks: ReadMarks) => {
      disk.marks = marks
      return Promise.resolve()
    },
  })
  let second = 0
  return {
    inbox,
    disk,
    open: () => openCsv(`${inbox}:${mappingFile}`, { now: () => now, marksFile }),
    /** Each file gets a later time, as uploads have. */
    put: (name: string, text: string) => {
      writeFileSync(join(inbox, name), text)
      second += 1
      utimesSync(join(inbox, name), 1_790_000_000 + second, 1_790_000_000 + second)
    },
  }
}

const day = head + line('25.10.26 10:00:00', '3,45', '12345,6') + line('25.10.26 10:05:00', '3,5', '12345,9')

test('a file is read once, when it no longer changes', async () => {
  const { put, open } = setUp()
  const source = open()
  put('day.csv', day)
  expect(await source.read()).toEqual([])
  expect(await source.read()).toEqual([
    {
      frame: {
        serial: 'WR-0001',
        at: Date.UTC(2026, 9, 25, 9),
        model: 'SMA 10',
        ratedPowerW: 10_000,
        powerW: 3450,
        dcPowerW: 3623,
      },
      counter: { origin: 'csv.Gesamt', kwh: 12345.6, wrapsAtKwh: null },
    },
    {
      frame: expect.objectContaining({ at: Date.UTC(2026, 9, 25, 9, 5), powerW: 3500 }) as unknown,
      counter: { origin: 'csv.Gesamt', kwh: 12345.9, wrapsAtKwh: null },
    },
  ])
  expect(await source.read()).toEqual([])
  expect(await source.read()).toEqual([])
})

test('a file is not read while it grows; rows added later are read from there on', async () => {
  const { inbox, put, open } = setUp()
  const source = open()
  put('day.csv', head)
  await source.read()
  put('day.csv', day)
  expect(await source.read()).toEqual([])
  expect(await source.read()).toHaveLength(2)
  appendFileSync(join(inbox, 'day.csv'), line('25.10.26 10:10:00', '3,6', '12346,2'))
  expect(await source.read()).toEqual([])
  expect((await source.read()).map(({ frame }) => frame.powerW)).toEqual([3600])
})

test('after a restart only files whose readings were kept are skipped', async () => {
  const { disk, put, open } = setUp()
  const first = open()
  put('day.csv', day)
  await first.read()
  expect(await first.read()).toHaveLength(2)
  // Stopped before the next call: the readings may be lost, so they are delivered again.
  const second = open()
  await second.read()
  expect(await second.read()).toHaveLength(2)
  await second.read()
  expect(Object.keys(disk.marks ?? {})).toEqual(['day.csv'])
  const third = open()
  await third.read()
  expect(await third.read()).toEqual([])
})

test('sensors in the rows are delivered once', async () => {
  const { put, open } = setUp({
    sensors: { irradianceWm2: { columns: ['G1', 'G2'], unit: 'W/m2' }, ambientC: { columns: ['T'], unit: 'C' } },
  })
  put('day.csv', '#;Datum;Pac;Pdc;Gesamt;G1;G2;T\r\n1;25.10.26 10:00:00;3,45;3600;12345,6;800;820;11,5\r\n')
  const source = open()
  await source.read()
  expect(await source.read()).toHaveLength(1)
  expect(await source.readSensors?.()).toEqual([{ at: Date.UTC(2026, 9, 25, 9), irradianceWm2: 810, ambientC: 11.5 }])
  await source.read()
  expect(await source.readSensors?.()).toEqual([])
})

test('reads one file per row', async () => {
  const { put, open } = setUp()
  const source = open()
  put('1000.csv', head + line('25.10.26 10:00:00', '3,45', '12345,6'))
  put('1005.csv', head + line('25.10.26 10:05:00', '3,55', '12345,9'))
  await source.read()
  expect((await source.read()).map(({ frame }) => frame.powerW)).toEqual([3450, 3550])
})

test('files are neither moved nor changed', async () => {
  const { inbox, put, open } = setUp()
  const source = open()
  put('day.csv', day)
  await source.read()
  await source.read()
  expect(readFileSync(join(inbox, 'day.csv'), 'utf8')).toBe(day)
})

test('the order of the file resolves the hour that repeats in autumn', async () => {
  const { put, open } = setUp()
  const times = ['02:00:00', '02:30:00', '02:00:00', '02:30:00', '03:00:00']
  put('night.csv', head + times.map((time, n) => line(`25.10.26 ${time}`, '0,1', `${n + 1},0`)).join(''))
  const source = open()
  await source.read()
  const readings = await source.read()
  expect(readings.map(({ frame }) => new Date(frame.at).toISOString().slice(11, 16))).toEqual([
    '00:00',
    '00:30',
    '01:00',
    '01:30',
    '02:00',
  ])
})

test('ignores other files, hidden files, links and folders', async () => {
  const { inbox, put, open } = setUp({ files: 'min*.csv' })
  put('day.csv', day)
  put('.min1.csv', day)
  mkdirSync(join(inbox, 'min-folder.csv'))
  symlinkSync(join(inbox, 'day.csv'), join(inbox, 'min-link.csv'))
  const source = open()
  await source.read()
  expect(await source.read()).toEqual([])
  put('min0101.csv', day)
  await source.read()
  expect(await source.read()).toHaveLength(2)
})

describe('unreadable files', () => {
  test.each([
    ['a page', '<!doctype html><title>404</title>'],
    ['nothing', ''],
    ['other columns', 'a;b\r\n1;2\r\n'],
    ['no column of the plan', '#;Datum;P\r\n1;25.10.26 10:00:00;3\r\n'],
    ['rows without a time', head + '1;gestern;3,4;3,5;1\r\n'],
    ['another unit', '#;Datum;Pac [W];Pdc;Gesamt\r\n1;25.10.26 10:00:00;3450;3500;1\r\n'],
  ])('a file with %s is reported by name, and is read once it is fixed', async (_what, text) => {
    const { put, open } = setUp()
    const source = open()
    put('day.csv', text)
    await source.read()
    await expect(source.read()).rejects.toThrow(/day\.csv/)
    await expect(source.read()).rejects.toThrow(/day\.csv/)
    put('day.csv', day)
    await expect(source.read()).rejects.toThrow(/day\.csv/)
    expect(await source.read()).toHaveLength(2)
    expect(await source.read()).toEqual([])
  })

  test('an unreadable file does not affect another file', async () => {
    const { put, open } = setUp()
    const source = open()
    put('bad.csv', 'x')
    put('good.csv', day)
    await source.read()
    expect(await source.read()).toHaveLength(2)
  })

  test('skips rows in the future and rows with words in place of numbers', async () => {
    const { put, open } = setUp()
    put('day.csv', day + line('25.10.36 10:00:00', '3', '13000,5') + '1;25.10.26 10:10:00;Fehler;;\r\n')
    const source = open()
    await source.read()
    expect((await source.read()).map(({ frame }) => frame.powerW)).toEqual([3450, 3500])
  })

  test('a missing folder is SourceAway', async () => {
    const { inbox, open } = setUp()
    rmSync(inbox, { recursive: true })
    await expect(open().read()).rejects.toThrow(SourceAway)
  })
})

test('delivers 6000 rows in several rounds, each once, and marks the file as read at the end', async () => {
  const { disk, put, open } = setUp()
  const rows = Array.from({ length: 6000 }, (_, n) => {
    const at = new Date(Date.UTC(2026, 5, 1) + n * 300_000).toISOString()
    const [, month, date] = at.slice(0, 10).split('-')
    return line(`${date}.${month}.26 ${at.slice(11, 19)}`, '1,5', `${1000 + n},5`)
  })
  put('year.csv', head + rows.join(''))
  const source = open()
  await source.read()
  expect(await source.read()).toHaveLength(5000)
  expect(await source.read()).toHaveLength(1000)
  expect(disk.marks).toBeNull()
  expect(await source.read()).toEqual([])
  expect(disk.marks).not.toBeNull()
})

describe('a wrong mapping is refused with the place of the fault', () => {
  test.each([
    [{ time: { ...mapping.time, zone: 'Europe/Nowhere' } }, /no time zone/],
    [{ time: { ...mapping.time, format: 'HH:mm' } }, /time format/],
    [{ devices: [] }, /neither devices nor sensors/],
    [{ devices: [{ serial: 'WR-0001', ratedPowerW: 1 }] }, /no column/],
    [{ devices: [mapping.devices[0], mapping.devices[0]] }, /twice/],
    [{ extra: 1 }, /wrong at/],
  ])('mapping with %j', (changed, words) => expect(() => setUp(changed).open()).toThrow(words))

  test('a missing mapping, in the argument or as a file', () => {
    const deps = { now: () => now, marksFile: () => ({ read: () => null, write: () => Promise.resolve() }) }
    expect(() => openCsv('/srv/ftp', deps)).toThrow(/FOLDER:mapping\.json/)
    expect(() => openCsv('/srv/ftp:/no/such.json', deps)).toThrow(/such\.json cannot be read/)
  })
})
