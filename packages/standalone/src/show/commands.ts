import type { CommandCandidate } from '@helioport/contract'
import { askDoor } from '@helioport/fleet/portal'
import type { PortalClient } from '@helioport/fleet/portal'
import type { Stage } from './stage.ts'

/** Power share from which an inverter has enough light for an IV scan. */
const brightShare = 0.4
const litShare = 0.15

/** Inverters with at least this share of their rated power, the strongest first. */
async function awake(owner: PortalClient, share: number): Promise<CommandCandidate[]> {
  const all = await owner.call('GET /remote-settings/devices', { query: { pageSize: 200 } })
  const shareOf = ({ powerW, ratedPowerW }: CommandCandidate) => (powerW ?? 0) / ratedPowerW
  return all.filter((each) => shareOf(each) >= share).toSorted((a, b) => shareOf(b) - shareOf(a))
}

/** Switches a fault of a virtual inverter on; `minutes` null: permanently. */
async function startFault(stage: Stage, serial: string, behaviour: string, parameters: object, minutes: number | null) {
  const plants = (await askDoor(stage.door, 'GET', '/plants')) as { key: string; devices: { serial: string }[] }[]
  const plant = plants.find(({ devices }) => devices.some((device) => device.serial === serial))?.key
  const order = { plant, serial, behaviour, parameters, ...(minutes !== null && { minutes }) }
  await askDoor(stage.door, 'POST', '/switches', order)
}

const canBeSet = ({ reactivePowerObstacles }: CommandCandidate) => reactivePowerObstacles.length === 0

/** A string with a blown fuse: no current from now on. */
export async function deadString(stage: Stage): Promise<boolean> {
  const device = (await awake(await stage.signedIn('owner'), litShare)).at(-1)
  if (!device) return false
  await startFault(stage, device.serial, 'deadString', { string: 2 }, null)
  return true
}

/** A power factor that is set, read back, and reverted automatically after some hours. */
export async function setting({ signedIn, proved }: Stage): Promise<boolean> {
  const [device] = (await awake(await signedIn('owner'), litShare)).filter(canBeSet)
  if (!device) return false
  const body = { deviceIds: [device.deviceId], powerFactor: 0.95, revertAfterMinutes: 240 }
  await (await proved('owner')).call('POST /commands/reactive-power', { body })
  return true
}

/** A setting that the inverter acknowledges but does not keep: the portal shows both values. */
export async function failedSetting(stage: Stage): Promise<boolean> {
  // Another inverter than in the step before.
  const device = (await awake(await stage.signedIn('owner'), litShare)).filter(canBeSet)[1]
  if (!device) return false
  await startFault(stage, device.serial, 'readBackMismatch', {}, 30)
  const owner = await stage.proved('owner')
  await owner.call('POST /commands/reactive-power', { body: { deviceIds: [device.deviceId], powerFactor: -0.9 } })
  return true
}

/** An IV scan of an inverter with faults in two strings, as soon as there is enough light. */
export async function ivScan(stage: Stage): Promise<boolean> {
  const bright = await awake(await stage.signedIn('owner'), brightShare)
  const device = bright.filter(({ ivScanObstacles }) => ivScanObstacles.length === 0)[2]
  if (!device) return false
  const owner = await stage.proved('owner')
  await owner.call('POST /commands/iv-scan', { body: { deviceIds: [device.deviceId] } })
  // The curves are taken at the end of the scan.
  // So strong that it shows at low sun as well: a third of it gave no verdict at 490 W/m².
  await startFault(stage, device.serial, 'seriesResistance', { string: 1, ohm: 30 }, null)
  await startFault(stage, device.serial, 'shade', { string: 3, part: 0.35, light: 0.3 }, null)
  return true
}
