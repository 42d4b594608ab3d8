import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoggerCommand, LoggerStep } from '@helioport/contract/ingest'
import { ModbusLine } from '../modbus/modbus-line.ts'
import type { CommandDoor } from '../send/command-door.ts'
import { SunspecSource } from '../sunspec/sunspec-source.ts'
import { modelWords, sunspecImage, threePhase } from '../testing/images.ts'
import { type ModbusDevice, startModbusDevice } from '../testing/modbus-device.ts'
import { WantedSettings } from './keep-set.ts'
import { execute } from './run-commands.ts'

const start = Date.parse('2026-06-21T10:00:00Z')
const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

const controls = { OutPFSet: 1000, OutPFSet_Ena: 0, OutPFSet_SF: -3, VArPct_Ena: 0 }

/** An inverter whose reactive power follows a write; over-excited is negative. */
async function plant(control: number[], inverter: Record<string, number> = {}) {
  const blocks = [...threePhase(inverter), control]
  const device = await startModbusDevice(new Map([[1, { holding: sunspecImage(blocks), input: new Map() }]]))
  let now = start
  const tools = { now: () => now, wait: async (ms: number) => void (now += ms) }
  const line = new ModbusLine({ host: '127.0.0.1', port: device.port, answerWithinMs: 300, ...tools })
  const source = new SunspecSource({ name: 'sunspec', line, units: [1], ...tools })
  open.push(device, source)
  await source.read()
  const told: Omit<LoggerStep, 'lease'>[] = []
  const portal = { proceed: true }
  const door: CommandDoor = {
    next: async () => ({ kind: 'data', data: { order: null } }),
    curves: async () => ({ kind: 'unavailable' }),
    step: async (_key, _command, step) => {
      told.push(step)
      return { kind: 'data', data: { proceed: portal.proceed } }
    },
  }
  const file = join(mkdtempSync(join(tmpdir(), 'wanted-')), 'wanted.json')
  const controlOf = (serial: string) => source.controlOf(serial)
  const settingOf = (serial: string) => source.settingOf(serial)
  const controls = async () => []
  const settings = {
    door,
    key: 'k',
    controlOf,
    settingOf,
    controls,
    wanted: new WantedSettings(file),
    say: () => undefined,
    ...tools,
  }
  const order = (more: Partial<LoggerCommand> = {}) =>
    execute(settings, {
      taskId: 't',
      lease: 1,
      serial: 'SE-7E1234AB',
      action: 'setPowerFactor',
      powerFactor: 0.95,
      raw: null,
      setting: null,
      endsAfterMs: null,
      validForMs: 60_000,
      ...more,
    })
  /** Register address of the control block. */
  const base = 40_002 + threePhase().flat().length
  const sets = (powerFactor: number) => {
    const at = 40_002 + (threePhase()[0]?.length ?? 0)
    const vars = Math.round(10_420 * Math.tan(Math.acos(Math.abs(powerFactor)))) * Math.sign(powerFactor)
    device.before = () => {
      if (device.written.length > 0) device.units.get(1)?.holding.set(at + 20, vars & 0xffff)
    }
  }
  return { device, told, order, base, sets, settings, file, portal, controlOf, advance: (ms: number) => (now += ms) }
}

const model704 = (more: Record<string, number> = {}) => {
  const words = modelWords(704, { PFWInjEna: 0, VarSetEna: 0, PF_SF: -3, ...more })
  // Its groups are not plain points: factor and excitation, twice per direction.
  return [704, 65, ...words.slice(2), ...Array.from({ length: 67 - words.length }, () => 1000)]
}
const writesOf = ({ written }: ModbusDevice) => written.map((text) => text.replace(/^1 /, ''))

test('an injecting power factor is written as a negative value, enabled last, and read back', async () => {
  const { device, told, order, base, sets } = await plant(modelWords(123, controls))
  sets(0.95)
  await order()
  expect(writesOf(device)).toEqual([`${base + 10}=${-950 & 0xffff},0,900,0,1`])
  expect(told).toEqual([
    { step: 'delivered', powerFactor: 1, powerW: 10_420, reactiveVar: -1120 },
    { step: 'written' },
    { step: 'readBack', powerFactor: 0.95, raw: -950, powerW: 10_420, reactiveVar: 3425 },
  ])
})

