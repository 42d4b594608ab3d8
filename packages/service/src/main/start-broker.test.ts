import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { proved } from '../testing/test-portal.ts'
import { ownCertificate } from '../testing/server/own-certificate.ts'
import { sharedPortal } from '../testing/shared-portal.ts'
import { readEnvironment } from './settings.ts'
import { startBroker } from './start-broker.ts'

const { portal } = sharedPortal('2026-06-10T10:00:00Z')

test('a broker whose port is taken logs that, does not block the start, and opens once the port is free', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  const said: string[] = []
  const { service } = portal
  const broker = await startBroker(service, readEnvironment({ MQTT_PORT: String(port) }), (line) => said.push(line), 5)
  expect(said[0]).toBe(`the MQTT broker cannot listen on port ${port}; it is tried again`)
  expect(service.settings.mqtt).toBeUndefined()

  holder.close()
  await once(holder, 'close')
  while (service.settings.mqtt === undefined) await new Promise((done) => setImmediate(done))
  expect(service.settings.mqtt).toEqual({ host: '127.0.0.1', port, isTls: false })
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
  await broker?.close()
  delete service.settings.mqtt
})

test('a broker that waits for its port can be closed; an invalid port is refused at once', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  const broker = await startBroker(portal.service, readEnvironment({ MQTT_PORT: String(port) }), () => {})
  await broker?.close()
  holder.close()
  await expect(startBroker(portal.service, readEnvironment({ MQTT_PORT: 'x' }), () => {})).rejects.toThrow('is a port')
  expect(await startBroker(portal.service, readEnvironment({}), () => {})).toBeNull()
})

test('with a certificate devices connect over TLS only, and only if they trust it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'broker-'))
  const own = ownCertificate(['localhost'], Date.now())
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(cert, own.cert)
  writeFileSync(key, own.key)
  const files = { MQTT_PORT: '0', MQTT_CERTIFICATE: cert, MQTT_CERTIFICATE_KEY: key, MQTT_HOST: 'localhost' }
  const { service } = portal
  const broker = await startBroker(service, readEnvironment(files), () => {})
  const { port = 0, ...told } = service.settings.mqtt ?? {}
  expect(told).toEqual({ host: 'localhost', isTls: true })

  const owner = proved(portal, await portal.signIn('tls'))
  const { data: logger } = await owner.call('POST /loggers', { body: { serial: 'MQTT-OVER-TLS-1' } })
  const params = { loggerId: logger.id }
  await owner.call('GET /loggers/:loggerId/mqtt/messages', { params })
  const { data: access } = await owner.call('GET /loggers/:loggerId/mqtt', { params })
  const options = { username: access.userName, password: logger.key, reconnectPeriod: 0, connectTimeout: 20_000 }
  const device = await mqtt.connectAsync(`mqtts://localhost:${port}`, { ...options, ca: own.cert }, false)
  await device.publishAsync(`${access.topic}/roof`, '{"w":812}', { qos: 1 })
  const { data: heard } = await owner.call('GET /loggers/:loggerId/mqtt/messages', { params })
  expect(heard.map(({ topic }) => topic)).toEqual(['roof'])
  await device.endAsync(true)

  await expect(mqtt.connectAsync(`mqtts://localhost:${port}`, options, false)).rejects.toThrow(/self-signed/)
  expect(await mqtt.connectAsync(`mqtt://localhost:${port}`, options, false).catch(() => 'none')).toBe('none')
  await broker?.close()
  delete service.settings.mqtt
  rmSync(folder, { recursive: true })
})
