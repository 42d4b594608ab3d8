import { ModbusLine } from '../modbus/modbus-line.ts'
import { SourceRun } from '../main/source-run.ts'
import { SourceAway } from '../source/trouble.ts'
import { modelWords, sunspecImage, threePhase } from '../testing/images.ts'
import { type Image, type ModbusDevice, startModbusDevice } from '../testing/modbus-device.ts'
import { SunspecSource } from './sunspec-source.ts'

const at = Date.parse('2026-06-21T10:00:00Z')
const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

const unitOf = (holding: Image) => ({ holding, input: new Map<number, number>() })

async function deviceWith(blocks: number[][], base?: number): Promise<ModbusDevice> {
  const device = await startModbusDevice(new Map([[1, unitOf(sunspecImage(blocks, base))]]))
  open.push(device)
  return device
}

function sourceOf(port: number, units = [1], clock = { now: () => at, wait: async () => {} }) {
  const line = new ModbusLine({ host: '127.0.0.1', port, answerWithinMs: 300, ...clock })
  const source = new SunspecSource({ name: 'sunspec test', line, units, now: clock.now })
  open.push(source)
  return source
}

test('a three-phase inverter becomes one frame in the portal’s units', async () => {
  const source = sourceOf((await deviceWith(threePhase())).port)
  expect(await source.read()).toEqual([
    {
      counter: { origin: 'sunspec.103.WH', kwh: 81_234.567, wrapsAtKwh: 4_294_967.296 },
      frame: {
        serial: 'SE-7E1234AB',
        at,
        model: 'Solar Works SW10K',
        ratedPowerW: 10_000,
        mode: 3,
        errorWord: 0,
        powerW: 10_420,
        reactiveVar: -1120,
        powerFactor: -0.99427480916,
        frequencyHz: 49.98,
        acVoltageV: [230.1, 231.2, 229.8],
        acCurrentA: [5.06, 5.07, 5.07],
        dcPowerW: 10_602,
        mpptVoltageV: [731.2, 731],
        mpptCurrentA: [7.2, 7.3],
        cabinetC: 41.2,
      },
    },
  ])
})

test.each([50_000, 0])('finds a SunSpec map that begins at %i', async (base) => {
  const source = sourceOf((await deviceWith(threePhase(), base)).port)
  expect((await source.read())[0]?.frame.powerW).toBe(10_420)
})

test('reports the first 12 of more trackers, and the DC power of all', async () => {
  const trackers = Array.from({ length: 16 }, (_, nth) => ({ DCA: 100 + nth, DCV: 6500, DCW: 650 }))
  const blocks = [...threePhase().slice(0, 3), modelWords(160, { DCA_SF: -1, DCV_SF: -1, DCW_SF: 1, N: 16 }, trackers)]
  const [reading] = await sourceOf((await deviceWith(blocks)).port).read()
  expect(reading?.frame.mpptCurrentA).toEqual(trackers.slice(0, 12).map(({ DCA }) => DCA / 10))
  expect(reading?.frame.dcPowerW).toBe(10_602)
})

test('a serial of three digits gets the maker as prefix; an inverter without a serial is an error', async () => {
  const [, ...rest] = threePhase({}, '')
  const plate = (SN: string) => [modelWords(1, { Mn: 'Acme', Md: 'x', SN }), ...rest]
  const [reading] = await sourceOf((await deviceWith(plate('123'))).port).read()
  expect(reading?.frame.serial).toBe('Acme-123')
  await expect(sourceOf((await deviceWith(plate(''))).port).read()).rejects.toThrow(/unit 1.*no serial/)
})

test('reads the float models', async () => {
  const float = { W: 2500.5, Hz: 49.98, PhVphA: 230.1, AphA: 10.87, WH: 123_456_784, St: 4 }
  const [reading] = await sourceOf(
    (await deviceWith([...threePhase().slice(0, 1), modelWords(111, float)])).port,
  ).read()
  expect(reading).toMatchObject({
    counter: { kwh: 123_456.784 },
    frame: { powerW: 2500.5, frequencyHz: 49.98, acVoltageV: [230.1], acCurrentA: [10.87] },
  })
})

