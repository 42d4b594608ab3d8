import '@helioport/time/node'
import { readPlant } from '../index.ts'
import { daySums, sourceRows } from '../history/source-rows.ts'
import { csvFile, xlsxFile } from '../testing/make-file.ts'
import type { SourceFile } from '../table/table.ts'
import { guessPlan, type KnownDevice } from './guess-plan.ts'
import { planOf } from './plan-of.ts'

const zone = 'Europe/Berlin'
const roof: KnownDevice = { id: 'a', name: 'Roof', serial: 'SN-1001', ratedPowerW: 10_000 }
const barn: KnownDevice = { id: 'b', name: 'Barn', serial: 'SN-1002', ratedPowerW: 10_000 }

async function takenIn(file: SourceFile, devices: readonly KnownDevice[] = [roof]) {
  const guess = await guessPlan(file, { zone, devices })
  const time = { ...guess.time, stamp: 'start' as const }
  const plan = planOf({ ...guess, time, intervalMinutes: null }, devices)
  const plant = await readPlant([file], plan)
  const sources = sourceRows(plant, plan)
  const used = guess.columns
    .filter(({ kind }) => kind !== 'ignore')
    .map(({ heading, kind, unit, deviceId }) => [heading, kind, unit, deviceId])
  return { guess, used, plant, sources, days: daySums(sources, zone) }
}

/** Quarter-hours of a day in July in Berlin: 4 kW from 6:00 to 18:00 local time. */
const midnight = Date.UTC(2026, 6, 1, 22)
const quarters = Array.from({ length: 96 }, (_, nth) => {
  const kw = nth >= 24 && nth < 72 ? 4 : 0
  const made = Math.max(0, Math.min(nth, 72) - 24)
  const wall = `${String(Math.floor(nth / 4)).padStart(2, '0')}:${String((nth % 4) * 15).padStart(2, '0')}`
  return { at: midnight + nth * 900_000, wall, kw, made }
})
const utc = (at: number) => new Date(at).toISOString()
const dayKwh = 48

/** Readings on change, every minute by day, with a restart at noon. */
function homeAssistant(): string {
  const power: string[] = []
  const energy: string[] = []
  for (let minute = 0; minute < 1440; minute += 1) {
    const at = utc(midnight + minute * 60_000 + 123)
    const isDay = minute >= 360 && minute < 1080
    if (minute === 720) {
      for (const own of [power, energy])
        own.push(`sensor.roof_x,unavailable,${at}`, `sensor.roof_x,unknown,${utc(midnight + minute * 60_000 + 900)}`)
    } else if (isDay && minute !== 721) {
      power.push(`sensor.roof_x,${4000 + (minute % 2 === 0 ? 1.5 : -1.5)},${at}`)
      if (minute % 3 === 0) energy.push(`sensor.roof_x,${(12_345.6 + (minute - 360) / 15).toFixed(2)},${at}`)
    } else if (minute === 0 || minute === 1080) {
      power.push(`sensor.roof_x,0.0,${at}`)
      energy.push(`sensor.roof_x,${minute === 0 ? 12_345.6 : 12_393.6},${at}`)
    }
  }
  const named = (own: string[], name: string) => own.map((line) => line.replace('roof_x', name))
  return [
    'entity_id,state,last_changed',
    `sun.sun,above_horizon,${utc(midnight + 300_000)}`,
    ...named(power, 'roof_current_power'),
    ...named(energy, 'roof_total_energy'),
    `sensor.grid_power,-1200,${utc(midnight + 1000)}`,
  ].join('\n')
}

