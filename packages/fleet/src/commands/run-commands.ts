import { type CommandKind, powerFactorOfRaw, powerFactorRegisterOf, rawPowerFactor } from '@helioport/contract'
import type { LoggerCommand, LoggerStep } from '@helioport/contract/ingest'
import { isOnline, type LoggerBehaviour } from '../logger/logger-behaviour.ts'
import { backOffMs } from '../time/back-off.ts'
import type { Clock } from '../time/clock.ts'
import { type CommandDoor, untilHeard } from '@helioport/gateway/command-door'
import type { CommandBus } from './command-bus.ts'

export interface CommandTiming {
  /** How long one request for a command waits in the service, s. */
  waitS: number
  /** Pause between two requests without a command, ms. */
  pauseMs: number
  /** Duration of a device's scan, ms. */
  scanMs: number
}

export interface CommandSettings {
  key: string
  seed: number
  door: CommandDoor
  bus: CommandBus
  clock: Clock
  timing: CommandTiming
  behaviours: () => readonly LoggerBehaviour[]
}

const offlinePauseMs = 5000

/** Fetches commands for a logger and executes them one after the other. Never returns. */
export async function runCommands(settings: CommandSettings): Promise<never> {
  const { clock, door, key, seed, timing, behaviours } = settings
  for (let failures = 0; ;) {
    if (!isOnline(behaviours(), clock.now())) {
      await clock.wait(offlinePauseMs)
      continue
    }
    const answer = await door.next(key, timing.waitS, settings.bus.controls())
    if (answer.kind !== 'data') {
      await clock.wait(Math.max(backOffMs(seed, failures++), timing.pauseMs))
      continue
    }
    failures = 0
    if (answer.data.order) await execute(settings, answer.data.order)
    else if (timing.pauseMs > 0) await clock.wait(timing.pauseMs)
  }
}

/** Follows the protocol: a command is executed only with permission and before it expires. */
export async function execute(settings: CommandSettings, command: LoggerCommand): Promise<void> {
  const { bus, clock, door, key, timing } = settings
  const { serial, action } = command
  const takenAt = clock.now()
  const register = powerFactorRegisterOf(bus.modelOf(serial)) ?? usualRegister
  const kind: CommandKind = action === 'scanIv' ? 'ivScan' : (command.setting?.kind ?? 'reactivePower')
  const tell = (step: Omit<LoggerStep, 'lease'>) => persist(settings, () => door.step(key, command, step))
  if (action === 'readPowerFactor' || action === 'readSetting') return readBack()
  if (!bus.supports(serial, kind)) {
    await tell({ step: 'failed', reason: 'unsupported' })
    return
  }
  const former = read()
  if (former === null) {
    await tell({ step: 'timeout' })
    return
  }
  const mayProceed = await tell({ step: 'delivered', ...(action !== 'scanIv' && withoutRaw(former)) })
  if (!mayProceed || clock.now() - takenAt > command.validForMs) return
  if (action === 'scanIv') return scan()
  const until = command.endsAfterMs === null ? null : takenAt + command.endsAfterMs
  const raw = command.raw ?? rawPowerFactor(register, command.powerFactor ?? 1)
  if (!bus.write(serial, command.setting ? { setting: command.setting } : { raw }, clock.now(), until)) {
    await tell({ step: 'timeout' })
    return
  }
  await tell({ step: 'written' })
  await readBack()

  function read(): Omit<LoggerStep, 'lease' | 'step'> | null {
    const found = bus.read(serial, kind === 'ivScan' ? 'reactivePower' : kind, clock.now())
    return found && 'raw' in found ? { ...found, powerFactor: powerFactorOfRaw(register, found.raw) } : found
  }

  async function readBack(): Promise<void> {
    const reading = read()
    await tell(reading === null ? { step: 'timeout' } : { step: 'readBack', ...reading })
  }

  /** Reports the scan's progress; false: stop. Without an answer, and after the last string, the scan continues. */
  async function goesOn(done: number, all: number): Promise<boolean> {
    const answer = await door.step(key, command, { step: 'progress', strings: { done, all } })
    return done === all || answer.kind !== 'data' || answer.data.proceed
  }

  async function scan(): Promise<void> {
    const began = bus.beginScan(serial, clock.now(), timing.scanMs)
    if (began !== 'begun') {
      await tell(began === 'noAnswer' ? { step: 'timeout' } : { step: 'failed', reason: 'notEnoughLight' })
      return
    }
    const irradianceBeforeWm2 = bus.irradianceAt(clock.now())
    const [all, until] = [bus.stringsOf(serial), clock.now() + timing.scanMs]
    let done = 0
    let isWhole = true
    while (done < all && isWhole) {
      await clock.wait(Math.max((until - clock.now()) / (all - done), 0))
      done += 1
      isWhole = await goesOn(done, all)
    }
    const now = clock.now()
    if (!isWhole) bus.endScan(serial, now)
    const swept = bus.curves(serial, now)
    const curves = {
      ...swept,
      curves: swept.curves.slice(0, done),
      irradianceBeforeWm2,
      irradianceAfterWm2: bus.irradianceAt(now),
      ...(done < all && { isWhole: false }),
    }
    await persist(settings, () => door.curves(key, command, curves))
  }
}

/** Register of models that the portal does not know. */
const usualRegister = { name: '', perUnit: 1000, injectSign: 1 } as const

const withoutRaw = <T extends { raw?: number | null }>({ raw: _raw, ...rest }: T) => rest

/** Repeats a message until the service has received it. */
const persist = ({ clock, seed }: CommandSettings, say: Parameters<typeof untilHeard>[0]): Promise<boolean> =>
  untilHeard(say, (attempt) => clock.wait(backOffMs(seed, attempt, 5000)))
