import { openMqtt } from '../mqtt/mqtt-link.ts'
import { SourceAway, trouble } from '../source/trouble.ts'
import { type Broker, hasMosquitto, startAedes, startMosquitto, until } from '../testing/brokers.ts'
import { fakeMqtt } from '../testing/fake-mqtt.ts'
import { openAhoy, openOpenDtu } from './opendtu-source.ts'

/**
 * Topics of OpenDTU's own list (opendtu.solar, MQTT topics) and source (src/MqttHandleInverter.cpp), and of AhoyDTU's
 * user manual; the values are invented.
 */
const noon = Date.UTC(2026, 5, 1, 12)
/** The test moves the clock itself. */
const noWait = () => Promise.resolve()
const stamp = noon / 1000 - 3
const serial = '116180400001'
const words = (base: string, values: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(values).map(([topic, value]) => [`${base}/${topic}`, String(value)]))
const status = (more: Record<string, string | number> = {}) =>
  words(`solar/${serial}/status`, { reachable: 1, producing: 1, last_update: stamp, limit_relative: 100, ...more })
const values = words(`solar/${serial}`, {
  name: 'Garage',
  '0/power': 301.5,
  '0/voltage': 231.2,
  '0/current': 1.31,
  '0/frequency': 49.98,
  '0/powerdc': 317.4,
  '0/reactivepower': -2.5,
  '0/powerfactor': 99.9,
  '0/temperature': 31.4,
  '0/yieldday': 812,
  '0/yieldtotal': 465.294,
  '1/voltage': 33.1,
  '1/current': 4.8,
  '1/name': 'South',
  '2/voltage': 33.3,
  '2/current': 'nan',
})

function setUp(argument = '192.168.1.3') {
  const broker = fakeMqtt()
  const clock = { now: noon }
  const source = openOpenDtu(argument, { openMqtt: broker.openMqtt, now: () => clock.now, wait: noWait })
  return { broker, clock, source, later: (ms: number) => (clock.now += ms) }
}

describe('OpenDTU', () => {
  test('joins the values of a measurement into one frame with its time', async () => {
    const { broker, later, source } = setUp()
    broker.hear({ 'solar/dtu/status': 'online', ...status(), ...values })
    expect(await source.read()).toEqual([])
    later(1000)
    expect(await source.read()).toEqual([
      {
        frame: {
          serial,
          at: stamp * 1000,
          model: 'Hoymiles Garage',
          mode: 3,
          powerW: 301.5,
          reactiveVar: -2.5,
          powerFactor: expect.closeTo(-0.99997, 4),
          frequencyHz: 49.98,
          acVoltageV: [231.2],
          acCurrentA: [1.31],
          dcPowerW: 317.4,
          mpptVoltageV: [33.1, 33.3],
          mpptCurrentA: [4.8],
          cabinetC: 31.4,
        },
        counter: { origin: 'opendtu.yieldtotal', kwh: 465.294, wrapsAtKwh: null },
      },
    ])
    expect(await source.read()).toEqual([])
  })

  test('a three-phase inverter has the values of each phase', async () => {
    const { broker, later, source } = setUp()
    const own = { '0/power': 1500, '0/voltage ph1-n': 230.1, '0/voltage ph3-n': 229, '0/current ph1': 2.1 }
    broker.hear({ ...status(), ...words(`solar/${serial}`, own) })
    later(1000)
    const [reading] = await source.read()
    expect(reading?.frame).toMatchObject({ powerW: 1500, acVoltageV: [230.1, null, 229], acCurrentA: [2.1] })
  })

  test('values of the next measurement never mix into a frame', async () => {
    const { broker, later, source } = setUp()
    broker.hear({ ...status(), ...values })
    later(5000)
    broker.hear(status({ last_update: stamp + 5 }))
    const [reading] = await source.read()
    expect([reading?.frame.at, reading?.frame.powerW]).toEqual([stamp * 1000, 301.5])
    later(400)
    broker.hear(words(`solar/${serial}`, { '0/power': 290 }))
    expect(await source.read()).toEqual([])
    later(1000)
    expect((await source.read())[0]?.frame.powerW).toBe(290)
  })

  test('a last_update one second later is the same measurement', async () => {
    const { broker, later, source } = setUp()
    broker.hear({ ...status(), ...values })
    later(1000)
    await source.read()
    broker.hear(status({ last_update: stamp + 1 }))
    later(1000)
    expect(await source.read()).toEqual([])
  })

  test('an unreachable inverter gives no frame from retained values', async () => {
    const { broker, later, source } = setUp()
    broker.hear({ ...status({ reachable: 0, producing: 0 }), ...values })
    later(1000)
    expect(await source.read()).toEqual([])
  })

  test('a total of 0 at wake-up is unknown', async () => {
    const { broker, later, source } = setUp()
    broker.hear({ ...status({ producing: 0 }), ...values, [`solar/${serial}/0/yieldtotal`]: '0' })
    later(1000)
    const [reading] = await source.read()
    expect(reading?.counter).toBeNull()
    expect(reading?.frame.mode).toBe(1)
  })

  test.each(['0', 'never', '1000', '-5'])('a last_update of %s is not a time', async (last_update) => {
    const { broker, later, source } = setUp()
    broker.hear({ ...status({ last_update }), ...values })
    later(1000)
    expect(await source.read()).toEqual([])
  })

  test('a last_update in the future gives the time of arrival', async () => {
    const { broker, later, source } = setUp()
    broker.hear({ ...status({ last_update: stamp + 900 }), ...values })
    later(1000)
    expect((await source.read())[0]?.frame.at).toBe(noon + 1000)
  })

  test('does not subscribe to totals of several inverters', () => {
    const { broker } = setUp('mqtt://192.168.1.3/home/roof')
    expect(broker.topics).toEqual(['home/roof/+/+/+', 'home/roof/+/name', 'home/roof/dtu/status'])
  })

  test('reports why there is no reading: no messages, offline, password', async () => {
    const { broker, source } = setUp('mqtt://me:secret@192.168.1.3/roof')
    await expect(source.read()).rejects.toThrow(/nothing of OpenDTU came below roof/)
    broker.hear({ 'roof/dtu/status': 'offline' })
    await expect(source.read()).rejects.toThrow(/offline/)
    broker.trouble = trouble('mqtt.password', { place: '192.168.1.3' })
    await expect(source.read()).rejects.toThrow(SourceAway)
    await expect(source.read()).rejects.toThrow(/^(?!.*secret).*Not authorized/)
    expect(source.name).toBe('opendtu 192.168.1.3/roof')
  })
})