test('points that are not implemented are absent, never 0', async () => {
  const bare = [
    modelWords(1, { Mn: 'M', Md: 'x', SN: 'A-1234' }),
    modelWords(101, { W: 512, W_SF: 0, PPVphAB: 230, V_SF: 0, St: 4 }),
  ]
  const [reading] = await sourceOf((await deviceWith(bare)).port).read()
  expect(reading).toEqual({
    counter: null,
    frame: { serial: 'A-1234', at, model: 'M x', powerW: 512, acVoltageV: [230], mode: 3 },
  })
})

test('a scale factor that changes between rounds applies with its own values', async () => {
  const device = await deviceWith(threePhase({ DCW: 950, DCW_SF: 0 }))
  const source = sourceOf(device.port)
  expect((await source.read())[0]?.frame.dcPowerW).toBe(950)
  device.units.set(1, unitOf(sunspecImage(threePhase({ DCW: 950, DCW_SF: 1 }))))
  expect((await source.read())[0]?.frame.dcPowerW).toBe(9500)
})

test('repeats a block in two requests if its scale factors change between them', async () => {
  const trackers = Array.from({ length: 6 }, () => ({ DCA: 50, DCV: 6000, DCW: 300 }))
  const blocks = (sf: number) => [
    ...threePhase().slice(0, 3),
    modelWords(160, { DCA_SF: sf, DCV_SF: -1, DCW_SF: 0, Evt: 0, N: 6 }, trackers),
  ]
  const device = await deviceWith(blocks(-1))
  const source = sourceOf(device.port)
  let asked = 0
  device.before = () => {
    if (device.asked.at(-1)?.endsWith('+125') && ++asked === 1) {
      device.before = () => {
        device.units.set(1, unitOf(sunspecImage(blocks(-2))))
        device.before = null
      }
    }
  }
  expect((await source.read())[0]?.frame.mpptCurrentA).toEqual([0.5, 0.5, 0.5, 0.5, 0.5, 0.5])
})

test('a battery input of a hybrid is not a tracker', async () => {
  const inputs = [
    { IDStr: 'MPPT 1', DCA: 50, DCV: 6000 },
    { IDStr: 'StCha 3', DCA: 90, DCV: 4000 },
  ]
  const hybrid = [...threePhase().slice(0, 3), modelWords(160, { DCA_SF: -1, DCV_SF: -1, N: 2 }, inputs)]
  expect((await sourceOf((await deviceWith(hybrid)).port).read())[0]?.frame.mpptVoltageV).toEqual([600])
})

test('events become alarm bits of the error word; a field of all ones means no events', async () => {
  const device = await deviceWith(threePhase({ Evt1: (1 << 7) | (1 << 10), St: 7 }))
  const source = sourceOf(device.port)
  expect((await source.read())[0]?.frame).toMatchObject({ mode: 5, errorWord: ((1 << 0) | (1 << 19)) >>> 0 })
  device.units.set(
    1,
    unitOf(sunspecImage([threePhase()[0] ?? [], modelWords(103, { W: 5, W_SF: 0, Evt1: 0xffff_ffff })])),
  )
  expect((await source.read())[0]?.frame.errorWord).toBeUndefined()
})

test('prefers the 64-bit counter, and does not change to another one', async () => {
  const with122 = (wh: number) => [...threePhase(), modelWords(122, { ActWh: wh })]
  const device = await deviceWith(with122(91_000_000))
  const source = sourceOf(device.port)
  expect((await source.read())[0]?.counter).toMatchObject({ origin: 'sunspec.122.ActWh', kwh: 91_000 })
  device.units.set(1, unitOf(sunspecImage(with122(0))))
  expect((await source.read())[0]?.counter).toBeNull()
})

