/** Constants of the specification, section 9. */
export const apiBasePath = '/api/web/v1'
export const ingestBasePath = '/api/ingest/v1'
/** Download path of the gateway program, packed for `npx`. */
export const gatewayPath = `${ingestBasePath}/helioport-gateway.tgz`

/** The client's time-out for one call, in ms. */
export const requestTimeoutMs = 1000

/** Time-out for lazily loaded code, in ms. */
export const chunkLoadTimeoutMs = 120_000

/** Local-storage key that marks "signed in"; never a secret. */
export const tokenStorageKey = 'token'

/** Local-storage key of the browser's cohort number, 0 to 99. The number decides which canaries the browser gets. */
export const cohortStorageKey = 'helioport.cohort'

/** Name of the initial state that denies canSeeAdmin (specification, section 4). */
export const noAccessState = 'dontHaveAccess'

export const defaultPageSize = 10
export const maxPageSize = 200
/** Maximum number of stations on a map. */
export const mostPlaces = 10_000
/** Accounts with up to this many stations get each station's rank, whatever the sort order of the list. */
export const mostRanked = 100
export const cacheMs = 5 * 60_000
export const refreshOnFocusMs = 5_000

export const minPasswordLength = 6
export const maxImageBytes = 2 * 1024 * 1024
/** Maximum size of a bulletin's manual or video. */
export const maxFileBytes = 20 * 1024 * 1024
export const minDisplayItems = 4
export const activationHours = 24
/** Days in which a share that was offered to a mail address can be accepted. */
export const shareOfferDays = 30

/** A logger uploads once per interval; late, stale and offline are counted in intervals. */
export const uploadIntervalMs = 5 * 60_000
export const lateAfterIntervals = 2
export const offlineAfterIntervals = 3

/** One sample per device and bin; day curves are served on this grid. */
export const sampleMinutes = 5

export const maxIngestRows = 10_000

/** In-plane irradiance (W/m2) under which PR and RA are noise. */
export const minIrradianceForRatios = 200

/** The 18 selectable account time zones, offset in minutes from UTC. */
export const accountTimeZoneOffsets = [
  -600, -540, -480, -420, -360, -300, -240, -180, -120, 0, 60, 120, 180, 330, 480, 540, 600, 720,
] as const

/** Sort keys of a list of stations: the owner's own order, and every column. */
export const stationSorts = [
  'sortNumber',
  'name',
  'status',
  'powerW',
  'energyTodayKwh',
  'specificYieldToday',
  'incomeToday',
  'energyTotalKwh',
  /** Share of the station's devices that are neither abnormal nor offline. */
  'devicesWell',
  'openAlarms',
  'age',
] as const
export type StationSort = (typeof stationSorts)[number]

/** Sort keys of a list of devices: every column. */
export const deviceSorts = [
  'name',
  'status',
  'station',
  'model',
  'powerW',
  'energyTodayKwh',
  'specificYieldToday',
  'energyTotalKwh',
  'incomeToday',
  'hoursTotal',
  'cabinetC',
  'age',
] as const
export type DeviceSort = (typeof deviceSorts)[number]

/** Columns of a device's history in display order; keys of its rows. */
export const historyColumns = [
  'at',
  'codes',
  'mode',
  'powerW',
  'dcPowerW',
  'reactiveVar',
  'powerFactor',
  'frequencyHz',
  'acVoltageV',
  'acCurrentA',
  'mpptVoltageV',
  'mpptCurrentA',
  'stringCurrentA',
  'cabinetC',
  'energyTodayKwh',
  'energyTotalKwh',
  'hoursTotal',
  'delayS',
] as const
export type HistoryColumn = (typeof historyColumns)[number]

/** History columns that hold a single number; frames can be filtered by them. */
export const historyParameters = [
  'powerW',
  'dcPowerW',
  'reactiveVar',
  'powerFactor',
  'frequencyHz',
  'cabinetC',
  'energyTodayKwh',
  'energyTotalKwh',
  'hoursTotal',
] as const
export type HistoryParameter = (typeof historyParameters)[number]

/** Limits of one page of device history: longest period in days, and the number of frames at which counting stops. */
export const maxHistoryDays = 92
export const maxHistoryRows = 100_000

/** Parameters that a device chart can show: single-number columns of a frame, and elements of its vectors, from 1. */
export type DeviceParameter =
  | HistoryParameter
  | `${'acVoltageV' | 'acCurrentA' | 'mpptVoltageV' | 'mpptCurrentA' | 'stringCurrentA'}${number}`
export const maxChartParameters = 8

/** Path at which a gateway reports what it reads, and fetches the settings that its owner wants. */
export const gatewaySetupPath = `${ingestBasePath}/gateway`

/** Range of the gateway's option `--interval`, s. */
export const gatewayIntervals = { min: 10, max: 900 } as const
export const maxGatewaySources = 16

/**
 * Values of `--source` that may be set remotely: devices of the local network, by their address only. Passwords,
 * brokers and files are configured only where the gateway runs. The gateway itself enforces the same: private addresses
 * and local host names.
 */
export const gatewaySourcePattern =
  '^(sunspec|fronius|shelly|vsn|huawei|sungrow|sma|goodwe|growatt)=(10(\\.\\d{1,3}){3}|(192\\.168|169\\.254|172\\.(1[6-9]|2\\d|3[01]))(\\.\\d{1,3}){2}|(?!localhost(?![A-Za-z0-9.-]))[A-Za-z0-9-]{0,40}[A-Za-z][A-Za-z0-9-]{0,40}(\\.(local|lan|home|internal|home\\.arpa|fritz\\.box))?)(:\\d{1,5})?(/[0-9,]{1,40})?(,[a-z]{1,10}=[a-z0-9:.]{1,20})*$'