test('a device that accepts one register per request gets them one by one, the enabling one last', async () => {
  const { device, told, order, base, sets } = await plant(modelWords(123, controls))
  device.writes = 'singly'
  sets(-0.9)
  await order({ powerFactor: -0.9 })
  expect(writesOf(device).at(-1)).toBe(`${base + 14}=1`)
  expect(told.at(-1)).toMatchObject({ step: 'readBack', powerFactor: -0.9, raw: 900 })
})

test('a silently ignored write reads back the old value, which stays', async () => {
  const { device, told, order } = await plant(modelWords(123, controls))
  device.writes = 'ignored'
  await order()
  expect(told.at(-1)).toMatchObject({ step: 'readBack', powerFactor: 1, raw: 1000 })
})

test('reactive power of the wrong sign restores the former value', async () => {
  const { device, told, order, base, sets } = await plant(modelWords(123, controls))
  sets(-0.95)
  await order({ powerFactor: 0.95 })
  expect(told.at(-1)).toMatchObject({ step: 'readBack', powerFactor: 0.95, reactiveVar: -3425 })
  expect(writesOf(device).at(-1)).toBe(`${base + 10}=1000,0,0,0,0`)
})

test('a wrong sign near zero reactive power is a measurement error: the setting stays', async () => {
  const { device, told, order, base, sets } = await plant(modelWords(123, controls))
  sets(-0.998)
  await order({ powerFactor: 0.95 })
  expect(told.at(-1)).toMatchObject({ step: 'readBack', powerFactor: 0.95, reactiveVar: -660 })
  expect(writesOf(device)).toHaveLength(1)
  expect(writesOf(device).at(-1)).toMatch(new RegExp(`^${base + 10}=64586,`))
})

test.each([
  ['there is no such setting', modelWords(123, { VArPct_Ena: 0 }), {}, 'unsupported'],
  ['a var control has the last word', modelWords(123, { ...controls, VArPct_Ena: 1 }), {}, 'rejected'],
  ['there is too little light', modelWords(123, controls), { W: 900 }, 'notEnoughLight'],
])('writes nothing where %s', async (_name, control, inverter, reason) => {
  const { device, told, order } = await plant(control, inverter)
  await order()
  expect(told).toEqual([{ step: 'failed', reason }])
  expect(device.written).toEqual([])
})

test('writes nothing without the portal’s consent, for an unknown device or an invalid value', async () => {
  const { device, told, order, portal } = await plant(modelWords(123, controls))
  portal.proceed = false
  await order()
  portal.proceed = true
  await order({ serial: 'OTHER-1' })
  await order({ powerFactor: 0.5 })
  expect(told.slice(1)).toEqual([
    { step: 'failed', reason: 'unsupported' },
    { step: 'failed', reason: 'rejected' },
  ])
  expect(device.written).toEqual([])
})

test('model 704 has separate registers for power factor and excitation', async () => {
  const { device, told, order, base } = await plant(model704())
  await order({ powerFactor: -0.9 })
  expect(writesOf(device)).toEqual([`${base + 59}=900,1,1000,0`, `${base + 3}=0,0,900`, `${base + 2}=1`])
  expect(told.at(-1)).toMatchObject({ step: 'readBack', powerFactor: -0.9, raw: -900 })
  await order({ action: 'readPowerFactor' })
  expect(told.at(-1)).toMatchObject({ step: 'readBack', powerFactor: -0.9 })
})