test('reads model 701: states from 0, energy of 64 bits', async () => {
  const blocks = [
    modelWords(1, { Mn: 'New', Md: 'N5', SN: 'N5-0001' }),
    modelWords(701, { InvSt: 3, Alrm: 0, W: 420, W_SF: 1, VA: 425, VA_SF: 1, Var: 50, Var_SF: 1, TotWhInj: 5_000_000, TotWh_SF: 0, VL1: 2300, V_SF: -1, Hz: 50_010, Hz_SF: -3 }),
    modelWords(702, { WMaxRtg: 5000, W_SF: 0 }),
  ] // prettier-ignore
  const [reading] = await sourceOf((await deviceWith(blocks)).port).read()
  expect(reading?.counter).toEqual({ origin: 'sunspec.701.TotWhInj', kwh: 5000, wrapsAtKwh: null })
  expect(reading?.frame).toMatchObject({
    mode: 3,
    powerW: 4200,
    reactiveVar: 500,
    frequencyHz: 50.01,
    ratedPowerW: 5000,
    acVoltageV: [230],
  })
})

test('finds models again that have moved, and another device by its serial', async () => {
  const device = await deviceWith(threePhase())
  const source = sourceOf(device.port)
  await source.read()
  const [common = [], inverter = [], ...rest] = threePhase({}, 'SE-OTHER-01')
  device.units.set(1, unitOf(sunspecImage([common, modelWords(122, { ActWh: 5000 }), inverter, ...rest])))
  await source.read().catch(() => undefined)
  expect((await source.read())[0]).toMatchObject({
    frame: { serial: 'SE-OTHER-01', powerW: 10_420 },
    counter: { kwh: 5 },
  })
})

test('all zeros, all ones and a device without grid values give no reading', async () => {
  const device = await deviceWith(threePhase())
  const source = sourceOf(device.port)
  await source.read()
  const image = sunspecImage(threePhase())
  const [common = []] = threePhase()
  const start = 40_002 + common.length
  for (const filler of [0, 0xffff]) {
    for (let i = 2; i < 52; i++) image.set(start + i, filler)
    device.units.set(1, unitOf(image))
    expect(await source.read()).toEqual([])
  }
  device.units.set(1, unitOf(sunspecImage(threePhase({ St: 7, W: 0, Hz: 0, PhVphA: 0, Evt1: 0 }))))
  expect(await source.read()).toEqual([])
})

test('a missing unit does not affect the others, and all share one connection', async () => {
  const device = await startModbusDevice(
    new Map([1, 3].map((unit) => [unit, unitOf(sunspecImage(threePhase({}, `SE-UNIT-${unit}`)))])),
  )
  open.push(device)
  const source = sourceOf(device.port, [1, 2, 3])
  expect((await source.read()).map(({ frame }) => frame.serial)).toEqual(['SE-UNIT-1', 'SE-UNIT-3'])
  expect(device.connections).toBe(1)
})

test('retries an unreachable host after a back-off, and reads it again after an hour', async () => {
  const device = await deviceWith(threePhase())
  await device.close()
  let now = at
  const source = sourceOf(device.port, [1], { now: () => now, wait: async () => {} })
  await expect(source.read()).rejects.toThrow(SourceAway)
  await expect(source.read()).rejects.toThrow(/refuses the connection/)
  for (let minute = 0; minute < 60; minute++) {
    now += 60_000
    await expect(source.read()).rejects.toThrow(SourceAway)
  }
  open.push(await startModbusDevice(new Map([[1, unitOf(sunspecImage(threePhase()))]]), device.port))
  now += 5 * 60_000
  expect(await source.read()).toHaveLength(1)
})

test('a device that stops answering is SourceAway; the next request uses a new connection', async () => {
  const device = await deviceWith(threePhase())
  const source = sourceOf(device.port)
  await source.read()
  device.isMute = true
  await expect(source.read()).rejects.toThrow(SourceAway)
  device.isMute = false
  expect(await source.read()).toHaveLength(1)
  expect(device.connections).toBe(2)
})

