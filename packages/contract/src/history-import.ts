/** A file of measured history that a browser reads is no larger, and has no more lines. */
export const maxImportBytes = 100 * 1024 * 1024
export const maxImportLines = 1_000_000

/** Rows of one request. */
export const maxImportRows = 1000

/** So many days what was brought in can be taken out again. */
export const importUndoDays = 30

export const importStates = ['sending', 'done', 'undoing', 'undone'] as const
export type ImportState = (typeof importStates)[number]

/** A row of a request is its instant (epoch ms) and these, in this order; null: not measured. W and kWh. */
export const importDeviceFields = ['powerW', 'dcPowerW', 'energyTotalKwh', 'energyTodayKwh'] as const
/** The same for the station's sensors: W/m2, degC, m/s. */
export const importSensorFields = ['irradianceWm2', 'horizontalWm2', 'ambientC', 'moduleC', 'windMs'] as const
