import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { jsonWithin } from '../http/get-json.ts'
import { ModbusLine } from '../modbus/modbus-line.ts'
import { networkTrouble } from './network-trouble.ts'
import { troublesOf } from './trouble.ts'

const wait = () => Promise.resolve()
const troubleOf = (work: Promise<unknown>) => work.then(() => [], troublesOf)

/** A port without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

test('a closed port is "refused", for Modbus and for HTTP', async () => {
  const port = await closedPort()
  const place = `127.0.0.1:${port}`
  const line = new ModbusLine({ host: '127.0.0.1', port, now: () => 0, wait })
  const refused = [{ code: 'refused', values: { place } }]
  expect(await troubleOf(line.read(1, 'holding', 40_000, 2))).toEqual(refused)
  // The same holds before the next attempt is due.
  expect(await troubleOf(line.read(1, 'holding', 40_000, 2))).toEqual(refused)
  expect(await troubleOf(jsonWithin(1000)(`http://${place}/status`))).toEqual(refused)
})

test('tells a connection closed by the device from one without an answer', async () => {
  const server = createServer((socket) => void socket.once('data', () => socket.destroy()))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const place = `127.0.0.1:${port}`
  const line = () => new ModbusLine({ host: '127.0.0.1', port, now: () => 0, wait, answerWithinMs: 100 })
  try {
    expect(await troubleOf(line().read(3, 'holding', 0, 2))).toMatchObject([
      { code: expect.stringMatching(/^unit\.(closed|noAnswer)$/) as string, values: { place, unit: 3 } },
    ])
    server.removeAllListeners('connection')
    server.on('connection', (socket) => void socket.unref())
    expect(await troubleOf(line().read(3, 'holding', 0, 2))).toEqual([
      { code: 'unit.noAnswer', values: { place, unit: 3 } },
    ])
    expect(await troubleOf(jsonWithin(100)(`http://${place}/`))).toEqual([{ code: 'noAnswer', values: { place } }])
  } finally {
    server.close()
  }
})

test.each([
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ENOTFOUND', 'nameUnknown'],
  ['EAI_AGAIN', 'nameUnknown'],
  ['ETIMEDOUT', 'noAnswer'],
  ['ECONNRESET', 'closed'],
  ['EPROTO', 'notReached'],
])('%s is the trouble "%s"', (code, kind) => {
  const error = new TypeError('fetch failed', { cause: Object.assign(new Error('so it is'), { code }) })
  expect(networkTrouble(error, 'host:1')).toMatchObject({ code: kind, values: { place: 'host:1' } })
})
