import type { LoggerCommand, LoggerStep } from '@helioport/contract/ingest'
import { execute } from './run-commands.ts'
import type { CommandBus } from './command-bus.ts'
import type { CommandDoor } from '@helioport/gateway/command-door'

/** A bus with one inverter, whose register injects reactive power with this sign. */
function busOf(model: string, injectSign: 1 | -1) {
  let register = 1000
  const bus: CommandBus = {
    supports: () => true,
    modelOf: () => model,
    controls: () => [],
    read: () => ({ raw: register, powerW: 10_000, reactiveVar: Math.sign(register) * injectSign * 3000 }),
    write: (_serial, written) => {
      if ('raw' in written) register = written.raw
      return true
    },
    beginScan: () => 'begun',
    endScan: () => {},
    stringsOf: () => 4,
    irradianceAt: () => 800,
    curves: () => ({ scannedAt: 0, irradianceWm2: null, moduleC: null, curves: [] }),
  }
  return { bus, registerOf: () => register }
}

/** Steps that the logger reported while it executed the command. */
async function carryOut(model: string, injectSign: 1 | -1, raw: number | null) {
  const told: Omit<LoggerStep, 'lease'>[] = []
  const door: CommandDoor = {
    next: async () => ({ kind: 'unavailable' }),
    curves: async () => ({ kind: 'unavailable' }),
    step: async (_key, _command, step) => {
      told.push(step)
      return { kind: 'data', data: { proceed: true } }
    },
  }
  const { bus, registerOf } = busOf(model, injectSign)
  const command: LoggerCommand = {
    taskId: '1',
    lease: 1,
    serial: 'A',
    action: 'setPowerFactor',
    powerFactor: 0.95,
    raw,
    setting: null,
    endsAfterMs: null,
    validForMs: 1000,
  }
  const clock = { now: () => 0, wait: async () => {} }
  const timing = { waitS: 0, pauseMs: 0, scanMs: 0 }
  await execute({ key: '', seed: 1, door, bus, clock, timing, behaviours: () => [] }, command)
  return { register: registerOf(), readBack: told.find(({ step }) => step === 'readBack') }
}

test('models with opposite signs get opposite raw values for one power factor, and read back the same', async () => {
  const [t, h] = [await carryOut('PV-60000T', 1, 950), await carryOut('PV-250000H', -1, -950)]
  expect([t.register, h.register]).toEqual([950, -950])
  expect(t.readBack).toMatchObject({ powerFactor: 0.95, raw: 950, reactiveVar: 3000 })
  expect(h.readBack).toMatchObject({ powerFactor: 0.95, raw: -950, reactiveVar: 3000 })
})

test('the logger computes the raw value if the portal does not know the model', async () => {
  expect((await carryOut('PV-250000H', -1, null)).register).toBe(-950)
  expect((await carryOut('unheard of', 1, null)).register).toBe(950)
})

test('a scan reports progress per string; when stopped it sends the curves that it has', async () => {
  const progress: unknown[] = []
  const sent: Parameters<CommandDoor['curves']>[2][] = []
  const { bus } = busOf('PV-60000T', 1)
  const point = { voltageV: [0, 600], currentA: [9, 0] }
  bus.curves = () => ({
    scannedAt: 0,
    irradianceWm2: 800,
    moduleC: 40,
    curves: [1, 2, 3, 4].map((string) => ({ mppt: 1, string, ...point })),
  })
  const ended: string[] = []
  let mayGoOn = (_done: number) => true
  bus.endScan = (serial) => ended.push(serial)
  const door: CommandDoor = {
    next: async () => ({ kind: 'unavailable' }),
    curves: async (_key, _command, curves) => {
      sent.push(curves)
      return { kind: 'data', data: { proceed: true } }
    },
    step: async (_key, _command, { step, strings }) => {
      if (step === 'progress') progress.push(strings)
      return { kind: 'data', data: { proceed: mayGoOn(strings?.done ?? 0) } }
    },
  }
  const command = {
    taskId: '1',
    lease: 1,
    serial: 'A',
    action: 'scanIv',
    powerFactor: null,
    raw: null,
    setting: null,
    endsAfterMs: null,
  } as const
  let now = 0
  const clock = { now: () => now, wait: async (ms: number) => void (now += ms) }
  const timing = { waitS: 0, pauseMs: 0, scanMs: 400 }
  const settings = { key: '', seed: 1, door, bus, clock, timing, behaviours: () => [] } as never
  mayGoOn = (done) => done !== 2
  await execute(settings, { ...command, validForMs: 1000 })
  expect(progress).toEqual([
    { done: 1, all: 4 },
    { done: 2, all: 4 },
  ])
  expect(now).toBe(200)
  expect(ended).toEqual(['A'])
  expect(sent).toMatchObject([{ isWhole: false, irradianceBeforeWm2: 800, irradianceAfterWm2: 800 }])
  expect(sent[0]?.curves).toHaveLength(2)

  progress.length = 0
  // A stop after the last string is too late: all strings are swept.
  mayGoOn = (done) => done !== 4
  await execute(settings, { ...command, validForMs: 1000 })
  expect(progress.at(-1)).toEqual({ done: 4, all: 4 })
  expect(sent[1]?.isWhole).toBeUndefined()
  expect(sent[1]?.curves).toHaveLength(4)
})