describe('AhoyDTU', () => {
  const ahoy = words('inverter/Garage', {
    available: 2,
    last_success: stamp,
    'ch0/P_AC': 71,
    'ch0/U_AC': 233.3,
    'ch0/I_AC': 0.3,
    'ch0/Q_AC': 21.2,
    'ch0/PF_AC': 95.8,
    'ch0/F_AC': 49.99,
    'ch0/P_DC': 74.6,
    'ch0/Temp': 19.8,
    'ch0/YieldTotal': 465.294,
    'ch1/U_DC': 38.9,
    'ch1/I_DC': 0.64,
  })
  const open = (argument: string) => {
    const broker = fakeMqtt()
    const clock = { now: noon }
    return {
      broker,
      clock,
      source: openAhoy(argument, { openMqtt: broker.openMqtt, now: () => clock.now, wait: noWait }),
    }
  }

  test('maps an inverter’s name to its serial', async () => {
    const { broker, clock, source } = open(`192.168.1.3,Garage=${serial},Roof=116180400002`)
    broker.hear(ahoy)
    clock.now += 1000
    const [reading] = await source.read()
    expect(reading?.frame).toMatchObject({ serial, at: stamp * 1000, mode: 3, powerW: 71, mpptVoltageV: [38.9] })
    expect(reading?.frame.powerFactor).toBeCloseTo(71 / Math.hypot(71, 21.2), 6)
    expect(reading?.counter?.kwh).toBe(465.294)
  })

  test('reads a channel in one JSON message, with three phases', async () => {
    const { broker, clock, source } = open(`192.168.1.3,Garage=${serial}`)
    const ch0 = JSON.stringify({ P_AC: 1400, U_AC_1N: 230, U_AC_2N: 231, U_AC_3N: 229, I_AC_2: 2, YieldTotal: 55.5 })
    broker.hear(words('inverter/Garage', { available: 2, last_success: stamp, ch0, ch1: '{"U_DC":33.1}', ch2: '{' }))
    clock.now += 1000
    const [reading] = await source.read()
    expect(reading?.frame).toMatchObject({
      powerW: 1400,
      acVoltageV: [230, 231, 229],
      acCurrentA: [null, 2],
      mpptVoltageV: [33.1],
    })
    expect(reading?.counter?.kwh).toBe(55.5)
  })

  test('a configured name without messages is reported with the names that have some', async () => {
    const { broker, source } = open(`192.168.1.3,Garden=${serial}`)
    broker.hear(ahoy)
    await expect(source.read()).rejects.toThrow(/Garden.*there are Garage/)
  })

  test.each(['192.168.1.3', '192.168.1.3,Garage', '192.168.1.3,Garage=12', '192.168.1.3,=116180400001'])(
    'refuses an argument without a serial: %s',
    (argument) => expect(() => open(argument)).toThrow(/NAME=SERIAL/),
  )
})

describe.each([
  ['aedes', () => startAedes({ user: 'me', password: 'sun/shine' }), true],
  ['mosquitto', startMosquitto, hasMosquitto],
] as const)('over a real broker: %s', (name, start, isThere) => {
  const run = isThere ? test : test.skip
  let broker: Broker | undefined
  afterEach(() => broker?.close())

  run(`retained words make one frame${isThere ? '' : ` (skipped: ${name} is not installed)`}`, async () => {
    broker = await start()
    const said = { ...status(), ...values }
    await broker.publish(said)
    const clock = { now: noon }
    const heard = new Set<string>()
    const source = openOpenDtu(`${broker.url}/solar`, {
      now: () => clock.now,
      wait: noWait,
      openMqtt: (url, topics, onMessage) =>
        openMqtt(url, topics, (topic, text, isRetained) => {
          heard.add(topic)
          onMessage(topic, text, isRetained)
        }),
    })
    await until(() => (heard.size === Object.keys(said).length ? true : null))
    clock.now += 1000
    // oxlint-disable-next-line jest/no-standalone-expect -- `run` is a test
    expect((await source.read())[0]?.frame).toMatchObject({ serial, powerW: 301.5, at: stamp * 1000 })
    await source.close()
  })
})

test('reports a wrong password of the broker', async () => {
  const broker = await startAedes({ user: 'me', password: 'right' })
  const source = openOpenDtu(broker.url.replace('right', 'wrong'), { openMqtt, now: () => noon, wait: noWait })
  const reason = await until(async () => {
    const words = await source.read().then(
      () => 'read',
      (error: unknown) => (error instanceof Error ? error.message : 'none'),
    )
    return words.includes('not connected yet') ? null : words
  })
  expect(reason).toMatch(/auth/i)
  await source.close()
  await broker.close()
})
