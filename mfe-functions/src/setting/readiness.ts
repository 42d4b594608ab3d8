import type { RemoteSettingDevice } from '@helioport/contract'

export type Obstacle = RemoteSettingDevice['reactivePowerObstacles'][number]

/** Settings that the portal sends to an inverter. */
export const remoteSettings = ['reactivePower', 'ivScan'] as const
export type RemoteSetting = (typeof remoteSettings)[number]

export const readinessFilters = ['all', 'ready', 'blocked'] as const
export type ReadinessFilter = (typeof readinessFilters)[number]

export function obstaclesOf(device: RemoteSettingDevice, setting: RemoteSetting): readonly Obstacle[] {
  return setting === 'reactivePower' ? device.reactivePowerObstacles : device.ivScanObstacles
}

export const isReady = (device: RemoteSettingDevice, setting: RemoteSetting): boolean =>
  obstaclesOf(device, setting).length === 0

/** `ready`: it can take at least one setting now; `blocked`: it can take none. */
export function matches(device: RemoteSettingDevice, filter: ReadinessFilter): boolean {
  if (filter === 'all') return true
  return remoteSettings.some((setting) => isReady(device, setting)) === (filter === 'ready')
}

/** In the order in which a person can do something about them. */
const byRemedy: readonly Obstacle[] = ['fault', 'offline', 'uninitialized', 'busy', 'unsupported']

/** What stands in the way of a device, each obstacle once, with the settings that it blocks. */
export function obstaclesWithSettings(device: RemoteSettingDevice): { obstacle: Obstacle; blocks: RemoteSetting[] }[] {
  return byRemedy
    .map((obstacle) => ({
      obstacle,
      blocks: remoteSettings.filter((setting) => obstaclesOf(device, setting).includes(obstacle)),
    }))
    .filter(({ blocks }) => blocks.length > 0)
}

export interface ReadinessSummary {
  devices: number
  ready: Record<RemoteSetting, number>
  /** Devices that meet the obstacle with at least one setting; a device with two obstacles counts in both. */
  obstacles: { obstacle: Obstacle; devices: number }[]
}

export function summaryOf(devices: readonly RemoteSettingDevice[]): ReadinessSummary {
  return {
    devices: devices.length,
    ready: {
      reactivePower: devices.filter((device) => isReady(device, 'reactivePower')).length,
      ivScan: devices.filter((device) => isReady(device, 'ivScan')).length,
    },
    obstacles: byRemedy
      .map((obstacle) => ({
        obstacle,
        devices: devices.filter((device) =>
          remoteSettings.some((setting) => obstaclesOf(device, setting).includes(obstacle)),
        ).length,
      }))
      .filter(({ devices }) => devices > 0),
  }
}
