import { SourceAway } from '../source/trouble.ts'
import { fakeJson } from '../testing/fake-json.ts'
import { openFronius } from './fronius-source.ts'

/**
 * Values of Home Assistant's recorded answers (tests/components/fronius/fixtures: symo, gen24_storage, primo_s0,
 * igplus_v2, Apache-2.0), shortened; the three-phase answer follows the tables of manual 42,0410,2012.
 */
const at = Date.UTC(2026, 5, 1, 12)
const list = '/solar_api/v1/GetInverterInfo.cgi'
const common = (id: number) =>
  `/solar_api/v1/GetInverterRealtimeData.cgi?Scope=Device&DeviceId=${id}&DataCollection=CommonInverterData`
const phases = (id: number) => common(id).replace('CommonInverterData', '3PInverterData')
const answer = (data: unknown, code = 0, reason = '') => ({
  Body: { Data: data },
  Head: { Status: { Code: code, Reason: reason, UserMessage: '' }, Timestamp: '2021-10-07T10:01:17+02:00' },
})
const one = answer({ '1': { CustomName: 'Symo 20', DT: 121, PVPower: 23100, StatusCode: 7, UniqueID: '1234567' } })
const symo = {
  DAY_ENERGY: { Unit: 'Wh', Value: 1113 },
  DeviceStatus: { ErrorCode: 0, StatusCode: 7 },
  FAC: { Unit: 'Hz', Value: 49.939999999999998 },
  IAC: { Unit: 'A', Value: 5.19 },
  IDC: { Unit: 'A', Value: 2.19 },
  PAC: { Unit: 'W', Value: 1190 },
  TOTAL_ENERGY: { Unit: 'Wh', Value: 44188000 },
  UAC: { Unit: 'V', Value: 227.9 },
  UDC: { Unit: 'V', Value: 518 },
}
const threePhases = {
  IAC_L1: { Unit: 'A', Value: 1.73 },
  IAC_L2: { Unit: 'A', Value: 1.74 },
  IAC_L3: { Unit: 'A', Value: 1.72 },
  UAC_L1: { Unit: 'V', Value: 227.9 },
  UAC_L2: { Unit: 'V', Value: 229.1 },
  UAC_L3: { Unit: 'V', Value: 228.4 },
}
const deviceWith = (answers: Record<string, unknown>) => {
  const device = fakeJson(answers)
  return { ...device, source: openFronius('192.168.1.5', { getJson: device.getJson, now: () => at }) }
}
const frameOf = async (data: unknown, more: unknown = answer(threePhases)) => {
  const { source } = deviceWith({ [list]: one, [common(1)]: answer(data), [phases(1)]: more })
  const [reading] = await source.read()
  return { ...reading?.frame, counter: reading?.counter }
}

describe('a Symo by day', () => {
  test('reads power, phases, DC voltage and lifetime counter, and nothing that is not reported', async () => {
    expect(await frameOf(symo)).toEqual({
      serial: '1234567',
      at,
      model: 'Fronius Symo 20',
      mode: 3,
      powerW: 1190,
      frequencyHz: 49.94,
      acVoltageV: [227.9, 229.1, 228.4],
      acCurrentA: [1.73, 1.74, 1.72],
      mpptVoltageV: [518],
      mpptCurrentA: [2.19],
      counter: { origin: 'fronius.TOTAL_ENERGY', kwh: 44188, wrapsAtKwh: null },
    })
  })

  test('the sum current of three phases is never used as the current of one', async () => {
    const late = await frameOf(symo, answer({}, 8, 'LNRequestTimeout'))
    expect(late.acCurrentA).toBeUndefined()
    expect(late.powerW).toBe(1190)
    const single = await frameOf(symo, answer({}, 11, 'NotSupported'))
    expect(single.acCurrentA).toEqual([5.19])
    expect(single.acVoltageV).toEqual([227.9])
  })
})

test('reads API version 0, with another path and device numbers from 0', async () => {
  const realtime = (collection: string) =>
    `/solar_api/GetInverterRealtimeData.cgi?Scope=Device&DeviceIndex=0&DataCollection=${collection}`
  const { source } = deviceWith({
    '/solar_api/GetAPIVersion.cgi': { APIVersion: 0, BaseURL: '/solar_api/' },
    '/solar_api/GetInverterInfo.cgi': answer({ 0: { DT: 99, UniqueID: '654321' } }),
    [realtime('CommonInverterData')]: answer(symo),
    [realtime('3PInverterData')]: answer({}, 255),
  })
  const [reading] = await source.read()
  expect(reading?.frame).toMatchObject({ serial: '654321', powerW: 1190 })
})

describe('a night', () => {
  test('values that the inverter omits are absent, not zero', async () => {
    const { PAC: _p, FAC: _f, UAC: _u, IAC: _i, ...rest } = symo
    const night = await frameOf({ ...rest, DeviceStatus: { ErrorCode: 307, StatusCode: 3 } }, answer({}))
    expect(night.powerW).toBeUndefined()
    expect(night.acVoltageV).toBeUndefined()
    expect(night.mode).toBe(1)
    expect(night.counter?.kwh).toBe(44188)
  })

  test('an empty list of inverters gives no readings', async () => {
    expect(await deviceWith({ [list]: answer({}) }).source.read()).toEqual([])
  })

  test.each([8, 11, 12, 255])('status %s of the inverter is SourceAway', async (code) => {
    const { source } = deviceWith({ [list]: one, [common(1)]: answer({}, code), [phases(1)]: answer({}, code) })
    await expect(source.read()).rejects.toThrow(SourceAway)
  })
})

