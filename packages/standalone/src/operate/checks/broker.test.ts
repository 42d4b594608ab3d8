import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'
import type { Patient } from './check.ts'
import { broker } from './broker.ts'

const look = (url?: string) => broker.look({ told: { environment: { MQTT_URL: url } } } as unknown as Patient)

test('the check of the broker is bad if it is away or refuses the user', async () => {
  const knowing = await Aedes.createBroker({
    authenticate: (_client, name, _word, done) => done(null, name === 'portal'),
  })
  const server = createServer(knowing.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await look(`mqtt://portal:x@127.0.0.1:${port}`)).toEqual({
    state: 'good',
    says: `127.0.0.1:${port} lets the portal in`,
  })
  expect(await look(`mqtt://other:secret@127.0.0.1:${port}`)).toEqual({
    state: 'bad',
    says: expect.stringMatching(/does not let the portal in: .*not authorized/i),
    fix: `mosquitto_sub -h 127.0.0.1 -p ${port} -u other -P … -t 'helioport/v1/loggers/#' -v`,
  })
  server.close()
  knowing.close()
  await once(server, 'close')
  expect(await look(`mqtt://127.0.0.1:${port}`)).toMatchObject({
    state: 'bad',
    says: expect.stringMatching(/ECONNREFUSED/),
  })
})

test('an invalid broker URL is reported; without one there is no check', async () => {
  expect(await look('https://broker.example')).toMatchObject({
    state: 'bad',
    fix: 'MQTT_URL=mqtts://user:password@broker.example',
  })
  expect(await look()).toEqual([])
})
