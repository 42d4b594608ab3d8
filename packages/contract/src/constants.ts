/** Constants of the specification, section 9. */
export const apiBasePath = '/api/web/v1'
export const ingestBasePath = '/api/ingest/v1'
/** The program that reads inverters and brings what they tell, packed for `npx`. */
export const gatewayPath = `${ingestBasePath}/helioport-gateway.tgz`

/** The client's time-out for one call, in ms. */
export const requestTimeoutMs = 1000

/** Lazily loaded code gives up after this long, in ms. */
export const chunkLoadTimeoutMs = 120_000

/** Local-storage key that marks "signed in"; never a secret. */
export const tokenStorageKey = 'token'

/** Key in localStorage of the browser's number, 0 to 99, that decides which canaries it is given. */
export const cohortStorageKey = 'helioport.cohort'

/** The name of the initial state that takes canSeeAdmin away (specification, section 4). */
export const noAccessState = 'dontHaveAccess'

export const defaultPageSize = 10
export const maxPageSize = 200
/** So many stations stand on a map at most. */
export const mostPlaces = 10_000
/** Of so many stations each is told its place among them, whatever the list is sorted by. */
export const mostRanked = 100
export const cacheMs = 5 * 60_000
export const refreshOnFocusMs = 5_000

export const minPasswordLength = 6
export const maxImageBytes = 2 * 1024 * 1024
/** A manual or a film of the bulletin is smaller than this. */
export const maxFileBytes = 20 * 1024 * 1024
export const minDisplayItems = 4
export const activationHours = 24
/** So long a share that is offered to a mail address can be taken up. */
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

/** What a list of stations can be sorted by: its own order, and every one of its columns. */
export const stationSorts = [
  'sortNumber',
  'name',
  'status',
  'powerW',
  'energyTodayKwh',
  'specificYieldToday',
  'incomeToday',
  'energyTotalKwh',
  /** Share of its devices that do well. */
  'devicesWell',
  'openAlarms',
  'age',
] as const
export type StationSort = (typeof stationSorts)[number]

/** What a list of devices can be sorted by: every one of its columns. */
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

/** Columns of a device's history in the order in which they stand; keys of its rows. */
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

/** Those of one number each, by which frames can be chosen. */
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

/** The longest stretch of a device's history on one page, and how many of its frames are counted at most. */
export const maxHistoryDays = 92
export const maxHistoryRows = 100_000

/** What a chart of a device can show: what a frame holds as one number, and the elements of its vectors, from 1. */
export type DeviceParameter =
  | HistoryParameter
  | `${'acVoltageV' | 'acCurrentA' | 'mpptVoltageV' | 'mpptCurrentA' | 'stringCurrentA'}${number}`
export const maxChartParameters = 8

/** Where a gateway tells what it reads, and hears what its owner wants it to read. */
export const gatewaySetupPath = `${ingestBasePath}/gateway`

/** As a gateway takes them at `--interval`, s. */
export const gatewayIntervals = { min: 10, max: 900 } as const
export const maxGatewaySources = 16

/**
 * What of `--source` may be set from afar: devices of the local network, by their address alone. Passwords, brokers and
 * files stay where the gateway runs, which reads no other addresses either: private ones, and names of a house.
 */
export const gatewaySourcePattern =
  '^(sunspec|fronius|shelly|vsn|huawei|sungrow|sma|goodwe|growatt)=(10(\\.\\d{1,3}){3}|(192\\.168|169\\.254|172\\.(1[6-9]|2\\d|3[01]))(\\.\\d{1,3}){2}|(?!localhost(?![A-Za-z0-9.-]))[A-Za-z0-9-]{0,40}[A-Za-z][A-Za-z0-9-]{0,40}(\\.(local|lan|home|internal|home\\.arpa|fritz\\.box))?)(:\\d{1,5})?(/[0-9,]{1,40})?(,[a-z]{1,10}=[a-z0-9:.]{1,20})*$'
