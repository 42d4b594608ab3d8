/** What a share or a sub-account may be given on a station, one by one. */
export const shareRights = ['view', 'income', 'alarms', 'logs', 'control', 'iv'] as const
export type ShareRight = (typeof shareRights)[number]

/** `manage`: change, delete, share; the owning main account's alone. */
export const stationRights = [...shareRights, 'manage'] as const
export type StationRight = (typeof stationRights)[number]

/** Control needs a proof of the person that is at most this old. */
export const proofMs = 5 * 60_000

/** What may be exported as a task, and the right that it needs on every station in the file. */
export const exportRightOf = {
  stations: 'view',
  devices: 'view',
  alarms: 'alarms',
  operations: 'logs',
  'device-history': 'logs',
  'station-day': 'view',
  'device-day': 'view',
} as const satisfies Record<string, StationRight>
export type ExportKind = keyof typeof exportRightOf
