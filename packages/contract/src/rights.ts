/** Rights on a station that a share or a sub-account can have, granted separately. */
export const shareRights = ['view', 'income', 'alarms', 'logs', 'control', 'iv'] as const
export type ShareRight = (typeof shareRights)[number]

/** `manage`: change, delete, share; only the owning main account has it. */
export const stationRights = [...shareRights, 'manage'] as const
export type StationRight = (typeof stationRights)[number]

/** Maximum age of the person's proof for remote control. */
export const proofMs = 5 * 60_000

/** Kinds of export tasks, and the right that each needs on every station in the file. */
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
