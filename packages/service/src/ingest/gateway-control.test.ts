import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Setting, usualCurves } from '@helioport/contract'
import { prove } from '../testing/test-commands.ts'
import { sharedPlant } from '../testing/shared-portal.ts'
import { proved } from '../testing/test-portal.ts'

const gateway = join(dirname(fileURLToPath(import.meta.url)), '../../../gateway/src')
const { portal, owner, plant } = sharedPlant(new Date().toISOString())
const folder = mkdtempSync(join(tmpdir(), 'gateway-control-'))
const run = promisify(execFile)
const serial = 'SE-7E1234AB'

const children: ChildProcess[] = []
let ticking: NodeJS.Timeout
afterAll(() => {
  clearInterval(ticking)
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a program of the gateway and returns its first line of output. */
async function started(program: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, [join(gateway, program), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  children.push(child)
  return new Promise((done) => child.stdout?.once('data', (line: Buffer) => done(line.toString().trim())))
}

/** Polls until there is an answer: two programs talk over real sockets. */
async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await pause(100)
  }
}

async function addedDevice(source: string): Promise<string> {
  ticking = setInterval(() => (portal.clock.now = Date.now()), 20)
  const person = proved(portal, owner)
  const origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const { data: logger } = await person.call('POST /loggers', {
    body: { stationId: plant.stationId, serial: 'GATEWAY-CONTROL-01' },
  })
  const options = ['--portal', origin, '--serial', logger.serial, '--source', source, '--data', folder]
  const env = { HELIOPORT_KEY: logger.key }
  await run(process.execPath, [join(gateway, 'main.ts'), ...options, '--once'], { env: { ...process.env, ...env } })
  const { data: device } = await person.call('POST /devices', {
    body: {
      loggerId: logger.id,
      serial,
      name: 'Roof',
      model: 'SW10K',
      ratedPowerW: 10_000,
      capacityKwp: 10,
      mpptCount: 2,
      stringCount: 2,
      sortNumber: 0,
      installedOn: '2020-01-01',
      supportsReactivePower: true,
      supportsIvScan: false,
    },
  })
  void started('main.ts', [...options, '--allow-control', '--status', 'off'], env)
  return device.id
}

test('settings reach SunSpec registers through the gateway, are read back, and undone', async () => {
  const deviceId = await addedDevice(await started('testing/controlled-inverter.ts', []))
  const candidate = async () =>
    (await owner.call('GET /remote-settings/devices', { query: { pageSize: '200' } })).data.find(
      (one) => one.deviceId === deviceId,
    )
  await until(async () => ((await candidate())?.controls.includes('voltageCurve') ? true : undefined))
  expect((await candidate())?.controls).toEqual([
    'reactivePower',
    'powerLimit',
    'fixedReactive',
    'voltageCurve',
    'powerFactorCurve',
  ])
  const endOf = (id: string) =>
    until(async () => {
      const { data } = await owner.call('GET /commands/:commandId', { params: { commandId: id } })
      return data.ended ? { id, ...data.devices[0] } : undefined
    })
  const ordered = async (setting: Setting, more: object = {}) => {
    await prove(portal, owner)
    const body = { deviceIds: [deviceId], ...setting, points: setting.points && [...setting.points], ...more }
    const { status, data, errorCode } = await owner.call('POST /commands/settings', { body })
    expect({ status, errorCode }).toEqual({ status: 200, errorCode: undefined })
    return endOf(data.id)
  }
  const endsAt = new Date(Date.now() + 3_600_000).toISOString()
  const limited = await ordered({ kind: 'powerLimit', value: 0.6, points: null }, { endsAt })
  expect(limited).toMatchObject({ state: 'READ_BACK_OK', readBackSetting: { kind: 'powerLimit', value: 0.6 } })
  // The output power itself has dropped.
  expect(limited.steps?.map(({ powerW }) => powerW).filter((powerW) => powerW !== null)).toEqual([10_420, 6000])

  const curve: Setting = { kind: 'voltageCurve', value: null, points: usualCurves.voltageCurve }
  expect(await ordered(curve)).toMatchObject({ state: 'READ_BACK_OK', readBackSetting: curve })

  const fixed = await ordered({ kind: 'fixedReactive', value: -0.3, points: null })
  expect(fixed).toMatchObject({ state: 'READ_BACK_OK', formerSetting: curve })
  expect(fixed.steps?.at(-1)?.reactiveVar).toBe(-3000)

  const followed: Setting = { kind: 'powerFactorCurve', value: null, points: usualCurves.powerFactorCurve }
  expect(await ordered(followed)).toMatchObject({ state: 'READ_BACK_OK', formerSetting: { kind: 'fixedReactive' } })

  const factor = await ordered({ kind: 'reactivePower', value: 0.95, points: null })
  expect(factor).toMatchObject({ state: 'READ_BACK_OK', formerSetting: { kind: 'powerFactorCurve' } })
  await prove(portal, owner)
  const undo = await owner.call('POST /commands/:commandId/undo', { params: { commandId: factor.id } })
  expect(await endOf(undo.data.id)).toMatchObject({ state: 'READ_BACK_OK', setting: { kind: 'powerFactorCurve' } })
  expect((await candidate())?.settings).toHaveLength(2)
})
