import {
  type Device,
  deviceModes,
  type CommandCandidate,
  type CommandKind,
  isSameSetting,
  type SettingKind,
  unset,
} from '@helioport/contract'
import { type Listed, type PageQuery, windowOf } from '../base/page.ts'
import type { Service } from '../base/service.ts'
import { findBusyDevices, findLastSettings } from './queries/device.ts'
import { settingIn } from './queries/stored-setting.ts'
import { describeDevices } from '../station/figures/describe-devices.ts'
import { freshReach } from '../station/figures/keep-figures.ts'
import { findDevicePage } from '../station/queries/fleet.ts'

type Obstacle = CommandCandidate['reactivePowerObstacles'][number]

/** One page of the devices of the account, with the obstacles to a command of each. */
export async function pageOfCommandCandidates(
  service: Service,
  accountId: string,
  { stationId, ...page }: PageQuery & { stationId?: string },
): Promise<Listed<CommandCandidate>> {
  const reach = await freshReach(service, accountId)
  const filter = stationId === undefined ? {} : { stationId }
  const { rows, ...found } = await findDevicePage(service.db.read, reach, filter, null, windowOf(page))
  const deviceIds = rows.map(({ id }) => id)
  const stationIds = [...new Set(rows.map(({ station_id }) => station_id))]
  const candidates = await candidatesAmong(service, accountId, { deviceIds, stationIds })
  const candidateOf = new Map(candidates.map((candidate) => [candidate.deviceId, candidate]))
  return { data: deviceIds.flatMap((id) => candidateOf.get(id) ?? []), ...found }
}

/** The same for all devices of a station. */
export function listCommandCandidates(
  service: Service,
  accountId: string,
  stationId: string,
): Promise<CommandCandidate[]> {
  return candidatesAmong(service, accountId, { stationId })
}

async function candidatesAmong(
  service: Service,
  accountId: string,
  among: Parameters<typeof describeDevices>[3],
): Promise<CommandCandidate[]> {
  const devices = await describeDevices(service.db.read, accountId, service.now(), among)
  const ids = devices.map(({ device }) => device.id)
  const [busy, set] = await Promise.all([findBusyDevices(service.db.read, ids), findLastSettings(service.db.read, ids)])
  const setOf = Map.groupBy(set, ({ id }) => id)
  return devices.map(({ device, mode, controls: told }) => {
    const last = setOf.get(device.id) ?? []
    const controls = controlsOf(device, told)
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
      reactivePowerObstacles: obstaclesOf(device, mode, controls.includes('reactivePower'), busy),
      ivScanObstacles: obstaclesOf(device, mode, device.supportsIvScan, busy),
      controls,
      settingObstacles: obstaclesOf(device, mode, true, busy),
      settings: settings
        .filter((setting) => !isSameSetting(setting, unset.active))
        .map((setting) => ({ ...setting, points: setting.points && [...setting.points] })),
    }
  })
}

/** The kinds that the logger reports; a fixed power factor also where only the owner says so, for simple loggers. */
function controlsOf(device: Pick<Device, 'supportsReactivePower'>, told: readonly SettingKind[] | null): SettingKind[] {
  const others = (told ?? []).filter((kind) => kind !== 'reactivePower')
  const takesFactor = device.supportsReactivePower || told?.includes('reactivePower') === true
  return takesFactor ? ['reactivePower', ...others] : others
}

/** Obstacles of a device to a command of this kind. */
export function obstaclesFor(candidate: CommandCandidate, kind: CommandKind): readonly Obstacle[] {
  if (kind === 'ivScan') return candidate.ivScanObstacles
  return candidate.controls.includes(kind) ? candidate.settingObstacles : ['unsupported', ...candidate.settingObstacles]
}

/**
 * Uninitialized: the device never sent a frame, or reports that it starts up. Busy: it has an open command. Offline:
 * its frames are stale, by day or by night. Fault: a device in fault must not be set.
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