describe('a GEN24', () => {
  const tracker = (Value: number | null, Unit: string) => ({ Value, Unit })
  const gen24 = {
    ...symo,
    DAY_ENERGY: { Unit: 'Wh', Value: null },
    DeviceStatus: { InverterState: 'Running', StatusCode: 'Running' },
    PAC: { Unit: 'W', Value: 250.90925598144531 },
    IDC: tracker(0.39519637823104858, 'A'),
    IDC_2: tracker(0.35640031099319458, 'A'),
    IDC_3: tracker(null, 'A'),
    UDC: tracker(419.10092163085938, 'V'),
    UDC_2: tracker(318.81027221679688, 'V'),
    UDC_3: tracker(null, 'V'),
    TOTAL_ENERGY: { Unit: 'Wh', Value: 7512794.0116666667 },
  }

  test('reads each tracker, DC power from their sum, and a state given as text', async () => {
    const frame = await frameOf(gen24)
    expect(frame.mode).toBe(3)
    expect(frame.mpptVoltageV).toEqual([419.100921631, 318.810272217])
    expect(frame.mpptCurrentA).toHaveLength(2)
    expect(frame.dcPowerW).toBeCloseTo(279.3, 0)
    expect(frame.counter?.kwh).toBeCloseTo(7512.794, 3)
  })

  test('a tracker without values keeps its index', async () => {
    const frame = await frameOf({ ...gen24, UDC_2: tracker(null, 'V'), UDC_3: tracker(301, 'V') })
    expect(frame.mpptVoltageV).toEqual([419.100921631, null, 301])
  })
})

describe('two inverters on one datalogger', () => {
  const two = answer({
    '1': { CustomName: '&#80;&#114;&#105;&#109;&#111;&#32;&#53;&amp;&#x33;', UniqueID: '476' },
    '2': { CustomName: '', UniqueID: '234567' },
  })

  test('decodes names, prefixes a short serial, and has at most two requests open', async () => {
    const device = deviceWith({
      [list]: two,
      [common(1)]: answer(symo),
      [phases(1)]: answer(threePhases),
      [common(2)]: answer(symo),
      [phases(2)]: answer(threePhases),
    })
    const readings = await device.source.read()
    expect(readings.map(({ frame }) => [frame.serial, frame.model])).toEqual([
      ['fronius-476', 'Fronius Primo 5&3'],
      ['234567', 'Fronius'],
    ])
    expect(device.mostOpen()).toBe(2)
  })

  test('an inverter that is away does not affect the other', async () => {
    const { source } = deviceWith({ [list]: two, [common(1)]: answer({}, 12), [common(2)]: answer(symo) })
    expect((await source.read()).map(({ frame }) => frame.serial)).toEqual(['234567'])
  })

  test('reports an inverter without a serial (fronius.noNumber)', async () => {
    const list4 = answer({ '2': { UniqueID: '234567' }, '4': { CustomName: 'North' } })
    const { source } = deviceWith({ [list]: list4, [common(2)]: answer(symo) })
    expect((await source.read()).map(({ frame }) => frame.serial)).toEqual(['234567'])
    expect(source.away?.()).toEqual([{ code: 'fronius.noNumber', values: { inverter: '4' } }])
  })
})

describe('answers that are not of this API', () => {
  test('reports a Solar API that is switched off', async () => {
    await expect(deviceWith({}).source.read()).rejects.toThrow(/Solar API is switched off/)
  })

  test.each([null, [], 'Running', {}, { Head: {} }, { Head: { Status: { Code: 'OK' } } }])(
    'refuses %j',
    async (nonsense) => {
      await expect(deviceWith({ [list]: nonsense }).source.read()).rejects.toThrow(/not as a Fronius Solar API/)
    },
  )

  test('ignores text values, wrong units and unknown states', async () => {
    const frame = await frameOf({
      PAC: { Unit: 'W', Value: 'n/a' },
      UAC: { Unit: 'furlong', Value: 230 },
      FAC: 50,
      TOTAL_ENERGY: { Unit: 'kWh', Value: 12 },
      DeviceStatus: { StatusCode: 99 },
    })
    expect(frame.powerW).toBeUndefined()
    expect(frame.frequencyHz).toBeUndefined()
    expect(frame.mode).toBeUndefined()
    expect(frame.counter?.kwh).toBe(12)
  })

  test.each([0, null, -1])('a lifetime total of %s is unknown', async (Value) => {
    expect((await frameOf({ ...symo, TOTAL_ENERGY: { Unit: 'Wh', Value } })).counter).toBeNull()
  })
})

test('an invalid address is refused without showing its password', () => {
  const deps = { getJson: fakeJson({}).getJson, now: () => at }
  expect(() => openFronius('ftp://me:secret@host', deps)).toThrow(/over http/)
  expect(() => openFronius('http://me:secret@', deps)).toThrow(/^(?!.*secret)/)
})
