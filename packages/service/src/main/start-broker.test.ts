import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { sharedPortal } from '../testing/shared-portal.ts'
import { readEnvironment } from './settings.ts'
import { startBroker } from './start-broker.ts'

const { portal } = sharedPortal('2026-06-10T10:00:00Z')

test('a broker whose port is taken holds up nobody, says so, and opens when the port is free', async () => {
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

test('one that waits for its port ends with the service; settings that cannot work are refused at once', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  const broker = await startBroker(portal.service, readEnvironment({ MQTT_PORT: String(port) }), () => {})
  await broker?.close()
  holder.close()
  await expect(startBroker(portal.service, readEnvironment({ MQTT_PORT: 'x' }), () => {})).rejects.toThrow('is a port')
  expect(await startBroker(portal.service, readEnvironment({}), () => {})).toBeNull()
})