test('Home Assistant history: entities become columns, unavailable states are gaps', async () => {
  const file = csvFile(homeAssistant(), 'history.csv')
  const { guess, used, plant, sources, days } = await takenIn(file)
  expect(guess).toMatchObject({ series: { keys: ['entity_id'], values: ['state'] }, time: { column: 'last_changed' } })
  expect(guess.columns.map(({ heading }) => heading)).not.toContain('sun.sun')
  expect(used).toEqual([
    ['sensor.roof_current_power', 'power', 'W', 'a'],
    // Found by the power of the same device.
    ['sensor.roof_total_energy', 'energyTotal', 'kWh', 'a'],
  ])
  expect(guess.asks).toEqual([])
  expect(guess.columns[0]?.examples[0]).toBe('0.0')
  expect(plant.losses).toEqual([])
  expect(sources[0]?.rows.length).toBeGreaterThan(400)
  expect(Math.abs((days[0]?.kwh ?? 0) - dayKwh)).toBeLessThan(0.3)

  const plan = planOf({ ...guess, time: { ...guess.time, stamp: 'start' }, intervalMinutes: null }, [roof])
  const both = await readPlant([file], plan)
  expect([both.intervalMs, both.losses]).toEqual([300_000, []])
  const [again] = sourceRows(both, plan)
  expect(daySums(again ? [again] : [], zone)[0]?.kwh).toBeCloseTo(dayKwh, 0)
  const rows = [...(again?.rows ?? [])]
  expect(rows.every(([, , , total]) => (total ?? 12_345.6) >= 12_345.6)).toBe(true)
  // Power is missing for two minutes at noon: the mean covers the rest. The counter is missing until its next reading.
  const noon = rows.find(([at]) => at === midnight + 12 * 3_600_000)
  expect(Math.abs((noon?.[1] ?? 0) - 4000)).toBeLessThan(2)
  expect(rows.find(([at]) => at === midnight + 3 * 3_600_000)?.slice(1, 4)).toEqual([0, null, 12_345.6])
})

test('a state that is not a number is a loss with its line', async () => {
  const text =
    'entity_id,state,last_changed\nsensor.pv_power,4100.5,2026-07-01T10:00:00.000Z\n' +
    'sensor.pv_power,broken,2026-07-01T10:05:00.000Z\nsensor.pv_power,1\nsensor.pv_power,4120.5,2026-07-01T10:10:00.000Z\n'
  const { plant } = await takenIn(csvFile(text))
  expect(plant.losses.map(({ reason, line, text: cell }) => [reason, line, cell])).toEqual([
    ['notANumber', 3, 'broken'],
    ['columnCount', 4, 'sensor.pv_power,1'],
  ])
})

test('InfluxDB: reads annotated tables one below the other', async () => {
  const table = (nth: number, id: string, unit: string, value: (q: (typeof quarters)[number]) => number) => [
    '#group,false,false,true,true,false,false,true,true,true',
    '#datatype,string,long,dateTime:RFC3339,dateTime:RFC3339,dateTime:RFC3339,double,string,string,string',
    '#default,mean,,,,,,,,',
    ',result,table,_start,_stop,_time,_value,_field,_measurement,entity_id',
    ...quarters.map(
      (q) => `,,${nth},${utc(midnight)},${utc(midnight + 86_400_000)},${utc(q.at)},${value(q)},value,${unit},${id}`,
    ),
    '',
  ]
  const text = [
    ...table(0, 'roof_power', 'W', ({ kw }) => kw * 1000),
    ...table(1, 'roof_energy_total', 'kWh', ({ made }) => 5000.5 + made),
    ...table(2, 'barn_power', 'kW', ({ kw }) => kw / 2),
  ].join('\r\n')
  const { used, days, guess, plant } = await takenIn(csvFile(text), [roof, barn])
  expect(guess.series?.values).toEqual(['_value'])
  expect(used.map(([, ...own]) => own)).toEqual([
    ['power', 'W', 'a'],
    ['energyTotal', 'kWh', 'a'],
    ['power', 'kW', 'b'],
  ])
  expect([days, plant.losses, guess.asks]).toEqual([[{ date: '2026-07-02', kwh: dayKwh * 1.5 }], [], []])
})

