import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { presets, type PresetName } from '@helioport/contract/mapping-presets'
import { homeBridgeOf, mqttExampleOf, type MqttPlace } from '@helioport/contract/mqtt-examples'
import { parse } from 'yaml'
import { startTestBroker, type TestBroker, withMosquitto } from '../testing/broker/test-broker.ts'
import { addTestPlant, type Person, proved, startTestPortal, type TestPortal } from '../testing/test-portal.ts'

const run = promisify(execFile)

let portal: TestPortal
let broker: TestBroker
let owner: Person

beforeAll(async () => {
  portal = await startTestPortal('2026-06-10T10:00:00Z')
  owner = proved(portal, await portal.signIn('owner'))
  broker = await startTestBroker(portal)
})
afterAll(async () => {
  await broker?.close()
  await portal?.stop()
})

async function placeFor(serial: string, preset: PresetName): Promise<MqttPlace & { loggerId: string }> {
  const { data: logger } = await owner.call('POST /loggers', { body: { serial } })
  const params = { loggerId: logger.id }
  await owner.call('PUT /loggers/:loggerId/mqtt/mappings', { params, body: { mappings: [...presets[preset]] } })
  const { data: access } = await owner.call('GET /loggers/:loggerId/mqtt', { params })
  return {
    host: '127.0.0.1',
    port: broker.port,
    isTls: false,
    topic: access.topic,
    userName: access.userName,
    password: logger.key,
    loggerId: logger.id,
  }
}

/** Polls until the logger has reported a device. */
async function found(loggerId: string) {
  for (let nth = 0; ; nth += 1) {
    const { data } = await owner.call('GET /loggers/:loggerId/found-devices', { params: { loggerId } })
    if ((data.length > 0 && data[0]?.energyTotalKwh !== null) || nth > 3_000) return data
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

withMosquitto('with the clients and the broker of mosquitto', (mosquitto) => {
  test('the printed command, run in a shell, reports a device', async () => {
    const place = await placeFor('EXAMPLE-COMMAND-1', 'shelly')
    await run('sh', ['-c', mqttExampleOf('mosquitto', place)])
    expect(await found(place.loggerId)).toMatchObject([{ serial: 'INVERTER-1', powerW: 1200, energyTotalKwh: 345.6 }])
  })

  test("a local broker with the printed bridge forwards Home Assistant's chosen sensors and nothing else", async () => {
    const place = await placeFor('EXAMPLE-BRIDGE-01', 'homeAssistant')
    await owner.call('GET /loggers/:loggerId/mqtt/messages', { params: { loggerId: place.loggerId } })
    const folder = mkdtempSync(join(tmpdir(), 'helioport-bridge-'))
    const file = join(folder, 'mosquitto.conf')
    const homePort = 20_000 + (process.pid % 20_000)
    writeFileSync(file, `listener ${homePort} 127.0.0.1\nallow_anonymous true\n\n${mqttExampleOf('bridge', place)}`)
    const home = spawn(mosquitto.broker, ['-c', file, '-v'], { stdio: ['ignore', 'ignore', 'pipe'] })
    const said: string[] = []
    for await (const line of createInterface(home.stderr)) {
      said.push(line)
      if (/Received CONNACK/.test(line)) break
    }
    home.stderr.resume()
    const at = ['-h', '127.0.0.1', '-p', String(homePort), '-q', '1', '-r']
    await run(mosquitto.publish, [...at, '-t', 'homeassistant/light/kitchen/state', '-m', 'on'])
    await run(mosquitto.publish, [...at, '-t', 'homeassistant/sensor/inverter_power/state', '-m', '812.5'])
    await run(mosquitto.publish, [...at, '-t', 'homeassistant/sensor/inverter_energy/state', '-m', '"345.6"'])
    expect(await found(place.loggerId)).toMatchObject([{ serial: 'INVERTER-1', powerW: 812.5, energyTotalKwh: 345.6 }])
    const { data } = await owner.call('GET /loggers/:loggerId/mqtt/messages', { params: { loggerId: place.loggerId } })
    expect(data.map(({ topic }) => topic).toSorted()).toEqual([
      'sensor/inverter_energy/state',
      'sensor/inverter_power/state',
    ])
    const ended = once(home, 'exit')
    home.kill()
    await ended
    rmSync(folder, { recursive: true })
  })

  test("a local broker with the printed reverse bridge gets a station's discovery and state messages", async () => {
    const plant = await addTestPlant(portal, owner, { devices: 1 })
    const params = { stationId: plant.stationId }
    await owner.call('PUT /stations/:stationId/home-assistant', { params, body: { isOn: true } })
    const { data: told } = await owner.call('GET /stations/:stationId/home-assistant', { params })
    const place = await placeFor('EXAMPLE-HOME-0001', 'homeAssistant')
    const folder = mkdtempSync(join(tmpdir(), 'helioport-home-'))
    const file = join(folder, 'mosquitto.conf')
    const homePort = 20_000 + ((process.pid + 7_000) % 20_000)
    const lines = homeBridgeOf({ ...place, prefix: told.discoveryPrefix })
    writeFileSync(file, `listener ${homePort} 127.0.0.1\nallow_anonymous true\n\n${lines}`)
    const home = spawn(mosquitto.broker, ['-c', file], { stdio: 'ignore' })
    const at = ['-h', '127.0.0.1', '-p', String(homePort), '-W', '60']
    const first = async (topic: string) => {
      for (;;) {
        const heard = await run(mosquitto.subscribe, [...at, '-C', '1', '-t', topic]).catch(() => null)
        if (heard) return heard.stdout.trim()
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const topic = `homeassistant/device/helioport_${plant.stationId}/config`
    const config = JSON.parse(await first(topic)) as { state_topic: string; availability_topic: string }
    expect(config.state_topic).toBe(`${told.discoveryPrefix}/${plant.stationId}/state`)
    expect(JSON.parse(await first(config.state_topic))).toHaveProperty('energyTotalKwh')
    expect(await first(config.availability_topic)).toMatch(/^(on|off)line$/)
    const ended = once(home, 'exit')
    home.kill()
    await ended
    rmSync(folder, { recursive: true })
  })

  test('a wrong password ends the printed command with a message about it', async () => {
    const place = await placeFor('EXAMPLE-WRONG-001', 'shelly')
    const command = mqttExampleOf('mosquitto', { ...place, password: 'another' })
    await expect(run('sh', ['-c', command])).rejects.toMatchObject({ code: 4, stderr: /bad user name or password/i })
  })
})

test('the other printed examples are valid for their programs', async () => {
  const place = await placeFor('EXAMPLE-OTHERS-01', 'tasmota')
  expect(parse(mqttExampleOf('homeAssistant', place))).toEqual({
    mqtt_statestream: {
      base_topic: 'homeassistant',
      publish_attributes: false,
      publish_timestamps: false,
      include: { entities: ['sensor.inverter_power', 'sensor.inverter_energy'] },
    },
  })
  expect(JSON.parse(mqttExampleOf('shelly', place))).toMatchObject({
    method: 'MQTT.SetConfig',
    params: { config: { server: `127.0.0.1:${broker.port}`, topic_prefix: `${place.topic}/shelly-roof` } },
  })
  const commands = mqttExampleOf('tasmota', place).replace('Backlog ', '').trim().split('; ')
  expect(Object.fromEntries(commands.map((command) => command.split(' ')))).toMatchObject({
    MqttUser: place.userName,
    FullTopic: `${place.topic}/%prefix%/%topic%/`,
  })
  expect(mqttExampleOf('openDtu', place)).toContain(`Base topic: ${place.topic}/\n`)
})
