/** What one machine was measured to take for one row, one day and one page; see capacity.ts. */
export interface Coefficients {
  /** Processor time of a frame, ms: in the service, in the database, the roll-up of its day included. */
  serviceMsPerFrame: number
  databaseMsPerFrame: number
  /** Log of the database written for a frame, bytes. */
  walBytesPerFrame: number
  /** On disk with its indexes, bytes: a raw sample; what is kept of a device and a day for ever. */
  bytesPerSample: number
  bytesPerDeviceDay: number
  /** Processor time of a page, ms: in the service, in the database. */
  serviceMsPerPage: number
  databaseMsPerPage: number
}

/** How a fleet is used, and what a machine is. Everything here is an assumption that an operator may change. */
export interface Assumptions {
  /** Frames an inverter and a day: every 5 minutes while the sun shines, and some at night. */
  framesPerDay: number
  /** Of the busiest minute against the mean of a day: they all send while the sun shines. */
  peak: number
  /** Inverters an owner has, and pages he opens in the busiest hour. */
  invertersPerOwner: number
  pagesPerOwnerAndHour: number
  rawDays: number
  years: number
  /** A machine is not loaded beyond this share, so that one may fail and a backlog is worked off. */
  fill: number
  cores: number
  diskBytes: number
  /** Bytes a second that its disk writes for long. */
  diskBytesPerSecond: number
  /** A month, in the money of the reader. */
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
  /** PostgreSQL that holds everything, or workers of Citus beside a coordinator; each with a standby. */
  databaseNodes: number
  costPerMonth: number
  /** What asks for the number of databases. */
  limit: 'processor' | 'disk' | 'writes'
}

const dayS = 86_400
const daysPerYear = 365

/** Nodes and cost for so many inverters; the same arithmetic for a thousand and for a million. */
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
    // Rows, their indexes and checkpoints are written once more beside the log.
    writes: Math.ceil((3 * walBytesPerSecond) / (assumed.diskBytesPerSecond * assumed.fill)),
  }
  const most = Math.max(1, ...Object.values(asked))
  const limit = (Object.keys(asked) as (keyof typeof asked)[]).find((name) => asked[name] === most) ?? 'processor'
  // A coordinator stands before several workers; each of them has a standby.
  const databaseNodes = 2 * (most > 1 ? most + 1 : 1)
  // The smallest portal is one machine; otherwise one instance may be away.
  const serviceNodes = Math.max(1, Math.ceil(serviceCores / usable)) + 1
  const costPerMonth = (databaseNodes + serviceNodes) * assumed.costPerNode + ((2 * bytes) / 1e12) * assumed.costPerTerabyte // prettier-ignore
  return { inverters, framesPerSecond, pagesPerSecond, serviceCores, databaseCores, walBytesPerSecond, bytes, serviceNodes, databaseNodes, costPerMonth, limit } // prettier-ignore
}

/** The largest fleet whose frames and pages so many cores carry, with everything on one machine. */
export function largestOn(cores: number, measured: Coefficients, assumed: Assumptions = usualAssumptions): number {
  const one = growth(1_000_000, measured, assumed)
  return Math.floor((cores * assumed.fill * 1_000_000) / (one.serviceCores + one.databaseCores))
}