test('model 704 limits active power in percent of its rating, enabled last, and is read back', async () => {
  const limits = { WMaxLimPctEna: 0, WMaxLimPct_SF: -1 }
  const { device, told, order, base } = await plant(model704(limits))
  const setting = { kind: 'powerLimit', value: 0.6, points: null } as const
  await order({ action: 'applySetting', powerFactor: null, setting })
  expect(writesOf(device)).toEqual([`${base + 15}=600,1000,0,0,900`, `${base + 14}=1`])
  expect(told.map(({ step }) => step)).toEqual(['delivered', 'written', 'readBack'])
  expect(told.at(-1)).toMatchObject({ setting })
  await order({ action: 'readSetting', powerFactor: null, setting })
  expect(told.at(-1)).toMatchObject({ step: 'readBack', setting })
})

test('renews a setting before the device reverts it, also after a restart', async () => {
  const { device, order, sets, settings, file, controlOf, advance } = await plant(modelWords(123, controls))
  sets(0.95)
  await order()
  const renewing = { powerFactor: controlOf, setting: settings.settingOf }
  const once = device.written.length
  await settings.wanted.renew(renewing, settings.now())
  expect(device.written).toHaveLength(once)
  advance(300_000)
  await settings.wanted.renew(renewing, settings.now())
  expect(device.written).toHaveLength(once + 1)
  await new WantedSettings(file).renew(renewing, settings.now())
  expect(device.written).toHaveLength(once + 2)
})

test('a device that stops answering at the write is a time-out, not a failure', async () => {
  const { device, told, order } = await plant(modelWords(123, controls))
  const step = told.push.bind(told)
  told.push = (...steps) => {
    if (steps[0]?.step === 'delivered') device.isMute = true
    return step(...steps)
  }
  await order()
  expect(told.at(-1)).toEqual({ step: 'timeout' })
})

test('a device of model 704 that accepts one register per request gets its power factor one by one', async () => {
  const { device, told, order, base } = await plant(model704())
  device.writes = 'singly'
  await order({ powerFactor: -0.9 })
  expect(writesOf(device).at(-1)).toBe(`${base + 2}=1`)
  expect(told.at(-1)).toMatchObject({ step: 'readBack', powerFactor: -0.9 })
})

test.each([
  ['busy', 6],
  ['working at it', 5],
])('the exception "%s" is not a refusal: the command succeeds', async (_name, code) => {
  const { device, told, order, sets } = await plant(modelWords(123, controls))
  sets(0.95)
  let asked = 0
  device.refusesWrite = () => (asked++ === 0 ? (code as 6) : null)
  await order()
  expect(told.map(({ step }) => step)).toEqual(['delivered', 'written', 'readBack'])
  expect(device.written).toHaveLength(code === 6 ? 2 : 1)
})

test('unreadable registers do not affect the others, and are not requested again', async () => {
  const limits = { ...controls, WMaxLimPct: 100, WMaxLim_Ena: 0, WMaxLimPct_SF: 0 }
  const { device, told, order, base } = await plant(modelWords(123, limits))
  const holes = [base + 11, base + 13, base + 19]
  for (const hole of holes) device.units.get(1)?.holding.delete(hole)
  const setting = { kind: 'powerLimit', value: 0.6, points: null } as const
  await order({ action: 'applySetting', powerFactor: null, setting })
  expect(told.at(-1)).toMatchObject({ step: 'readBack', setting })
  await order({ action: 'readPowerFactor' })
  expect(told.at(-1)).toMatchObject({ step: 'readBack', powerFactor: 1 })
  const before = device.asked.length
  await order({ action: 'readSetting', powerFactor: null, setting })
  // The holes are known by now.
  expect(device.asked.slice(before).length).toBeLessThan(20)
})

test('a limit is rounded down to whole percent, and is kept as commanded', async () => {
  const { device, told, order, base, file } = await plant(
    modelWords(123, { ...controls, WMaxLimPct: 100, WMaxLim_Ena: 0, WMaxLimPct_SF: 0 }),
  )
  const setting = { kind: 'powerLimit', value: 0.655, points: null } as const
  await order({ action: 'applySetting', powerFactor: null, setting })
  expect(writesOf(device)).toEqual([`${base + 5}=65,0,900,0,1`])
  expect(told.at(-1)).toMatchObject({ step: 'readBack', setting: { value: 0.65 } })
  expect(new WantedSettings(file).of('SE-7E1234AB', 'active')).toEqual(setting)
})

