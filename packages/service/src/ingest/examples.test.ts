import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type ExampleKind, exampleOf } from '@helioport/contract/connect-examples'
import { addTestPlant, type Person, proved, startTestPortal, type TestPortal } from '../testing/test-portal.ts'

const run = promisify(execFile)

let portal: TestPortal
let owner: Person
let origin: string
let stationId: string

beforeAll(async () => {
  // The examples send the time of their machine.
  portal = await startTestPortal(new Date().toISOString())
  owner = proved(portal, await portal.signIn('owner'))
  stationId = (await addTestPlant(portal, owner)).stationId
  origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => portal?.stop())

/** The gateway's command has a test of its own. */
type Played = Exclude<ExampleKind, `gateway${string}`>
const programs: Record<Exclude<Played, 'homeAssistant'>, string[]> = {
  curl: ['sh', '-c'],
  node: [process.execPath, '--input-type=module', '-e'],
  python: ['python3', '-c'],
}

/** Acts as Home Assistant with this configuration, where both sensors exist. */
async function playHomeAssistant(text: string): Promise<void> {
  const line = (name: string) => new RegExp(`^ *${name}: "(.*)"$`, 'm').exec(text)?.[1] ?? ''
  const [, payload = ''] = /payload: >-\n((?: {6}.*\n)+)/.exec(text) ?? []
  const values: Record<string, number> = { inverter_power: 1200, inverter_energy: 345.6 }
  const filled = payload
    .replaceAll(/\{\{ states\('sensor\.(\w+)'\) \| float \}\}/g, (_, name: string) => String(values[name]))
    .replaceAll('{{ (now().timestamp() * 1000) | int }}', String(Date.now()))
    .replaceAll('{{ now().timestamp() | int }}', String(Math.floor(Date.now() / 1000)))
  const headers = { authorization: line('authorization'), 'content-type': line('content_type') }
  const response = await fetch(line('url'), { method: 'POST', headers, body: filled })
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
}

test.each(['curl', 'node', 'python', 'homeAssistant'] as const)(
  'the printed example for %s sends a frame, and its device is found and taken over with its power',
  async (kind: Played) => {
    const serial = `EXAMPLE-${kind}-0001`
    const { data: logger } = await owner.call('POST /loggers', { body: { stationId, serial } })
    const text = exampleOf(kind, { origin, serial, key: logger.key, code: '' })
    if (kind === 'homeAssistant') await playHomeAssistant(text)
    else {
      const [program = '', ...options] = programs[kind]
      await run(program, [...options, text])
    }
    portal.clock.now = Date.now()
    const { data: loggers } = await owner.call('GET /loggers')
    expect(loggers.find(({ id }) => id === logger.id)).toMatchObject({
      foundDevices: 1,
      lastBatchAt: expect.any(String),
    })
    const { data: found } = await owner.call('GET /loggers/:loggerId/found-devices', {
      params: { loggerId: logger.id },
    })
    expect(found).toMatchObject([{ serial: 'INVERTER-1', powerW: 1200, energyTotalKwh: 345.6 }])
    const { data: device } = await owner.call('POST /devices', {
      body: {
        loggerId: logger.id,
        serial: 'INVERTER-1',
        name: 'Roof',
        model: 'INVERTER-1',
        ratedPowerW: 5000,
        capacityKwp: 5,
        mpptCount: 0,
        stringCount: 0,
        installedOn: '2026-01-01',
        supportsReactivePower: false,
        supportsIvScan: false,
        sortNumber: 1,
      },
    })
    expect(device).toMatchObject({ powerW: 1200, status: 'normal' })
    const removed = await owner.call('DELETE /devices/:deviceId', { params: { deviceId: device.id } })
    expect(removed.status).toBe(200)
  },
)
