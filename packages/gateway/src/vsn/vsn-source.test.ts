import { createHash } from 'node:crypto'
import { type GetJson, HttpRefusal } from '../http/get-json.ts'
import { SourceAway } from '../source/trouble.ts'
import { fakeJson } from '../testing/fake-json.ts'
import { openVsn } from './vsn-source.ts'

/**
 * Values of answers that owners recorded (alexdelprete/ha-abb-fimer-pvi-vsn-rest, docs/vsn-data: VSN300 firmware 1.9.2 and 2.0.1,
 * VSN700), shortened.
 */
const at = Date.UTC(2026, 7, 11, 11, 7)
const id = '077909-3G82-3112'
const pointsOf = (values: Record<string, unknown>) => Object.entries(values).map(([name, value]) => ({ name, value }))
const device = (values: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  device_type: 'inverter_3phases',
  timestamp: '2026-08-11T13:06:56+0200',
  points: pointsOf(values),
  ...more,
})
const logger = {
  device_id: '00:00:00:00:00:02',
  timestamp: '2026-08-11T13:06:54+0200',
  points: pointsOf({ type: 'WIFI LOGGER CARD' }),
}
const vsn300 = {
  C_Mn: 'Power-One',
  C_SN: id,
  m160_1_DCA_1: 5.82550048828125,
  m160_1_DCV_1: 301.7368469238281,
  m160_1_DCA_2: 5.68450927734375,
  m160_1_DCV_2: 270.8384704589844,
  m103_1_DCW: 3294.49853515625,
  m103_1_A: 3.9758546352386475,
  m103_1_AphA: 3.968485116958618,
  m103_1_AphB: 4.33512020111084,
  m103_1_AphC: 4.558928489685059,
  m103_1_W: 3194.01611328125,
  m103_1_PhVphA: 246.34457397460938,
  m103_1_PhVphB: 238.0366668701172,
  m103_1_PhVphC: 247.69708251953125,
  m103_1_Hz: 49.979007720947266,
  m103_1_PF: 1,
  m103_1_TmpCab: 247.43930053710938,
  m103_1_TmpOt: 50.56000518798828,
  m64061_1_DayWH: 15471,
  m103_1_WH: 114285600,
  m64061_1_GlobalSt: 6,
}
const status = {
  keys: { 'device.invID': { value: id }, 'device.modelDesc': { value: 'PVI-10.0-OUTD' }, 'logger.sn': { value: 'L' } },
}
const open = (live: unknown, state: unknown = status) => {
  const answers: Record<string, unknown> = { '/v1/status': state, '/v1/livedata': live }
  return { answers, source: openVsn('192.168.1.8', { getJson: fakeJson(answers).getJson, now: () => at }) }
}
const readingsOf = (live: unknown, state?: unknown) => open(live, state).source.read()

describe('VSN300', () => {
  test('three phases, two trackers, W and Wh', async () => {
    const [reading, ...others] = await readingsOf({ [id]: device(vsn300), [logger.device_id]: logger })
    expect(others).toEqual([])
    expect(reading?.frame).toEqual({
      serial: id,
      at,
      model: 'Power-One PVI-10.0-OUTD',
      mode: 3,
      powerW: 3194.01611328,
      frequencyHz: 49.9790077209,
      acVoltageV: [246.344573975, 238.03666687, 247.69708252],
      acCurrentA: [3.96848511696, 4.33512020111, 4.55892848969],
      dcPowerW: 3294.49853516,
      mpptVoltageV: [301.736846924, 270.838470459],
      mpptCurrentA: [5.82550048828, 5.68450927734],
      cabinetC: 50.560005188,
    })
    expect(reading?.counter).toEqual({ origin: 'vsn.m103_1_WH', kwh: 114285.6, wrapsAtKwh: null })
  })

  test('reads one phase; values next to zero such as 6e-33 are absent', async () => {
    const one = {
      m101_1_A: 12.511956214904785,
      m101_1_W: 2986.3203125,
      m101_1_PhVphA: 240.6618194580078,
      m101_1_TmpCab: 6.162975822039155e-33,
      m101_1_WH: 63151796,
      m160_1_DCV_1: 6.162975822039155e-33,
    }
    const [reading] = await readingsOf({ [id]: device(one, { device_type: 'inverter_1phase' }) }, null)
    expect(reading?.frame).toEqual({
      serial: id,
      at,
      powerW: 2986.3203125,
      acVoltageV: [240.661819458],
      acCurrentA: [12.5119562149],
    })
    expect(reading?.counter?.kwh).toBe(63151.796)
  })
})

