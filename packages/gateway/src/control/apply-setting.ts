import {
  flowsAgainst,
  isSameSetting,
  reactivePowerThreshold,
  type Setting,
  settingFaultOf,
  settingGroupOf,
  unset,
} from '@helioport/contract'
import type { LoggerCommand, LoggerStep } from '@helioport/contract/ingest'
import { revertSeconds, type WantedSettings } from './keep-set.ts'
import { isHalfway, type PowerFactorState, Refusal } from './power-factor-control.ts'
import type { SettingControl } from './setting-control.ts'

type Output = Pick<PowerFactorState, 'powerW' | 'reactiveVar'>
type Step = Omit<LoggerStep, 'lease'>

export interface ApplySettings {
  wanted: WantedSettings
  now: () => number
  wait: (ms: number) => Promise<void>
  say: (text: string) => void
}

/** The device rounds values, and its control loop needs time to settle. */
const settleMs = 2000

/** A power factor has a field of its own in a step. */
const toldOf = (setting: Setting): Step | Omit<Step, 'step'> =>
  setting.kind === 'reactivePower' ? { powerFactor: setting.value } : { setting }

/** Reports the device's current setting, and settles whether an earlier, unanswered write was taken. */
export async function readSetting(
  { wanted, now }: ApplySettings,
  serial: string,
  setting: Setting,
  control: SettingControl,
  tell: (step: Step) => Promise<boolean>,
): Promise<void> {
  const group = settingGroupOf(setting.kind)
  const found = await control.active(group)
  await wanted.settle(serial, group, found, now())
  await tell({ step: 'readBack', ...toldOf(found), ...(await control.output()) })
}

/**
 * Executes only with the portal's consent, leaves foreign settings alone, and trusts only the value that is read back.
 */
export async function applySetting(
  { wanted, now, wait, say }: ApplySettings,
  { serial, validForMs, endsAfterMs }: LoggerCommand,
  setting: Setting,
  control: SettingControl,
  tell: (step: Step) => Promise<boolean>,
): Promise<void> {
  const takenAt = now()
  const group = settingGroupOf(setting.kind)
  const isOff = isSameSetting(setting, unset[group])
  if (settingFaultOf(setting) !== null) throw new Refusal('rejected', 'no such setting')
  if (!isOff && !(await control.kinds()).includes(setting.kind)) throw new Refusal('unsupported', `no ${setting.kind}`)
  const output = await control.output()
  if (setting.kind === 'fixedReactive' && isWeak(output, control.ratedW)) {
    throw new Refusal('notEnoughLight', `${output.powerW} W of ${control.ratedW} W`)
  }
  const former = await control.active(group)
  const isForeign = !isSameSetting(former, unset[group]) && !isOwn(wanted.of(serial, group), former)
  if (isForeign && former.kind !== setting.kind) throw new Refusal('rejected', `${former.kind} has the last word`)
  if (!(await tell({ step: 'delivered', ...toldOf(former), ...output })) || now() - takenAt > validForMs) return
  const endsAt = endsAfterMs === null ? null : takenAt + endsAfterMs
  // A foreign setting had no reversion time, so it is put back without one.
  const putBack = () => control.write(former, isForeign ? 0 : revertSeconds(null, now()))
  await wanted
    .trying(serial, { setting, endsAt }, now(), () => control.write(setting, revertSeconds(endsAt, now())))
    .catch(async (error: unknown) => {
      if (isHalfway(error)) await putBack()
      throw error
    })
  await tell({ step: 'written' })
  await wait(settleMs)
  const found = await control.active(group)
  const after = await control.output()
  if (isSameSetting(found, setting) && !isAgainst(setting, after, control.ratedW)) {
    if (isOff) await wanted.forget(serial, group)
    else await wanted.wantSetting(serial, setting, endsAt, now())
    say(`${serial}: ${setting.kind} ${isOff ? 'off' : 'set'}`)
  } else {
    await wanted.settle(serial, group, null, now())
    await putBack()
    say(`${serial}: reads back ${JSON.stringify(found)}: put back as it was`)
  }
  await tell({ step: 'readBack', ...toldOf(found), ...after })
}

const isOwn = (wanted: Setting | null, found: Setting) => wanted !== null && wanted.kind === found.kind

const isWeak = ({ powerW }: Output, ratedW: number | null) =>
  powerW !== null && ratedW !== null && powerW < reactivePowerThreshold * ratedW

/** The same rule as the portal's: without a known rated power there is no verdict. */
const isAgainst = (setting: Setting, { powerW, reactiveVar }: Output, ratedW: number | null) =>
  ratedW !== null && flowsAgainst(setting, { ratedW, apparentVA: null }, powerW, reactiveVar)
