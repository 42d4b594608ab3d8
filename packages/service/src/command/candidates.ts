import { type Device, deviceModes, type CommandCandidate } from '@helioport/contract'
import type { Service } from '../base/service.ts'
import { findBusyDevices, findSetPowerFactors } from './queries/device.ts'
import { describeDevices } from '../station/describe-devices.ts'

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
  const [busy, set] = await Promise.all([
    findBusyDevices(service.db.read, ids),
    findSetPowerFactors(service.db.read, ids),
  ])
  return devices.map(({ device, mode }) => ({
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
    powerFactor: set.get(device.id) ?? null,
    reactivePowerObstacles: obstaclesOf(device, mode, device.supportsReactivePower, busy),
    ivScanObstacles: obstaclesOf(device, mode, device.supportsIvScan, busy),
  }))
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
