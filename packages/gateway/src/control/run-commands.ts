import { flowsAgainst, isPowerFactor, isSamePowerFactor, type Setting } from '@helioport/contract'
import {
  type LoggerCommand,
  type LoggerStep,
  maxCommandWaitS,
  type NextCommandRequest,
} from '@helioport/contract/ingest'
import { type CommandDoor, untilHeard } from '../send/command-door.ts'
import { SourceAway } from '../source/trouble.ts'
import { applySetting, readSetting } from './apply-setting.ts'
import type { SettingControl } from './setting-control.ts'
import { powerFactorSetting, revertAfterS, type WantedSettings } from './keep-set.ts'
import { isHalfway, type PowerFactorControl, type PowerFactorState, Refusal } from './power-factor-control.ts'

export interface CommandSettings {
  door: CommandDoor
  key: string
  /** Null: the gateway does not read this device, or cannot set it. */
  controlOf: (serial: string) => PowerFactorControl | null
  /** The same for all other settings. */
  settingOf: (serial: string) => SettingControl | null
  /** What each device can be set to; asked before every command. */
  controls: () => Promise<NonNullable<NextCommandRequest['controls']>>
  wanted: WantedSettings
  now: () => number
  wait: (ms: number) => Promise<void>
  say: (text: string) => void
}

type Step = Omit<LoggerStep, 'lease'>

const pauseMs = 5000
/** Wait before a written value is verified: window and ramp are 0, but the device's control loop needs time. */
const settleMs = 2000
/** Below this share of the rated power a power factor means little, and its sign cannot be verified. */
const leastPowerShare = 0.2

/** Asks the portal for commands and executes them one by one, until `signal` is aborted. */
export async function runCommands(settings: CommandSettings, signal: AbortSignal): Promise<void> {
  const { door, key, wait } = settings
  while (!signal.aborted) {
    const answer = await door.next(key, maxCommandWaitS, await settings.controls())
    if (answer.kind !== 'data') await wait(pauseMs)
    else if (answer.data.order) await execute(settings, answer.data.order)
  }
}

/** Executes only with the portal's consent and in time; only the value that is read back counts. */
export async function execute(settings: CommandSettings, command: LoggerCommand): Promise<void> {
  const { door, key, controlOf, wait, say } = settings
  const tell = (step: Step) =>
    untilHeard(
      () => door.step(key, command, step),
      () => wait(pauseMs),
    )
  const control = command.action === 'scanIv' ? null : controlOf(command.serial)
  try {
    const setting = settingFor(settings, command)
    const other = setting && settings.settingOf(command.serial)
    if (setting && other) {
      await (command.action === 'applySetting' || command.action === 'setPowerFactor'
        ? applySetting(settings, command, setting, other, tell)
        : readSetting(settings, command.serial, setting, other, tell))
      return
    }
    if (!control || command.setting) throw new Refusal('unsupported', 'cannot be set from here')
    if (command.action === 'readPowerFactor') await readPowerFactor(settings, command.serial, control, tell)
    else await setPowerFactor(settings, command, control, tell)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    say(`${command.serial}: ${command.action} came to nothing: ${reason}`)
    if (error instanceof Refusal) await tell({ step: 'failed', reason: error.reason })
    else if (error instanceof SourceAway) await tell({ step: 'timeout' })
    else throw error
  }
}

/** A power factor takes its own path, unless another control that the gateway set must be replaced by it. */
function settingFor(
  { wanted }: CommandSettings,
  { serial, setting, action, powerFactor }: LoggerCommand,
): Setting | null {
  if (action === 'scanIv' || setting) return setting
  const own = wanted.of(serial, 'reactive')
  if (action !== 'setPowerFactor' || !own || own.kind === 'reactivePower') return null
  return powerFactorSetting(powerFactor)
}

/** Reports the device's current power factor, and settles whether an earlier, unanswered write was taken. */
async function readPowerFactor(
  { wanted, now }: CommandSettings,
  serial: string,
  control: PowerFactorControl,
  tell: (step: Step) => Promise<boolean>,
): Promise<void> {
  const state = await control.read()
  await wanted.settle(serial, 'reactive', powerFactorSetting(state.powerFactor), now())
  await tell(readBackOf(state))
}

async function setPowerFactor(
  { wanted, now, wait, say }: CommandSettings,
  { serial, powerFactor, validForMs }: LoggerCommand,
  control: PowerFactorControl,
  tell: (step: Step) => Promise<boolean>,
): Promise<void> {
  const takenAt = now()
  if (powerFactor === null || !isPowerFactor(powerFactor)) throw new Refusal('rejected', 'no power factor')
  const former = await control.read()
  const { powerW } = former
  if (powerW !== null && control.ratedW !== null && powerW < leastPowerShare * control.ratedW) {
    throw new Refusal('notEnoughLight', `${powerW} W of ${control.ratedW} W`)
  }
  const { raw: _raw, isEnabled: _isEnabled, ...found } = former
  if (!(await tell({ step: 'delivered', ...found })) || now() - takenAt > validForMs) return
  const tried = { setting: powerFactorSetting(powerFactor), endsAt: null }
  await wanted
    .trying(serial, tried, now(), () => control.write(powerFactor, revertAfterS))
    .catch(async (error: unknown) => {
      if (isHalfway(error)) await control.restore(former)
      throw error
    })
  await tell({ step: 'written' })
  await wait(settleMs)
  const after = await control.read()
  if (isTaken(powerFactor, after, control.ratedW)) {
    await wanted.want(serial, powerFactor, now())
    say(`${serial}: power factor ${powerFactor}`)
  } else {
    await wanted.settle(serial, 'reactive', null, now())
    await control.restore(former)
    say(`${serial}: reads back ${after.powerFactor} with ${after.reactiveVar} var: put back as it was`)
  }
  // The portal judges by the same figures and reports the outcome.
  await tell(readBackOf(after))
}

/**
 * Some devices ignore a write silently: the value must be stored, be on, and flow in the direction that the portal
 * checks.
 */
function isTaken(
  powerFactor: number,
  { powerFactor: found, isEnabled, powerW, reactiveVar }: PowerFactorState,
  ratedW: number | null,
): boolean {
  if (!isEnabled || !isSamePowerFactor(found, powerFactor)) return false
  return !flowsAgainst(powerFactorSetting(powerFactor), { ratedW: ratedW ?? 0, apparentVA: null }, powerW, reactiveVar)
}

const readBackOf = ({ powerFactor, raw, powerW, reactiveVar }: PowerFactorState): Step => ({
  step: 'readBack',
  powerFactor,
  raw,
  powerW,
  reactiveVar,
})
