/** Maximum size and number of lines of a measured file that a browser imports. */
export const maxImportBytes = 100 * 1024 * 1024
export const maxImportLines = 1_000_000

/** Maximum number of rows per request. */
export const maxImportRows = 1000

/** Days in which an import can be undone. */
export const importUndoDays = 30

export const importStates = ['sending', 'done', 'undoing', 'undone'] as const
export type ImportState = (typeof importStates)[number]

/**
 * A row of a request is its instant (epoch ms) followed by these fields in this order; null: not measured. W and kWh.
 */
export const importDeviceFields = ['powerW', 'dcPowerW', 'energyTotalKwh', 'energyTodayKwh'] as const
/** The same for the station's sensors: W/m2, degC, m/s. */
export const importSensorFields = ['irradianceWm2', 'horizontalWm2', 'ambientC', 'moduleC', 'windMs'] as const