describe('VSN700', () => {
  const uno = {
    WRtg: 6050,
    Iin1: 3.202167272567749,
    Vin1: 274.44903564453125,
    Pin: 1754.146240234375,
    Igrid: 7.258965492248535,
    Pgrid: 1701.524169921875,
    Vgrid: 234.18312072753906,
    VgridL1_N: 117.13753509521484,
    Qgrid: 7.066213130950928,
    Fgrid: 50.025543212890625,
    TempInv: 42.69662857055664,
    GlobState: 6,
    ETotal: 37281024,
  }

  test('reads inverters only, not meter, battery or logger', async () => {
    const readings = await readingsOf({
      '000001-3P00-0001': device(uno, { device_type: 'inverter_1phase', device_model: 'UNO-DM-6.0-TL-PLUS' }),
      '000000EASTRON-1PH0000': device({ MeterPgrid_Tot: 124.9, EGridExport: 79011 }, { device_type: 'meter' }),
      '121807-3P72-5020': device({ Pba: 0 }, { device_type: 'battery' }),
      [logger.device_id]: { ...logger, points: [] },
    })
    expect(readings.map(({ frame }) => frame.serial)).toEqual(['000001-3P00-0001'])
    expect(readings[0]?.frame).toMatchObject({
      model: 'UNO-DM-6.0-TL-PLUS',
      ratedPowerW: 6050,
      powerW: 1701.52416992,
      acVoltageV: [234.183120728],
    })
    expect(readings[0]?.frame.reactiveVar).toBeUndefined()
    expect(readings[0]?.counter).toEqual({ origin: 'vsn.ETotal', kwh: 37281.024, wrapsAtKwh: null })
  })
})

describe('outdated values', () => {
  test('the same timestamp is read once', async () => {
    const { answers, source } = open({ [id]: device(vsn300) })
    expect(await source.read()).toHaveLength(1)
    expect(await source.read()).toEqual([])
    answers['/v1/livedata'] = { [id]: device(vsn300, { timestamp: '2026-08-11T13:07:56+0200' }) }
    expect(await source.read()).toHaveLength(1)
  })

  test('an inverter hours behind its logger gives no reading', async () => {
    const live = { [id]: device(vsn300), [logger.device_id]: { ...logger, timestamp: '2026-08-11T23:06:54+0200' } }
    expect(await readingsOf(live)).toEqual([])
  })
})

test('an inverter without values gives no reading and is reported (vsn.untold)', async () => {
  const nothing = Object.fromEntries(Object.keys(vsn300).map((name) => [name, null]))
  const { answers, source } = open({ [id]: device(nothing) })
  expect(await source.read()).toEqual([])
  expect(source.away?.()).toEqual([{ code: 'vsn.untold', values: { device: id } }])
  answers['/v1/livedata'] = { [id]: device(vsn300, { timestamp: '2026-08-11T13:07:56+0200' }) }
  expect(await source.read()).toHaveLength(1)
  expect(source.away?.()).toEqual([])
})

test.each([
  [6, 3],
  [1, 1],
  [9, 5],
  [25, 9],
  [77, undefined],
  ['Run', undefined],
])('global state %s is mode %s', async (m64061_1_GlobalSt, mode) => {
  const [reading] = await readingsOf({ [id]: device({ ...vsn300, m64061_1_GlobalSt }) })
  expect(reading?.frame.mode).toBe(mode)
})

test.each([null, [], 'no', {}, { [id]: { points: 'none' } }])(
  'refuses %j as an answer of another device',
  async (nonsense) => {
    await expect(readingsOf(nonsense)).rejects.toThrow(/not as a VSN/)
  },
)

test('text values are absent, and a total of 0 is unknown', async () => {
  const [reading] = await readingsOf({
    [id]: device({ m103_1_W: '3194', m103_1_Hz: null, m103_1_WH: 0, m103_1_DCW: 12 }),
  })
  expect(reading?.frame.powerW).toBeUndefined()
  expect(reading?.counter).toBeNull()
})

describe('a password', () => {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const withPassword = (getJson: GetJson) => openVsn('http://guest:pw@192.168.1.8', { getJson, now: () => at })

  test('is sent to a VSN300 as X-Digest', async () => {
    const seen: string[] = []
    const source = withPassword(async (url, headers = {}) => {
      const header = headers['authorization'] ?? ''
      seen.push(header)
      const uri = new URL(url).pathname
      const want = md5(`${md5('guest:registered_user@power-one.com:pw')}:abc:${md5(`GET:${uri}`)}`)
      if (header.includes(`response="${want}"`)) return uri === '/v1/status' ? status : { [id]: device(vsn300) }
      throw new HttpRefusal(url, 401, 'X-Digest realm="registered_user@power-one.com", nonce="abc"')
    })
    expect(await source.read()).toHaveLength(1)
    expect(seen.at(-1)).toMatch(/^X-Digest username="guest"/)
  })

  test('is sent as Basic to a VSN700, which sends no challenge', async () => {
    const source = withPassword(async (url, headers = {}) => {
      if (headers['authorization'] === `Basic ${btoa('guest:pw')}`) return { [id]: device(vsn300) }
      throw new HttpRefusal(url, 401, null)
    })
    expect(await source.read()).toHaveLength(1)
  })

  test('that is wrong is an error that names the user', async () => {
    const source = withPassword(async (url) => {
      throw new HttpRefusal(url, 401, null)
    })
    await expect(source.read()).rejects.toThrow(SourceAway)
    await expect(source.read()).rejects.toThrow(/does not take the password of guest/)
  })
})
