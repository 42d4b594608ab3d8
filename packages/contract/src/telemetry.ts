/** Device status as people see it (specification, section 4). */
export const deviceStatuses = ['normal', 'abnormal', 'standby', 'offline'] as const
export type DeviceStatus = (typeof deviceStatuses)[number]

/** Why a device or a station has its status. */
export const statusReasons = [
  'producing',
  /** Of a station: some of its inverters produce, or sleep at night (standby), others are silent or at fault. */
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

/** How old a datum is, judged by measurement time: 2 intervals late, 3 intervals stale. */
export const ageStates = ['live', 'late', 'stale', 'none'] as const
export type AgeState = (typeof ageStates)[number]

/** Register 0x101D of the protocol family: the inverter's own word for what it does. */
export const deviceModes = { initial: 0, standby: 1, onGrid: 3, offGrid: 4, fault: 5, shutdown: 9 } as const
export type DeviceMode = (typeof deviceModes)[keyof typeof deviceModes]

/** Why a stretch of a curve is not plain live data. */
export const qualityKinds = ['gap', 'backfilled', 'stale', 'reset', 'outlier', 'implausible'] as const
export type QualityKind = (typeof qualityKinds)[number]

/** What goes on with an inverter besides its mode: a scan or a limit must not look like a fault. */
export const deviceSubStates = ['ivScanning', 'limited'] as const
export type DeviceSubState = (typeof deviceSubStates)[number]

/** What the time of a frame is of the interval that its values are means of; of values of a moment it is the start. */
export const frameStamps = ['start', 'end'] as const
export type FrameStamp = (typeof frameStamps)[number]

/** Why what a logger sent is kept aside and enters no figure. */
export const asideReasons = [
  /** Before the station's start date. */
  'beforeStart',
  /** Irradiance, temperature or wind that no plant has. */
  'sensorLimit',
  /** Irradiance while the sun is far below the horizon. */
  'nightLight',
  /** Power, voltage, current or frequency that this device cannot have. */
  'deviceLimit',
  /** A reading of a counter that this device cannot have reached, or that the ones before and after contradict. */
  'counterLimit',
  /** A thousand times too little beside another value of the same frame: another unit, such as kW for W. */
  'unit',
  /** A step of a lifetime counter that is more than the device can have made meanwhile. */
  'counterStep',
  /** Irradiance or a temperature that stands still while the power of the plant moves. */
  'frozen',
  /** No irradiance, or next to none, while the plant makes power: a sensor that is off, or sends another unit. */
  'contradicted',
  /** A person said that the values are wrong, or by which factor they are. */
  'person',
] as const
export type AsideReason = (typeof asideReasons)[number]

/** Values of a device that a person may keep aside or correct, as a logger calls them. */
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

/** The same of a logger's sensors. */
export const sensorValueNames = ['irradianceWm2', 'horizontalWm2', 'ambientC', 'moduleC', 'windMs'] as const