const german = (value: number) => String(value).replace('.', ',')
const date = '02.07.2026'
const layouts: [string, () => SourceFile | Promise<SourceFile>, (readonly [kind: string, unit: string | null])[]][] = [
  [
    'Fronius Solarweb, workbook',
    () =>
      xlsxFile([
        [
          'Date and time',
          'PV production | Symo 10.0-3-M (1)',
          'Consumed directly',
          'Energy to grid',
          'State of charge',
        ],
        ['[dd.MM.yyyy HH:mm]', '[Wh]', '[Wh]', '[Wh]', '[%]'],
        ...quarters.map(({ wall, kw }) => [`${date} ${wall}`, kw * 250, kw * 50, kw * 200, 50]),
      ]),
    [['energy', 'Wh']],
  ],
  [
    'Fronius Solarweb, text',
    () =>
      csvFile(
        [
          'Datum und Uhrzeit,Energie | Symo 10.0-3-M (1),Energie | ins Netz eingespeist',
          '[dd.MM.yyyy HH:mm],[Wh],[Wh]',
          ...quarters.map(({ wall, kw }) => `${date} ${wall},"${german(kw * 250.001)}","${german(kw * 0.101)}"`),
        ].join('\n'),
      ),
    [['energy', 'Wh']],
  ],
  [
    'Huawei FusionSolar, devices',
    () =>
      xlsxFile([
        ['Device Historical Data'],
        [
          'Site Name',
          'ManageObject',
          'Start Time',
          'PV1 input voltage(V)',
          'Total input power(kW)',
          'Active power(kW)',
          'Daily energy(kWh)',
          'Total yield(kWh)',
          'Internal temperature(℃)',
        ],
        ...['INV-SN-1001', 'INV-SN-1002'].flatMap((name) =>
          quarters.map(({ wall, kw, made }) => [
            'Home',
            name,
            `2026-07-02 ${wall}:00 DST`,
            600.1,
            kw / 2 + 0.1,
            kw / 2,
            made / 2,
            700 + made / 2,
            40,
          ]),
        ),
      ]),
    [
      ['dcPower', 'kW'],
      ['power', 'kW'],
      ['energyToday', 'kWh'],
      ['energyTotal', 'kWh'],
      ['dcPower', 'kW'],
      ['power', 'kW'],
      ['energyToday', 'kWh'],
      ['energyTotal', 'kWh'],
    ],
  ],
  [
    'Huawei FusionSolar, plant by hours',
    () =>
      xlsxFile([
        ['Plant Report'],
        [
          'Statistical Period',
          'Global Irradiation (kWh/㎡)',
          'Average Temperature(°C)',
          'Theoretical Yield (kWh)',
          'PV Yield (kWh)',
          'Export (kWh)',
          'Import (kWh)',
          'Peak Power (kW)',
          'Revenue (€)',
        ],
        ...quarters
          .filter((_, nth) => nth % 4 === 0)
          .map(({ wall, kw }) => [`2026-07-02 ${wall}:00`, 0.5, 20.5, kw * 1.1, kw, kw * 0.8, 0, 4.2, 1]),
      ]),
    [['energy', 'kWh']],
  ],
  [
    'SolarEdge',
    () =>
      csvFile(
        ['Time,System Production (W)', ...quarters.map(({ wall, kw }) => `07/02/2026 ${wall},${kw * 1000}.0`)].join(
          '\n',
        ),
      ),
    [['power', 'W']],
  ],
  [
    'Enphase',
    () =>
      csvFile(
        [
          'Date/Time,Energy Produced (Wh),Energy Consumed (Wh),Exported to Grid (Wh),Imported from Grid (Wh)',
          ...quarters.map(({ wall, kw }) => `2026-07-02 ${wall}:00 +0200,${kw * 250},100,${kw * 200},5`),
          'Total,48000,9600,40000,480',
        ].join('\n'),
      ),
    [['energy', 'Wh']],
  ],
  [
    'Growatt ShineServer',
    () =>
      csvFile(
        [
          'NO.,Serial number,Time,Status,Vpv1(V),Ipv1(A),Ppv1(W),Ppv2(W),Ppv(W),PacR(W),PacS(W),PacT(W),Pac(W),EacToday(kWh),EacTotal(kWh),Epv1Total(kWh),INVTemp(°C)',
          ...quarters.map(({ wall, kw, made }, nth) =>
            [
              nth + 1,
              'SN1001',
              `2026-07-02 ${wall}:00`,
              'Normal',
              600.5,
              3,
              kw * 510,
              kw * 510,
              kw * 1020,
              kw * 333,
              kw * 333,
              kw * 334,
              kw * 1000,
              made.toFixed(1),
              (900 + made).toFixed(1),
              (450 + made / 2).toFixed(1),
              40.5,
            ].join(','),
          ),
        ].join('\n'),
      ),
    [
      ['dcPower', 'W'],
      ['power', 'W'],
      ['energyToday', 'kWh'],
      ['energyTotal', 'kWh'],
    ],
  ],
  [
    'GoodWe SEMS, plant',
    () =>
      xlsxFile([
        ['Home Plant Power Curve'],
        ['Time', 'PV(W)', 'SOC(%)', 'Battery(W)', 'Grid (W)', 'Load(W)'],
        ...quarters.map(({ wall, kw }) => [`02.07.2026 ${wall}:00`, kw * 1000, 50, 0, kw * 900, kw * 100]),
      ]),
    [['power', 'W']],
  ],
  [
    'Sungrow iSolarCloud',
    () =>
      csvFile(
        [
          'Time,Inverter_001_001/Total DC Power(W),Inverter_001_001/Total Active Power(W),Inverter_001_001/Daily Yield(kWh),Inverter_001_001/Total Yield(kWh)',
          ...quarters.map(({ wall, kw, made }) =>
            kw === 0
              ? `2026-07-02 ${wall}:00,--,--,--,--`
              : `2026-07-02 ${wall}:00,${kw * 1020.5},${kw * 1000},${made}.0,${3000 + made}.5`,
          ),
        ].join('\n'),
      ),
    [
      ['dcPower', 'W'],
      ['power', 'W'],
      ['energyToday', 'kWh'],
      ['energyTotal', 'kWh'],
    ],
  ],
  [
    'SMA ennexOS',
    () =>
      csvFile(
        [
          'Zeitstempel;PV-Erzeugung [W];Netzbezug [W];Netzeinspeisung [W];Gesamtverbrauch [W]',
          ...quarters.map(
            ({ wall, kw }) => `${date} ${wall};${german(kw * 1000.001)};0,5;${german(kw * 900.01)};500,5`,
          ),
        ].join('\r\n'),
      ),
    [['power', 'W']],
  ],
]

test.each(layouts)('reads a file of %s', async (_, make, kinds) => {
  const file = await make()
  const { used, days, plant } = await takenIn(file, kinds.length > 5 ? [roof, barn] : [roof])
  expect(used.map(([, kind, unit]) => [kind, unit])).toEqual(kinds)
  expect(plant.losses.filter(({ text }) => text !== 'Total')).toEqual([])
  expect(days).toHaveLength(1)
  expect(Math.abs((days[0]?.kwh ?? 0) - dayKwh)).toBeLessThan(1.01)
})

test('refuses times without a date (noDate) and an old Excel workbook (oldExcel)', async () => {
  const text = [';Roof / Power / Mean values  [kW]', ...quarters.map(({ wall, kw }) => `${wall};${german(kw)}`)].join(
    '\n',
  )
  await expect(takenIn(csvFile(text))).rejects.toMatchObject({ code: 'noDate' })
  const old = { name: 'growatt.xls', bytes: Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]) }
  await expect(takenIn(old)).rejects.toMatchObject({ code: 'oldExcel' })
})
