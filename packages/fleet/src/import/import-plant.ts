import { createReadStream, readFileSync, rmSync, statSync } from 'node:fs'
import { parse } from 'csv-parse'
import { UsageError } from '../options.ts'
import { createDevice, createLogger, createStation, loggerSerialOf } from '../portal/create.ts'
import { hasCode, portalClient, type PortalClient, signIn } from '../portal/portal-client.ts'
import { readState, writeState } from '../portal/state-file.ts'
import { seedOf } from '../random/noise.ts'
import { backOffMs } from '../time/back-off.ts'
import type { Clock } from '../time/clock.ts'
import { FrameQueue, FrameSender, maxTries } from './frame-sender.ts'
import { frameMaker } from './frames.ts'
import { type ImportState, sourceOf } from './import-state.ts'
import { parsePlantMap, type PlantMap } from './plant-map.ts'
import { type ImportReport, reportBuilder } from './report.ts'
import { rowReader } from './row-reader.ts'

export interface ImportSettings {
  file: string
  mapFile: string
  /** Origin of the portal. */
  url: string
  account: string
  password: string
  stateFile: string
  clock: Clock
  /** Progress, for people. */
  say: (text: string) => void
}

const maxBatchRows = 5000

/**
 * Brings a measured plant in as a new station. Killed and started again it goes on where it was; run again after it
 * was done it changes nothing. Throws UsageError for mistakes in file, map or arguments.
 */
export async function importPlant(settings: ImportSettings): Promise<ImportReport> {
  const { clock, say, stateFile } = settings
  const mapText = readText(settings.mapFile, 'map')
  const map = parsePlantMap(mapText)
  const state = await stateFor(settings, mapText)
  const save = () => writeState(stateFile, state)

  const client = portalClient(settings.url)
  await signIn(client, settings.account, settings.password, {
    wait: (attempt) => clock.wait(backOffMs(1, attempt)),
    attempts: maxTries,
    report: say,
  })
  const stationId = await register(client, map, state, settings, save)
  const report = reportBuilder(map.station.timeZone, map.station.capacityKwp, map.intervalMinutes * 60_000)
  const frames = frameMaker(map, report)
  const queue = new FrameQueue(new FrameSender(settings, state, save), state, maxBatchRows - 2 * map.devices.length)
  const progress = progressOf(settings)

  const stream = createReadStream(settings.file)
  const csv = stream.pipe(
    parse({ bom: true, relax_column_count: true, skip_empty_lines: true, delimiter: map.delimiter ?? ',' }),
  )
  stream.on('error', (error) => csv.destroy(error))
  let reader: ReturnType<typeof rowReader> | undefined
  for await (const cells of csv as AsyncIterable<string[]>) {
    if (!reader) {
      reader = rowReader(map, cells, report.reject)
      continue
    }
    report.row()
    const row = reader.read(cells)
    if (!row) continue
    await queue.take(frames.add(row))
    progress(stream.bytesRead)
  }
  await queue.take(frames.end())
  await queue.flush()
  return report.build({ name: map.station.name, id: stationId }, queue.sent)
}

function readText(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`the ${what} ${file} cannot be read`, { cause: error })
  }
}

async function stateFor(settings: ImportSettings, mapText: string): Promise<ImportState> {
  const { url, account, stateFile } = settings
  const source = await sourceOf(settings.file, mapText).catch((error: unknown) => {
    throw new UsageError(`the file ${settings.file} cannot be read`, { cause: error })
  })
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

/** Station, logger and devices, each once; returns the station's id. */
async function register(
  client: PortalClient,
  map: PlantMap,
  state: ImportState,
  settings: ImportSettings,
  save: () => void,
): Promise<string> {
  if (!state.stationId) {
    // Written first: a station of this name that is found afterwards is the one this import created.
    const begun = readState<ImportState>(settings.stateFile) !== undefined
    save()
    state.stationId = await createStation(client, map.station, begun).catch((error: unknown) => {
      if (!hasCode(error, 'station.nameTaken')) throw error
      // Somebody else's: what was written above must not make the next run take it for its own.
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
  const { loggerId, loggerSerial } = state
  if (!loggerId || !loggerSerial) throw new Error('the logger has no id')
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
  return state.stationId
}

/** Tells the share of the file that was read, at most once a second. */
function progressOf({ file, clock, say }: ImportSettings): (bytes: number) => void {
  const size = Math.max(statSync(file).size, 1)
  let [saidAt, said] = [clock.now(), -1]
  return (bytes) => {
    const percent = Math.floor((bytes / size) * 100)
    if (percent === said || clock.now() - saidAt < 1000) return
    ;[saidAt, said] = [clock.now(), percent]
    say(`${percent} %`)
  }
}
