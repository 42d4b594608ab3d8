import { createHash } from 'node:crypto'
import type { GetJson } from '../http/get-json.ts'
import { HttpRefusal } from '../http/get-json.ts'
import { SourceAway } from '../source/trouble.ts'
import { fakeJson } from '../testing/fake-json.ts'
import { openShelly } from './shelly-source.ts'

/**
 * Shapes from the maker's documents (shelly-api-docs.shelly.cloud, gen 1 and gen 2: Switch, PM1, EM1, EM1Data, EM,
 * EMData) and from answers that users have published; the values are invented.
 */
const at = Date.UTC(2026, 5, 1, 12)
const status = '/rpc/Shelly.GetStatus'
const mac = 'A8032ABE54DC'
const info = { id: 'shellyx', mac, model: 'SPEM-002CEBEU50', gen: 2, app: 'ProEM50', auth_en: false }
const oldInfo = { type: 'SHEM-3', mac: 'C45BBE7928B9', auth: false, fw: '20220830' }

const open = (answers: Record<string, unknown>, argument = '192.168.1.7') =>
  openShelly(argument, { getJson: fakeJson(answers).getJson, now: () => at })
const readNew = async (components: Record<string, unknown>, argument?: string) =>
  (await open({ '/shelly': info, [status]: { sys: { mac }, ...components } }, argument).read())[0]
const readOld = async (answer: Record<string, unknown>, argument?: string) =>
  (await open({ '/shelly': oldInfo, '/status': { mac: oldInfo.mac, ...answer } }, argument).read())[0]

const em1 = (power: number | null) => ({ id: 0, current: 7.1, voltage: 231.4, act_power: power, pf: 0.99, freq: 50 })
const em1data = { id: 0, total_act_energy: 1_234_560, total_act_ret_energy: 98_700 }

describe('generation 2 and later', () => {
  test('a plug: power, voltage, current, frequency and energy in Wh; no mode', async () => {
    const plug = { id: 0, output: true, apower: 312.4, voltage: 232, current: 1.36, freq: 49.98 }
    const energy = { aenergy: { total: 512_345.6, by_minute: [1, 2, 3], minute_ts: 1 }, ret_aenergy: { total: 3 } }
    expect(await readNew({ 'switch:0': { ...plug, ...energy }, wifi: {} })).toEqual({
      frame: {
        serial: `${mac}-switch-0`,
        at,
        model: 'Shelly ProEM50',
        powerW: 312.4,
        frequencyHz: 49.98,
        acVoltageV: [232],
        acCurrentA: [1.36],
      },
      counter: { origin: 'shelly.switch:0.aenergy.total', kwh: 512.3456, wrapsAtKwh: null },
    })
  })

  test('a three-phase meter as one device; a phase without a value keeps its index', async () => {
    const em = {
      a_voltage: 230,
      b_voltage: null,
      c_voltage: 232,
      a_current: 4,
      b_current: 4.1,
      c_current: 4.2,
      a_freq: 50,
    }
    const reading = await readNew({
      'em:0': { ...em, total_act_power: 2800 },
      'emdata:0': { total_act: 5000, total_act_ret: 7 },
    })
    expect(reading?.frame.acVoltageV).toEqual([230, null, 232])
    expect(reading?.frame.powerW).toBe(2800)
    expect(reading?.counter).toEqual({ origin: 'shelly.em:0.total_act', kwh: 5, wrapsAtKwh: null })
  })

  test('reads one phase of a three-phase meter', async () => {
    const both = {
      'em:0': {
        a_act_power: -210,
        b_act_power: 1640.5,
        b_voltage: 231,
        b_current: 7.1,
        b_freq: 50,
        total_act_power: 1430.5,
      },
      'emdata:0': { b_total_act_energy: 77_000, b_total_act_ret_energy: 5, total_act: 90_000 },
    }
    const reading = await readNew(both, '192.168.1.7,channel=em:0.b')
    expect(reading?.frame).toMatchObject({
      serial: `${mac}-em-0-b`,
      powerW: 1640.5,
      acVoltageV: [231],
      acCurrentA: [7.1],
    })
    expect(reading?.counter).toEqual({ origin: 'shelly.em:0.b.b_total_act_energy', kwh: 77, wrapsAtKwh: null })
    await expect(readNew(both, '192.168.1.7,channel=em:1.b')).rejects.toThrow(/it has em:0/)
    expect((await readNew(both))?.frame.powerW).toBe(1430.5)
  })

  test('with two clamps the channel must be named', async () => {
    const two = {
      'em1:0': em1(-900),
      'em1data:0': em1data,
      'em1:1': em1(1640),
      'em1data:1': { ...em1data, total_act_energy: 77_000 },
    }
    await expect(readNew(two)).rejects.toThrow(/em1:0, em1:1.*channel=em1:0/)
    const reading = await readNew(two, '192.168.1.7,channel=em1:1')
    expect(reading?.frame.serial).toBe(`${mac}-em1-1`)
    expect(reading?.counter?.kwh).toBe(77)
    await expect(readNew(two, '192.168.1.7,channel=em1:2')).rejects.toThrow(/it has em1:0, em1:1/)
  })

  test('a meter that reports a failure gives no values', async () => {
    const failed = {
      voltage: 0,
      current: 0,
      apower: 0,
      freq: 0,
      aenergy: { total: 0 },
      errors: ['power_meter_failure'],
    }
    const told = { serial: `${mac}-pm1-0`, at, model: 'Shelly ProEM50' }
    expect(await readNew({ 'pm1:0': failed })).toEqual({ frame: told, counter: null })
    const nothing = { voltage: null, current: null, apower: null, aenergy: { total: null } }
    expect(await readNew({ 'pm1:0': nothing })).toEqual({ frame: told, counter: null })
    const phases = { a_voltage: 230, a_act_power: 200, b_voltage: 0, b_act_power: 0, c_voltage: 231, c_act_power: 210 }
    for (const errors of [{ b_errors: ['power_meter_failure'] }, { errors: ['power_meter_failure:b'] }]) {
      const { frame } = (await readNew({ 'em:0': { ...phases, ...errors, total_act_power: 410 } })) ?? {}
      expect([frame?.powerW, frame?.acVoltageV]).toEqual([undefined, [230, null, 231]])
    }
    const range = { ...em1(200), voltage: 999, errors: ['out_of_range:voltage'] }
    const { frame } = (await readNew({ 'em1:0': range, 'em1data:0': em1data })) ?? {}
    expect([frame?.powerW, frame?.acVoltageV]).toEqual([200, undefined])
  })

  test('a relay without a meter is an error', async () => {
    await expect(readNew({ 'switch:0': { id: 0, output: true } })).rejects.toThrow(/measures no power/)
  })
})

