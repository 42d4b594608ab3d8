import { readFileSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { type HeldRow, readPlant } from '@helioport/import'
import { iso } from '@helioport/time/node'
import { UsageError } from '../options.ts'
import { createDevice, createLogger, createStation, loggerSerialOf } from '../portal/create.ts'
import { hasCode, portalClient, type PortalClient, signIn } from '../portal/portal-client.ts'
import { readState, writeState } from '../portal/state-file.ts'
import { seedOf } from '../random/noise.ts'
import { backOffMs } from '../time/back-off.ts'
import type { Clock } from '../time/clock.ts'
import { FrameQueue, FrameSender, maxTries } from './frame-sender.ts'
import { measuredFrames } from './frames.ts'
import { type ImportState, sourceOf } from './import-state.ts'
import { parsePlantMap, type PlantMap } from './plant-map.ts'
import { type ImportReport, lostRows, nothingSent, reportOf } from './report.ts'

export interface ImportSettings {
  files: string[]
  mapFile: string
  /** Origin of the portal. */
  url: string
  account: string
  password: string
  stateFile: string
  /** Import the readable part even if something cannot be read. */
  acceptLoss: boolean
  clock: Clock
  /** Prints progress for people. */
  say: (text: string) => void
}

const maxBatchRows = 5000

/**
 * Imports a measured plant as a new station. After a kill it resumes; a run after completion changes nothing. If rows
 * of the files would be lost and the caller has not accepted that, nothing is imported, and the report names them.
 * Throws UsageError for mistakes in map or arguments, FileProblem for files that contradict the map.
 */
export async function importPlant(settings: ImportSettings): Promise<ImportReport> {
  const { clock, say, stateFile } = settings
  const mapText = readFile(settings.mapFile, 'map').toString('utf8')
  const map = parsePlantMap(mapText)
  const files = settings.files.map((file) => ({ name: basename(file), bytes: readFile(file, 'file') }))
  const plant = await readPlant(files, map)
  const refused = reportOf(map, plant, null, nothingSent)
  if (lostRows(refused) > 0 && !settings.acceptLoss) return refused
  const { rows } = plant
  const state = stateFor(settings, sourceOf(rows, mapText))
  const rowsUntil = (at: number) => rows.findLastIndex((row) => row.at <= at) + 1
  checkGrowth(state, rowsUntil)
  const save = () => writeState(stateFile, state)

  const client = portalClient(settings.url)
  await signIn(client, settings.account, settings.password, {
    wait: (attempt) => clock.wait(backOffMs(1, attempt)),
    attempts: maxTries,
    report: say,
  })
  const stationId = await register(client, map, state, settings, save)
  const sender = new FrameSender({ ...settings, rowsUntil }, state, save)
  const queue = new FrameQueue(sender, state, maxBatchRows - 2 * map.devices.length)
  const progress = progressOf(settings, rows)
  for (const frames of measuredFrames(map, rows)) {
    await queue.take([frames])
    progress(frames.at)
  }
  await queue.flush()
  return reportOf(map, plant, stationId, queue.sent)
}

function readFile(file: string, what: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new UsageError(`the ${what} ${file} cannot be read`, { cause: error })
  }
}

function stateFor(settings: ImportSettings, source: string): ImportState {
  const { url, account, stateFile } = settings
  const known = readState<ImportState>(stateFile)
  if (!known) {
    return { version: 1, url, account, source, loggerTry: 0, devices: [], seq: 0, acknowledgedAt: null }
  }
  for (const [name, own, other] of [
    ['portal', known.url, url],
    ['account', known.account, account],
    ['file or map', known.source, source],
  ] as const) {
    if (own !== other) {
      throw new UsageError(`${stateFile} belongs to an import with another ${name}; use --state for a file of its own`)
    }
  }
  return known
}

/** Counters continue from the rows already sent, so rows inserted before that point would be lost. */
function checkGrowth({ acknowledgedAt, acknowledgedRows }: ImportState, rowsUntil: (at: number) => number): void {
  if (acknowledgedAt === null || acknowledgedRows === undefined) return
  const now = rowsUntil(acknowledgedAt)
  if (now === acknowledgedRows) return
  throw new UsageError(
    `up to ${iso(acknowledgedAt)} there were ${acknowledgedRows} rows when they were brought in, now there are ${now}: ` +
      'bring the files in as a new station, with another name in the map and a --state of its own',
  )
}

/** Creates station, logger and devices, each once; returns the station's id. */
async function register(
  client: PortalClient,
  map: PlantMap,
  state: ImportState,
  settings: ImportSettings,
  save: () => void,
): Promise<string> {
  if (!state.stationId) {
    // Saved first: if a station of this name exists afterwards, this import created it.
    const begun = readState<ImportState>(settings.stateFile) !== undefined
    save()
    state.stationId = await createStation(client, map.station, begun).catch((error: unknown) => {
      if (!hasCode(error, 'station.nameTaken')) throw error
      // The station is not from this import: the next run must not take it for its own.
      rmSync(settings.stateFile, { force: true })
      throw new UsageError(
        `the portal has a station named "${map.station.name}" and ${settings.stateFile} does not know it: ` +
          'give --state with the file of the former import, or another name in the map',
        { cause: error },
      )
    })
    save()
    settings.say(`station "${map.station.name}" created`)
  }
  if (!state.loggerKey) {
    const name = `${settings.url} ${settings.account} ${map.station.name}`
    const serialOf = (attempt: number) => loggerSerialOf('IM', seedOf(0, name), name, attempt)
    await createLogger(client, state.stationId, serialOf, state, save)
  }
  const { loggerId, loggerSerial, stationId } = state
  if (!loggerId || !loggerSerial) throw new Error('the logger has no id')
  if (!state.isStampTold) {
    // Counters do not always reveal the stamp: on a clear day, or with short intervals, both fit.
    await client.call('PUT /loggers/:loggerId', {
      params: { loggerId },
      body: { stationId, stamp: map.time.stamp ?? 'start' },
    })
    state.isStampTold = true
    save()
  }
  for (const [i, device] of map.devices.entries()) {
    if (state.devices.includes(device.serial)) continue
    const { serial, name, model, ratedPowerW, capacityKwp } = device
    await createDevice(
      client,
      {
        loggerId,
        serial,
        name,
        model,
        ratedPowerW,
        capacityKwp,
        mpptCount: 0,
        stringCount: 0,
        installedOn: map.station.installedOn,
        supportsReactivePower: false,
        supportsIvScan: false,
        sortNumber: i,
      },
      loggerSerial,
    )
    state.devices.push(serial)
    save()
  }
  return stationId
}

/** Reports the share of rows sent, at most once a second. */
function progressOf({ clock, say }: ImportSettings, rows: readonly HeldRow[]): (at: number) => void {
  const from = rows[0]?.at ?? 0
  const length = Math.max((rows.at(-1)?.at ?? 0) - from, 1)
  let [saidAt, said] = [clock.now(), -1]
  return (at) => {
    const percent = Math.floor(((at - from) / length) * 100)
    if (percent === said || clock.now() - saidAt < 1000) return
    ;[saidAt, said] = [clock.now(), percent]
    say(`${percent} %`)
  }
}
