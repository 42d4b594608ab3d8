import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gatewayPath, gatewaySetupPath } from '@helioport/contract'
import { exampleOf } from '@helioport/contract/connect-examples'
import { buildApp } from '../main/app.ts'
import { sharedPlant } from '../testing/shared-portal.ts'
import { proved } from '../testing/test-portal.ts'

const gateway = join(dirname(fileURLToPath(import.meta.url)), '../../../gateway/src')
const { portal, owner, plant } = sharedPlant(new Date().toISOString())
const folder = mkdtempSync(join(tmpdir(), 'gateway-'))
const run = promisify(execFile)

let inverter: ChildProcess
let source: string
beforeAll(async () => {
  inverter = spawn(process.execPath, [join(gateway, 'testing/example-inverter.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  source = await new Promise((done) => inverter.stdout?.once('data', (line: Buffer) => done(line.toString().trim())))
})
afterAll(() => {
  inverter.kill()
  rmSync(folder, { recursive: true, force: true })
})

test('a SunSpec inverter is found through the gateway, taken over, and keeps its earlier readings', async () => {
  const person = proved(portal, owner)
  const origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const { data: logger } = await person.call('POST /loggers', {
    body: { stationId: plant.stationId, serial: 'GATEWAY-TEST-01' },
  })
  const { data: claim } = await person.call('POST /loggers/:loggerId/claims', { params: { loggerId: logger.id } })
  const round = async (...first: string[]) => {
    portal.clock.now = Date.now()
    const options = [...first, '--source', source, '--data', folder, '--once']
    const { stdout } = await run(process.execPath, [join(gateway, 'main.ts'), ...options])
    return JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
      waitingRows: number
      sender: { unknownSerials: string[] }
    }
  }
  // The gateway claims the logger with the code once, and stores portal and key.
  const claiming = ['claim', claim.code, '--portal', origin]
  expect(await round(...claiming)).toMatchObject({
    waitingRows: 1,
    sender: { trouble: null, unknownSerials: ['SE-7E1234AB'] },
  })
  const params = { loggerId: logger.id }
  const { data: found } = await owner.call('GET /loggers/:loggerId/found-devices', { params })
  expect(found).toMatchObject([
    {
      serial: 'SE-7E1234AB',
      model: 'Solar Works SW10K',
      powerW: 10_420,
      ratedPowerW: 10_000,
      energyTotalKwh: 81_234.567,
    },
  ])
  await expect(round(...claiming)).rejects.toThrow('this code is wrong, was used or is out of date')
  const { data: device } = await person.call('POST /devices', {
    body: {
      loggerId: logger.id,
      serial: 'SE-7E1234AB',
      name: 'Roof',
      model: 'SW10K',
      ratedPowerW: 10_000,
      capacityKwp: 10,
      mpptCount: 2,
      stringCount: 2,
      sortNumber: 0,
      installedOn: '2020-01-01',
      supportsReactivePower: false,
      supportsIvScan: false,
    },
  })
  // The owner's settings reach the gateway at its next contact; its local settings still apply.
  const body = { intervalS: 30, sources: ['shelly=no-such-host'] }
  await person.call('PUT /loggers/:loggerId/gateway', { params, body })
  expect(await round()).toMatchObject({ waitingRows: 0, sender: { unknownSerials: [] } })
  const { data: history } = await owner.call('GET /devices/:deviceId/history', {
    params: { deviceId: device.id },
    query: { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date(Date.now() + 60_000).toISOString() },
  })
  expect(history.map(({ powerW }) => powerW)).toEqual([10_420, 10_420])
  expect((await round()) as object).toMatchObject({
    sources: [{ trouble: null }, { name: 'shelly no-such-host', troubles: [{ values: { place: 'no-such-host' } }] }],
  })
  const { data: set } = await owner.call('GET /loggers/:loggerId/gateway', { params })
  expect(set).toMatchObject({
    ...body,
    report: {
      intervalS: 30,
      allowsControl: false,
      sources: [
        { trouble: null, devices: 1 },
        { devices: 0, troubles: [{ code: expect.any(String) }] },
      ],
    },
  })
  const { data: loggers } = await owner.call('GET /loggers')
  expect(loggers.find(({ id }) => id === logger.id)).toMatchObject({
    firmware: expect.stringMatching(/^helioport-gateway \d/),
  })
})

test('a gateway that reads nothing yet is known as a gateway', async () => {
  const person = proved(portal, owner)
  const body = { stationId: plant.stationId, serial: 'GATEWAY-TEST-02' }
  const { data: logger } = await person.call('POST /loggers', { body })
  const silent = { name: 'shelly 192.168.1.20', devices: 0, trouble: 'it refuses the connection' }
  const { statusCode } = await portal.app.inject({
    method: 'POST',
    url: gatewaySetupPath,
    headers: { authorization: `Logger ${logger.key}` },
    payload: { sources: [silent], intervalS: 60, allowsControl: false },
  })
  expect(statusCode).toBe(200)
  const { data: loggers } = await owner.call('GET /loggers')
  expect(loggers.find(({ id }) => id === logger.id)).toMatchObject({ firmware: 'helioport-gateway', lastBatchAt: null })
})

test("the gateway's program is served at the printed address, and 404 if it was not packed", async () => {
  const file = join(folder, 'packed.tgz')
  const settings = { ...portal.service.settings, gatewayFile: file }
  const app = await buildApp({ ...portal.service, settings })
  const place = { origin: 'https://portal.example', serial: 'S', key: 'k', code: 'ABCD-EFGH' }
  expect(exampleOf('gatewaySunspec', place)).toContain(`'https://portal.example${gatewayPath}'`)
  expect((await app.inject({ url: gatewayPath })).json()).toMatchObject({ success: false, errorCode: 'notFound' })
  writeFileSync(file, 'packed')
  const answer = await app.inject({ url: gatewayPath })
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([200, 'application/gzip', 'packed'])
  await app.close()
})