test.each([
  ['a power factor', 2, {}, `980,1,1000,0`, 59],
  [
    'a limit',
    1,
    { setting: { kind: 'powerLimit', value: 0.6, points: null } as const, action: 'applySetting' as const },
    '800,1000,0,0,0',
    15,
  ],
])('%s that a device rejects halfway is rolled back', async (_name, taken, more, former, at) => {
  const own = { PFWInjEna: 1, WMaxLimPctEna: 1, WMaxLimPct: 800, WMaxLimPct_SF: -1 }
  const words = model704(own)
  words.splice(59, 2, 980, 1)
  const { device, told, order, base, file } = await plant(words)
  device.refusesWrite = () => (device.written.length === taken ? 4 : null)
  await order({ powerFactor: 0.95, ...more })
  expect(told.at(-1)).toEqual({ step: 'failed', reason: 'rejected' })
  expect(
    writesOf(device)
      .filter((text) => text.startsWith(`${base + at}=`))
      .at(-1),
  ).toBe(`${base + at}=${former}`)
  expect(new WantedSettings(file).of('SE-7E1234AB', 'reactive')).toBeNull()
})

test.each([
  ['704 in steps that leave no room for 100 %', model704({ WMaxLimPctEna: 0, WMaxLimPct_SF: -3 }), 'powerLimit', 0.5],
  ['123 in steps that turn its sign round', modelWords(123, { ...controls, VArPct_SF: -3 }), 'fixedReactive', 0.4],
  ['123 in steps of 0.00001', modelWords(123, { ...controls, OutPFSet_SF: -5 }), 'reactivePower', 0.95],
] as const)('writes nothing to %s', async (_name, control, kind, value) => {
  const { device, told, order } = await plant([...control])
  const isFactor = kind === 'reactivePower'
  await order(
    isFactor
      ? { powerFactor: value }
      : { action: 'applySetting', powerFactor: null, setting: { kind, value, points: null } },
  )
  expect(told.at(-1)).toEqual({ step: 'failed', reason: 'unsupported' })
  expect(device.written).toEqual([])
})

test('a power factor that the device rounds differs from the command, and is rolled back', async () => {
  const { device, told, order, sets, file } = await plant(
    modelWords(123, { ...controls, OutPFSet: 100, OutPFSet_SF: -2 }),
  )
  sets(0.955)
  await order({ powerFactor: 0.955 })
  expect(told.at(-1)).toMatchObject({ step: 'readBack', powerFactor: 0.96 })
  expect(writesOf(device)).toHaveLength(2)
  expect(new WantedSettings(file).of('SE-7E1234AB', 'reactive')).toBeNull()
})

test.each([
  ['was taken', true],
  ['was not taken', false],
])('a power factor that timed out is renewed only once a read-back confirms it: it %s', async (_name, isTaken) => {
  const { device, told, order, base, settings, file, controlOf, advance } = await plant(modelWords(123, controls))
  device.before = () => {
    if (device.written.length > 0 && told.at(-1)?.step !== 'timeout') device.isMute = true
  }
  if (!isTaken) device.writes = 'ignored'
  await order()
  expect(told.at(-1)).toEqual({ step: 'timeout' })
  device.before = null
  device.isMute = false
  // Simulates a restart, before and after the portal asked for the outcome.
  const renewed = async (wanted: WantedSettings) => {
    advance(300_000)
    const before = device.written.length
    await wanted.renew({ powerFactor: controlOf, setting: settings.settingOf }, settings.now())
    return writesOf(device).slice(before)
  }
  expect(await renewed(new WantedSettings(file))).toEqual([])
  settings.wanted = new WantedSettings(file)
  await order({ action: 'readPowerFactor', powerFactor: null })
  expect(await renewed(settings.wanted)).toEqual(isTaken ? [`${base + 10}=${-950 & 0xffff},0,900,0,1`] : [])
  expect(new WantedSettings(file).of('SE-7E1234AB', 'reactive')?.value).toBe(isTaken ? 0.95 : undefined)
})