test('reads irradiance, temperatures and wind of a weather station', async () => {
  const station = [
    modelWords(1, { Mn: 'M', Md: 'met', SN: 'MET-1' }),
    modelWords(302, {}, [{ GHI: 640, POAI: 812 }]),
    modelWords(303, {}, [{ TmpBOM: 455 }]),
    modelWords(307, { TmpAmb: 231, WndSpd: 4 }),
  ]
  const source = sourceOf((await deviceWith([...threePhase(), ...station])).port)
  await source.read()
  expect(await source.readSensors()).toEqual([
    { at, irradianceWm2: 812, horizontalWm2: 640, moduleC: 45.5, ambientC: 23.1, windMs: 4 },
  ])
})

test('rated power falls back to WMax; each irradiance comes from the sensor that has it', async () => {
  const blocks = [
    ...threePhase().slice(0, 2),
    modelWords(121, { WMax: 920, WMax_SF: 1, VAMax: 1000, VAMax_SF: 1 }),
    modelWords(302, {}, [{ GHI: 812 }, { POAI: 934 }]),
    modelWords(303, {}, [{ TmpBOM: 471 }]),
  ]
  const source = sourceOf((await deviceWith(blocks)).port)
  expect((await source.read())[0]?.frame.ratedPowerW).toBe(9200)
  expect(await source.readSensors()).toEqual([{ at, irradianceWm2: 934, horizontalWm2: 812, moduleC: 47.1 }])
})

test.each([1, 2, 3, 4, 5, 6, 10, 11] as const)(
  'exception %i at the measurement costs only this round',
  async (code) => {
    const device = await deviceWith(threePhase())
    const source = sourceOf(device.port)
    await source.read()
    const [common = []] = threePhase()
    device.refuses = (address) => (address === 40_002 + common.length ? code : null)
    expect(await source.read().catch((error: unknown) => (error instanceof SourceAway ? [] : error))).toEqual([])
    device.refuses = null
    expect((await source.read())[0]?.frame).toMatchObject({ powerW: 10_420, mpptVoltageV: [731.2, 731] })
    expect(device.connections).toBe(1)
  },
)

test('a device that is busy during the scan of models is scanned again', async () => {
  const device = await deviceWith(threePhase())
  const source = sourceOf(device.port)
  const [common = [], inverter = []] = threePhase()
  device.refuses = (address) => (address === 40_002 + common.length + inverter.length ? 6 : null)
  await expect(source.read()).rejects.toThrow('busy')
  device.refuses = null
  expect((await source.read())[0]?.frame.mpptVoltageV).toEqual([731.2, 731])
})

test('a block that was read only in part is left out; the rest of the inverter is read', async () => {
  const trackers = Array.from({ length: 6 }, () => ({ DCA: 50, DCV: 6000, DCW: 300 }))
  const blocks = threePhase().slice(0, 3)
  const first = 40_002 + blocks.flat().length
  const long = modelWords(160, { DCA_SF: -1, DCV_SF: -1, DCW_SF: 0, Evt: 0, N: 6 }, trackers)
  const device = await deviceWith([...blocks, long])
  const source = sourceOf(device.port)
  device.refuses = (address) => (address === first + 125 ? 4 : null)
  const [reading] = await source.read()
  expect(reading?.frame.powerW).toBe(10_420)
  expect(reading?.frame).not.toHaveProperty('mpptVoltageV')
  device.refuses = null
  expect((await source.read())[0]?.frame.mpptVoltageV).toHaveLength(6)
})

test('ignores a reply that carries another unit id', async () => {
  const device = await deviceWith(threePhase())
  const source = sourceOf(device.port)
  await source.read()
  device.answersAs = 2
  await expect(source.read()).rejects.toThrow(SourceAway)
  device.answersAs = null
  expect(await source.read()).toHaveLength(1)
})

