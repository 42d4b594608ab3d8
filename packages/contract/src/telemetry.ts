/** Device status as people see it (specification, section 4). */
export const deviceStatuses = ['normal', 'abnormal', 'standby', 'offline'] as const
export type DeviceStatus = (typeof deviceStatuses)[number]

/** Why a device or a station has its status. */
export const statusReasons = [
  'producing',
  /** For a station: some of its inverters produce, or sleep at night (standby); others are silent or at fault. */
  'partlyProducing',
  'alarm',
  'waitingForSun',
  'waitingForGrid',
  'stateNotReported',
  'shutDown',
  'night',
  'noData',
  'neverSeen',
] as const
export type StatusReason = (typeof statusReasons)[number]

/** Age of data, by measurement time: late after 2 intervals, stale after 3. */
export const ageStates = ['live', 'late', 'stale', 'none'] as const
export type AgeState = (typeof ageStates)[number]

/** Register 0x101D of the protocol family: the operating mode that the inverter reports. */
export const deviceModes = { initial: 0, standby: 1, onGrid: 3, offGrid: 4, fault: 5, shutdown: 9 } as const
export type DeviceMode = (typeof deviceModes)[keyof typeof deviceModes]

/** Why a section of a curve is not regular live data. */
export const qualityKinds = ['gap', 'backfilled', 'stale', 'reset', 'outlier', 'implausible'] as const
export type QualityKind = (typeof qualityKinds)[number]

/** Activity besides the mode, so that a scan or a limit does not look like a fault. */
export const deviceSubStates = ['ivScanning', 'limited'] as const
export type DeviceSubState = (typeof deviceSubStates)[number]

/**
 * Whether a frame's time is the start or the end of the interval that its means cover; `start` for instantaneous
 * values.
 */
export const frameStamps = ['start', 'end'] as const
export type FrameStamp = (typeof frameStamps)[number]

/** Why values from a logger are kept aside and count in no figure. */
export const asideReasons = [
  /** Before the station's start date. */
  'beforeStart',
  /** Irradiance, temperature or wind that no plant has. */
  'sensorLimit',
  /** Irradiance while the sun is far below the horizon. */
  'nightLight',
  /** Power, voltage, current or frequency that this device cannot have. */
  'deviceLimit',
  /** A counter reading that this device cannot have reached, or that contradicts its neighbours. */
  'counterLimit',
  /** A thousandth of what another value of the same frame implies: another unit, such as kW for W. */
  'unit',
  /** An increase of a lifetime counter that exceeds what the device can have produced meanwhile. */
  'counterStep',
  /** Irradiance or temperature that does not change while the plant's power does. */
  'frozen',
  /** No irradiance, or almost none, while the plant produces: the sensor is off, or sends another unit. */
  'contradicted',
  /** A person marked the values as wrong, or gave a correction factor. */
  'person',
] as const
export type AsideReason = (typeof asideReasons)[number]

/** Values of a device that a person may keep aside or correct, by their names in a frame. */
export const deviceValueNames = [
  'powerW',
  'dcPowerW',
  'reactiveVar',
  'energyTotalKwh',
  'cabinetC',
  'acVoltageV',
  'acCurrentA',
  'mpptVoltageV',
  'mpptCurrentA',
  'stringCurrentA',
] as const

/** The same for a logger's sensors. */
export const sensorValueNames = ['irradianceWm2', 'horizontalWm2', 'ambientC', 'moduleC', 'windMs'] as const