describe('a clamp mounted the other way round', () => {
  const turned = { 'em1:0': em1(-2100), 'em1data:0': em1data }

  test('clamp=backward inverts power and uses the returned energy', async () => {
    const reading = await readNew(turned, '192.168.1.7,clamp=backward')
    expect(reading?.frame.powerW).toBe(2100)
    expect(reading?.counter).toEqual({ origin: 'shelly.em1:0.total_act_ret_energy', kwh: 98.7, wrapsAtKwh: null })
  })

  test('without the option is an error that names it', async () => {
    await expect(readNew(turned)).rejects.toThrow(/-2100 W.*clamp=backward/)
    expect((await readNew(turned, '192.168.1.7,clamp=forward'))?.frame.powerW).toBe(-2100)
  })

  test('a small negative power at night is consumption, not a reversed clamp', async () => {
    expect((await readNew({ 'em1:0': em1(-6), 'em1data:0': em1data }))?.frame.powerW).toBe(-6)
  })
})

describe('generation 1', () => {
  test('the total of a plug is in watt-minutes', async () => {
    const reading = await readOld({ meters: [{ power: 305.5, is_valid: true, total: 6_000_000 }] })
    expect(reading?.frame.powerW).toBe(305.5)
    expect(reading?.counter?.kwh).toBe(100)
    expect(reading?.counter?.origin).toBe('shelly.meter:0.total')
  })

  const phase = (power: number, more = {}) => ({
    power,
    pf: 1,
    current: 3,
    voltage: 232,
    is_valid: true,
    total: 5300,
    total_returned: 0,
    ...more,
  })

  test('the total of a 3EM is in Wh; channel=emeters sums its three phases', async () => {
    const emeters = [phase(700), phase(710), phase(690)]
    await expect(readOld({ emeters })).rejects.toThrow(/several places/)
    const reading = await readOld({ emeters }, '192.168.1.7,channel=emeters')
    expect(reading?.frame.powerW).toBe(2100)
    expect(reading?.frame.acVoltageV).toEqual([232, 232, 232])
    expect(reading?.counter?.kwh).toBe(15.9)
  })

  test('without a valid phase there is no sum', async () => {
    const emeters = [phase(700), phase(710, { is_valid: false }), phase(690)]
    const reading = await readOld({ emeters }, '192.168.1.7,channel=emeters')
    expect(reading?.frame.powerW).toBeUndefined()
    expect(reading?.frame.acVoltageV).toEqual([232, null, 232])
    expect(reading?.counter).toBeNull()
  })
})

