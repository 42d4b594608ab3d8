/** Measured resources of one machine for one row, one day and one page; see capacity.ts. */
export interface Coefficients {
  /** CPU time of a frame, ms, in the service and in the database, with its share of the day's roll-up. */
  serviceMsPerFrame: number
  databaseMsPerFrame: number
  /** WAL written for a frame, bytes. */
  walBytesPerFrame: number
  /** Disk space with indexes, bytes: of a raw sample, and of what is kept for ever per device and day. */
  bytesPerSample: number
  bytesPerDeviceDay: number
  /** CPU time of a page, ms: in the service, in the database. */
  serviceMsPerPage: number
  databaseMsPerPage: number
}

/** Use of a fleet, and size of a machine. All values are assumptions that an operator may change. */
export interface Assumptions {
  /** Frames per inverter and day: every 5 minutes while the sun shines, and some at night. */
  framesPerDay: number
  /** Ratio of the busiest minute to the mean of a day: all inverters send while the sun shines. */
  peak: number
  /** Inverters per owner, and pages that an owner opens in the busiest hour. */
  invertersPerOwner: number
  pagesPerOwnerAndHour: number
  rawDays: number
  years: number
  /** Highest utilization of a machine: the rest covers the failure of another machine and the work of a backlog. */
  fill: number
  cores: number
  diskBytes: number
  /** Sustained write rate of its disk, bytes/s. */
  diskBytesPerSecond: number
  /** Cost per month, in the reader's currency. */
  costPerNode: number
  costPerTerabyte: number
}

export const usualAssumptions: Assumptions = {
  framesPerDay: 288,
  peak: 1.2,
  invertersPerOwner: 3,
  pagesPerOwnerAndHour: 2,
  rawDays: 90,
  years: 10,
  fill: 0.5,
  cores: 8,
  diskBytes: 2e12,
  diskBytesPerSecond: 200e6,
  costPerNode: 80,
  costPerTerabyte: 40,
}

export interface Need {
  inverters: number
  framesPerSecond: number
  pagesPerSecond: number
  serviceCores: number
  databaseCores: number
  walBytesPerSecond: number
  bytes: number
  serviceNodes: number
  /** One PostgreSQL, or a Citus coordinator with workers; each with a standby. */
  databaseNodes: number
  costPerMonth: number
  /** The resource that determines the number of databases. */
  limit: 'processor' | 'disk' | 'writes'
}

const dayS = 86_400
const daysPerYear = 365

/** Nodes and cost for a number of inverters. */
export function growth(inverters: number, measured: Coefficients, assumed: Assumptions = usualAssumptions): Need {
  const framesPerSecond = ((inverters * assumed.framesPerDay) / dayS) * assumed.peak
  const pagesPerSecond = ((inverters / assumed.invertersPerOwner) * assumed.pagesPerOwnerAndHour) / 3_600
  const cores = (msPerFrame: number, msPerPage: number) => (framesPerSecond * msPerFrame + pagesPerSecond * msPerPage) / 1_000 // prettier-ignore
  const serviceCores = cores(measured.serviceMsPerFrame, measured.serviceMsPerPage)
  const databaseCores = cores(measured.databaseMsPerFrame, measured.databaseMsPerPage)
  const walBytesPerSecond = framesPerSecond * measured.walBytesPerFrame
  const raw = inverters * assumed.framesPerDay * assumed.rawDays * measured.bytesPerSample
  const kept = inverters * daysPerYear * assumed.years * measured.bytesPerDeviceDay
  const bytes = raw + kept

  const usable = assumed.cores * assumed.fill
  const asked = {
    processor: Math.ceil(databaseCores / usable),
    disk: Math.ceil(bytes / (assumed.diskBytes * assumed.fill)),
    // Besides the WAL, rows, indexes and checkpoints are written: about three times as much in total.
    writes: Math.ceil((3 * walBytesPerSecond) / (assumed.diskBytesPerSecond * assumed.fill)),
  }
  const most = Math.max(1, ...Object.values(asked))
  const limit = (Object.keys(asked) as (keyof typeof asked)[]).find((name) => asked[name] === most) ?? 'processor'
  // Several workers need a coordinator; each of these machines has a standby.
  const databaseNodes = 2 * (most > 1 ? most + 1 : 1)
  // One more than needed, so that one instance may fail.
  const serviceNodes = Math.max(1, Math.ceil(serviceCores / usable)) + 1
  const costPerMonth = (databaseNodes + serviceNodes) * assumed.costPerNode + ((2 * bytes) / 1e12) * assumed.costPerTerabyte // prettier-ignore
  return { inverters, framesPerSecond, pagesPerSecond, serviceCores, databaseCores, walBytesPerSecond, bytes, serviceNodes, databaseNodes, costPerMonth, limit } // prettier-ignore
}

/** The largest number of inverters whose frames and pages `cores` cores can handle, all on one machine. */
export function largestOn(cores: number, measured: Coefficients, assumed: Assumptions = usualAssumptions): number {
  const one = growth(1_000_000, measured, assumed)
  return Math.floor((cores * assumed.fill * 1_000_000) / (one.serviceCores + one.databaseCores))
}