const met = [
  modelWords(1, { Mn: 'M', Md: 'met', SN: 'MET-1' }),
  modelWords(307, { TmpAmb: 231, WndSpd: 4 }),
  modelWords(306, { GHI: 655, A: 3, V: 12, Tmp: 41 }),
  modelWords(304, {}, [{ Inclx: 3120, Incly: -45 }]),
  modelWords(305, { Lat: 481_371_540, Long: 115_761_240, Alt: 519, Loc: 'Roof' }),
]

test('a weather station as a unit of its own is scanned once and gives one frame per round', async () => {
  const device = await deviceWith(met)
  const source = sourceOf(device.port)
  const frame = { at, horizontalWm2: 655, ambientC: 23.1, windMs: 4 }
  for (let round = 0; round < 3; round += 1) {
    expect(await source.read()).toEqual([])
    expect(await source.readSensors()).toEqual([frame])
  }
  expect(device.asked.filter((request) => request.includes('40000'))).toHaveLength(1)
  expect(source.notes()).toEqual([
    'MET-1: inclination 31.2° / -0.45° / –',
    'MET-1: place 48.137154, 11.576124, 519 m, Roof',
  ])
})

test('a weather station whose models moved does not affect the inverter, and is found again', async () => {
  const device = await deviceWith([...threePhase(), ...met])
  const run = new SourceRun(
    sourceOf(device.port),
    () => at,
    () => undefined,
  )
  await run.ask()
  expect(run.take()).toMatchObject({ readings: [{ frame: { powerW: 10_420 } }], sensors: [{ ambientC: 23.1 }] })
  const [common = [], weather = [], ...others] = met
  device.units.get(1)?.holding.clear()
  const moved = [...threePhase(), common, ...others, weather]
  for (const [place, word] of sunspecImage(moved)) device.units.get(1)?.holding.set(place, word)
  await run.ask()
  expect(run.take().readings).toHaveLength(1)
  await run.ask()
  expect(run.take()).toMatchObject({ readings: [{ frame: { powerW: 10_420 } }], sensors: [{ ambientC: 23.1 }] })
})

test('a battery appears in the notes; DC power is that of the PV inputs only', async () => {
  const [common = [], , plate = []] = threePhase()
  const hybrid = [
    common,
    modelWords(103, { W: 3000, W_SF: 0, DCW: 5200, DCW_SF: 0, St: 4, PhVphA: 230, V_SF: 0 }),
    plate,
    modelWords(124, { ChaState: 745, ChaState_SF: -1, ChaSt: 4, InBatV: 4102, InBatV_SF: -1 }),
    modelWords(160, { DCA_SF: 0, DCV_SF: 0, DCW_SF: 0, N: 2 }, [
      { IDStr: 'MPPT 1', DCA: 8, DCV: 600, DCW: 4800 },
      { IDStr: 'StCha 3', DCA: 4, DCV: 410, DCW: 1640 },
    ]),
    modelWords(703, { ES: 1, ESDlyRemTms: 240 }),
  ]
  const source = sourceOf((await deviceWith(hybrid)).port)
  const [reading] = await source.read()
  expect(reading?.frame).toMatchObject({ powerW: 3000, dcPowerW: 4800, mpptVoltageV: [600] })
  expect(source.notes()).toEqual([
    'SE-7E1234AB: battery 74.5 %, charging, 410.2 V',
    'SE-7E1234AB: it waits 240 s before it feeds in',
  ])
})

test.each([
  ['a place for a battery, and none in it', { ChaSt: 1, ChaState: 0, ChaState_SF: 0 }, { ES: 1, ESDlyRemTms: 0 }, []],
  [
    'a device that may not feed in',
    {},
    { ES: 0 },
    ['it may not feed in: entering service is switched off (model 703)'],
  ],
])('notes for %s', async (_what, storage, service, notes) => {
  const blocks = [...threePhase(), modelWords(124, storage), modelWords(703, service)]
  const source = sourceOf((await deviceWith(blocks)).port)
  expect((await source.read())[0]?.frame.dcPowerW).toBe(10_602)
  expect(source.notes()).toEqual(notes.map((note) => `SE-7E1234AB: ${note}`))
})