describe('invalid answers', () => {
  test.each([null, [], {}, { mac: 12 }, 'shelly'])('%j is not a Shelly', async (nonsense) => {
    await expect(open({ '/shelly': nonsense }).read()).rejects.toThrow(/not as a Shelly/)
  })

  test('values that are not numbers are absent, and a total of 0 is unknown', async () => {
    const reading = await readNew({
      'pm1:0': { apower: null, voltage: 'NaN', aenergy: { total: 0 }, errors: ['power_meter_failure'] },
    })
    expect(reading?.frame).toEqual({ serial: `${mac}-pm1-0`, at, model: 'Shelly ProEM50' })
    expect(reading?.counter).toBeNull()
  })

  test('another device at the address is an error, and is read the next time', async () => {
    const answers: Record<string, unknown> = { '/shelly': info, [status]: { sys: { mac }, 'pm1:0': { apower: 1 } } }
    const source = open(answers)
    await source.read()
    answers[status] = { sys: { mac: '112233445566' }, 'pm1:0': { apower: 2 } }
    await expect(source.read()).rejects.toThrow(/another device/)
    answers['/shelly'] = { ...info, mac: '112233445566' }
    expect((await source.read())[0]?.frame.serial).toBe('112233445566-pm1-0')
  })

  test('refuses an unknown option or value', () => {
    expect(() => open({}, '192.168.1.7,chanel=em1:0')).toThrow(/there are: channel, clamp/)
    expect(() => open({}, '192.168.1.7,clamp=maybe')).toThrow(/forward, backward/)
  })
})

describe('a password', () => {
  const sha = (text: string) => createHash('sha256').update(text).digest('hex')
  /** A device that requires SHA-256 digest, as generation 2 does; it records the requests. */
  const locked = (password: string) => {
    const asked: string[] = []
    const getJson: GetJson = async (url, headers = {}) => {
      const header = headers['authorization'] ?? ''
      asked.push(header)
      const part = (name: string) => new RegExp(`${name}="?([^",]+)`).exec(header)?.[1] ?? ''
      const secret = sha(`admin:shellyx:${password}`)
      const want = sha(`${secret}:60f:${part('nc')}:${part('cnonce')}:auth:${sha(`GET:${new URL(url).pathname}`)}`)
      if (url.endsWith('/shelly')) return info
      if (part('response') === want) return { sys: { mac }, 'pm1:0': { apower: 5 } }
      throw new HttpRefusal(url, 401, 'Digest qop="auth", realm="shellyx", nonce="60f", algorithm=SHA-256')
    }
    return { asked, getJson }
  }

  test('is sent as a digest with a rising counter, without a new challenge each time', async () => {
    const { asked, getJson } = locked('sun shine')
    const source = openShelly('http://admin:sun%20shine@192.168.1.7', { getJson, now: () => at })
    await source.read()
    await source.read()
    expect(asked.map((header) => header !== '')).toEqual([false, false, true, true])
    // A repeated counter would be taken for a replay.
    expect(asked.map((header) => /nc=(\w+)/.exec(header)?.[1])).toEqual([undefined, undefined, '00000001', '00000002'])
    expect(source.name).toBe('shelly 192.168.1.7')
  })

  test('that is wrong or missing is an error that does not show it', async () => {
    const { getJson } = locked('right')
    const wrong = openShelly('http://admin:wrong@192.168.1.7', { getJson, now: () => at })
    await expect(wrong.read()).rejects.toThrow(/does not take the password of admin/)
    const none = openShelly('192.168.1.7', { getJson, now: () => at })
    await expect(none.read()).rejects.toThrow(SourceAway)
    await expect(none.read()).rejects.toThrow(/wants a user and a password/)
  })
})
