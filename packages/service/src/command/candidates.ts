import {
  type Device,
  deviceModes,
  type CommandCandidate,
  type CommandKind,
  isSameSetting,
  type SettingKind,
  unset,
} from '@helioport/contract'
import type { Service } from '../base/service.ts'
import { findBusyDevices, findLastSettings } from './queries/device.ts'
import { settingIn } from './queries/stored-setting.ts'
import { describeDevices } from '../station/figures/describe-devices.ts'

type Obstacle = CommandCandidate['reactivePowerObstacles'][number]

/** Devices of the account, and what keeps each from taking a command now. */
export async function listCommandCandidates(
  service: Service,
  accountId: string,
  stationId: string | undefined,
): Promise<CommandCandidate[]> {
  const devices = await describeDevices(
    service.db.read,
    accountId,
    service.now(),
    stationId === undefined ? {} : { stationId },
  )
  const ids = devices.map(({ device }) => device.id)
  const [busy, set] = await Promise.all([findBusyDevices(service.db.read, ids), findLastSettings(service.db.read, ids)])
  return devices.map(({ device, mode, controls: told }) => {
    const last = set.filter(({ id }) => id === device.id)
    const settings = last.flatMap(({ power_factor, setting }) => settingIn(power_factor, setting) ?? [])
    return {
      deviceId: device.id,
      memberId: device.memberId,
      name: device.name,
      serial: device.serial,
      model: device.model,
      stationId: device.stationId,
      stationName: device.stationName,
      status: device.status,
      statusReason: device.statusReason,
      timeZone: device.timeZone,
      age: device.age,
      ratedPowerW: device.ratedPowerW,
      apparentVA: device.apparentVA ?? null,
      powerW: device.powerW,
      reactiveVar: device.reactiveVar,
      powerFactor: settings.find(({ kind }) => kind === 'reactivePower')?.value ?? null,
      reactivePowerObstacles: obstaclesOf(device, mode, device.supportsReactivePower, busy),
      ivScanObstacles: obstaclesOf(device, mode, device.supportsIvScan, busy),
      controls: controlsOf(device, told),
      settingObstacles: obstaclesOf(device, mode, true, busy),
      settings: settings
        .filter((setting) => !isSameSetting(setting, unset.active))
        .map((setting) => ({ ...setting, points: setting.points && [...setting.points] })),
    }
  })
}

/** A fixed power factor is what its owner says that it takes; all else its logger knows, where it has said so. */
function controlsOf(device: Pick<Device, 'supportsReactivePower'>, told: readonly SettingKind[] | null): SettingKind[] {
  const others = (told ?? []).filter((kind) => kind !== 'reactivePower')
  return device.supportsReactivePower ? ['reactivePower', ...others] : others
}

/** What keeps a device from a command of a kind. */
export function obstaclesFor(candidate: CommandCandidate, kind: CommandKind): readonly Obstacle[] {
  if (kind === 'ivScan') return candidate.ivScanObstacles
  return candidate.controls.includes(kind) ? candidate.settingObstacles : ['unsupported', ...candidate.settingObstacles]
}

/**
 * A device that never sent a frame, or says itself that it starts up, is not initialised; one that another command
 * has not done with is busy; one whose frames are stale cannot be reached, by day or by night; one in fault must not
 * be set.
 */
function obstaclesOf(
  device: Pick<Device, 'id' | 'status' | 'age'>,
  mode: number | null,
  supported: boolean,
  busy: ReadonlySet<string>,
): Obstacle[] {
  const obstacles: Obstacle[] = []
  if (!supported) obstacles.push('unsupported')
  if (device.age.state === 'none' || mode === deviceModes.initial) obstacles.push('uninitialized')
  if (busy.has(device.id)) obstacles.push('busy')
  if (device.age.state === 'stale') obstacles.push('offline')
  if (device.status === 'abnormal') obstacles.push('fault')
  return obstacles
}
