import type { CommandCandidate } from '@helioport/contract'
import { askDoor } from '@helioport/fleet/portal'
import type { PortalClient } from '@helioport/fleet/portal'
import type { Stage } from './stage.ts'

/** Share of its rated power with which an inverter has light enough to be judged by its curves. */
const brightShare = 0.4
const litShare = 0.15

/** Inverters that feed in at least this share of their rated power, the brightest first. */
async function awake(owner: PortalClient, share: number): Promise<CommandCandidate[]> {
  const all = await owner.call('GET /remote-settings/devices', { query: { pageSize: 200 } })
  const shareOf = ({ powerW, ratedPowerW }: CommandCandidate) => (powerW ?? 0) / ratedPowerW
  return all.filter((each) => shareOf(each) >= share).toSorted((a, b) => shareOf(b) - shareOf(a))
}

/** Switches a fault of a virtual inverter on; `minutes` null: for good. */
async function startFault(stage: Stage, serial: string, behaviour: string, parameters: object, minutes: number | null) {
  const plants = (await askDoor(stage.door, 'GET', '/plants')) as { key: string; devices: { serial: string }[] }[]
  const plant = plants.find(({ devices }) => devices.some((device) => device.serial === serial))?.key
  const order = { plant, serial, behaviour, parameters, ...(minutes !== null && { minutes }) }
  await askDoor(stage.door, 'POST', '/switches', order)
}

const canBeSet = ({ reactivePowerObstacles }: CommandCandidate) => reactivePowerObstacles.length === 0

/** A string whose fuse has blown: no current from now on. */
export async function deadString(stage: Stage): Promise<boolean> {
  const device = (await awake(await stage.signedIn('owner'), litShare)).at(-1)
  if (!device) return false
  await startFault(stage, device.serial, 'deadString', { string: 2 }, null)
  return true
}

/** A power factor that is set, read back, and taken back by itself after some hours. */
export async function setting({ signedIn, proved }: Stage): Promise<boolean> {
  const [device] = (await awake(await signedIn('owner'), litShare)).filter(canBeSet)
  if (!device) return false
  const body = { deviceIds: [device.deviceId], powerFactor: 0.95, revertAfterMinutes: 240 }
  await (await proved('owner')).call('POST /commands/reactive-power', { body })
  return true
}

/** One that the inverter says yes to, and does not keep: the portal shows both values. */
export async function failedSetting(stage: Stage): Promise<boolean> {
  // Not the one that was set a moment ago.
  const device = (await awake(await stage.signedIn('owner'), litShare)).filter(canBeSet)[1]
  if (!device) return false
  await startFault(stage, device.serial, 'readBackMismatch', {}, 30)
  const owner = await stage.proved('owner')
  await owner.call('POST /commands/reactive-power', { body: { deviceIds: [device.deviceId], powerFactor: -0.9 } })
  return true
}

/** Curves of an inverter with two things wrong with its strings, where there is light enough to see them. */
export async function ivScan(stage: Stage): Promise<boolean> {
  const bright = await awake(await stage.signedIn('owner'), brightShare)
  const device = bright.filter(({ ivScanObstacles }) => ivScanObstacles.length === 0)[2]
  if (!device) return false
  const owner = await stage.proved('owner')
  await owner.call('POST /commands/iv-scan', { body: { deviceIds: [device.deviceId] } })
  // The curves are those of the scan's end.
  // So much that a low sun shows it as well: with a third of it nothing could be said at 490 W/m².
  await startFault(stage, device.serial, 'seriesResistance', { string: 1, ohm: 30 }, null)
  await startFault(stage, device.serial, 'shade', { string: 3, part: 0.35, light: 0.3 }, null)
  return true
}
