import type { CommandKind, CommandCandidate, StationRight } from '@helioport/contract'

/** Why a device cannot take a command; `noRight`: the account may view its station but not control it. */
export type Obstacle = CommandCandidate['reactivePowerObstacles'][number] | 'noRight'

/** A device with its obstacles to one kind of command; ready if there are none. */
export interface Candidate {
  device: CommandCandidate
  obstacles: readonly Obstacle[]
}

const rightFor = (kind: CommandKind): StationRight => (kind === 'ivScan' ? 'iv' : 'control')

function obstaclesOf(device: CommandCandidate, kind: CommandKind): readonly Obstacle[] {
  if (kind === 'ivScan') return device.ivScanObstacles
  if (kind === 'reactivePower') return device.reactivePowerObstacles
  return device.controls.includes(kind) ? device.settingObstacles : ['unsupported', ...device.settingObstacles]
}

/** `rights` by station id; a missing station counts as permitted (the service decides). */
export function candidatesOf(
  devices: readonly CommandCandidate[],
  kind: CommandKind,
  rights: ReadonlyMap<string, readonly StationRight[]>,
): Candidate[] {
  return devices.map((device) => ({
    device,
    obstacles: [
      ...(rights.get(device.stationId)?.includes(rightFor(kind)) === false ? (['noRight'] as const) : []),
      ...obstaclesOf(device, kind),
    ],
  }))
}

export const isReady = ({ obstacles }: Candidate): boolean => obstacles.length === 0

/** Ready candidates first; within both groups the order, and so the stations, is kept. */
export const readyFirst = (candidates: readonly Candidate[]): Candidate[] => [
  ...candidates.filter(isReady),
  ...candidates.filter((candidate) => !isReady(candidate)),
]

export const readinessFilters = ['all', 'ready', 'blocked'] as const
export type ReadinessFilter = (typeof readinessFilters)[number]

export const matches = (candidate: Candidate, filter: ReadinessFilter): boolean =>
  filter === 'all' || isReady(candidate) === (filter === 'ready')

/** In the order in which a person should look at them. */
const byRemedy: readonly Obstacle[] = ['noRight', 'fault', 'offline', 'uninitialized', 'busy', 'unsupported']

export interface ReadinessSummary {
  devices: number
  ready: number
  /** Number of devices per obstacle; a device with two counts twice. */
  obstacles: { obstacle: Obstacle; devices: number }[]
}

export function summaryOf(candidates: readonly Candidate[]): ReadinessSummary {
  return {
    devices: candidates.length,
    ready: candidates.filter(isReady).length,
    obstacles: byRemedy
      .map((obstacle) => ({
        obstacle,
        devices: candidates.filter(({ obstacles }) => obstacles.includes(obstacle)).length,
      }))
      .filter(({ devices }) => devices > 0),
  }
}
