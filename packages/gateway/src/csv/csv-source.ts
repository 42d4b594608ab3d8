import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { SensorFrame } from '@helioport/contract/ingest'
import { FileProblem, type HeldRow, type MeasuredPlant, readPlant, type SourceFile } from '@helioport/import'
import { counterOf } from '../source/counter-of.ts'
import { frameOf } from '../source/frame.ts'
import type { Reading, Source } from '../source/source.ts'
import { SourceTrouble, trouble as troubleOf, type Trouble } from '../source/trouble.ts'
import { type CsvMapping, csvMappingFrom, fileFilter } from './csv-mapping.ts'
import { FolderWatch, type Look, markOf, type ReadMark, type ReadMarks } from './folder-watch.ts'

/** Stores which files were read. */
export interface MarksFile {
  read: () => ReadMarks | null
  write: (marks: ReadMarks) => Promise<void>
}

export interface CsvDeps {
  now: () => number
  /** @param name of the state; contains only characters that are valid in a file name */
  marksFile: (name: string) => MarksFile
}

/** Ten times a day of a large plant. */
const mostBytes = 20_000_000
/** Readings per round: a year that is uploaded at once takes many rounds. */
const mostReadings = 5000
/** Rows further in the future come from a wrong clock. */
const greatestLeadMs = 10 * 60_000

/**
 * `--source csv=/srv/ftp/logger:mapping.json`: files that a logger uploads into a folder. A file is read when it has
 * not changed between two rounds, and again after it has grown, from its first new row on.
 */
export function openCsv(argument: string, { now, marksFile }: CsvDeps): Source {
  const { folder, mapping } = placeOf(argument)
  const watch = new FolderWatch(folder, fileFilter(mapping))
  const kept = marksFile(`csv-${folder.replaceAll(/[^A-Za-z0-9]+/g, '-')}`)
  let marks: ReadMarks = kept.read() ?? {}
  /** Read, but perhaps not stored yet by the caller. */
  let unsaved: ReadMarks = {}
  let waiting: Reading[] = []
  let weather: SensorFrame[] = []

  return {
    name: `csv ${folder}`,
    close: () => Promise.resolve(),
    read: async () => {
      // The next call shows that the caller has stored the former readings.
      if (waiting.length === 0 && Object.keys(unsaved).length > 0) await save()
      const { due, all } = await watch.look(marks)
      marks = Object.fromEntries(Object.entries(marks).filter(([name]) => all.has(name)))
      if (waiting.length === 0) for (const look of due) if (!(await take(look))) break
      const readings = waiting.splice(0, mostReadings)
      const troubles = Object.values({ ...marks, ...unsaved }).flatMap(({ trouble }) =>
        isTrouble(trouble) ? [trouble] : [],
      )
      if (readings.length === 0 && troubles.length > 0) throw new SourceTrouble(...troubles)
      return readings
    },
    readSensors: () => Promise.resolve(weather.splice(0)),
  }

  async function save(): Promise<void> {
    marks = { ...marks, ...unsaved }
    unsaved = {}
    await kept.write(marks)
  }

  /** @returns whether there is room for another file */
  async function take(look: Look): Promise<boolean> {
    const before = markOf(marks, look.name)
    const { readings, sensors, trouble } = await readingsIn(folder, look, mapping)
    const isNew = (at: number) => at > (before?.lastAt ?? 0) && at <= now() + greatestLeadMs
    const rows = readings.filter(({ frame }) => isNew(frame.at))
    const frames = sensors.filter(({ at }) => isNew(at))
    const lastAt = Math.max(rows.at(-1)?.frame.at ?? 0, frames.at(-1)?.at ?? 0, before?.lastAt ?? 0)
    const mark: ReadMark = {
      size: look.size,
      changedAt: look.changedAt,
      lastAt: lastAt === 0 ? null : lastAt,
      trouble,
    }
    unsaved[look.name] = mark
    waiting = [...waiting, ...rows]
    weather = [...weather, ...frames]
    return waiting.length < mostReadings
  }
}

/** Marks of former versions hold a sentence; it is replaced when the file changes. */
const isTrouble = (told: unknown): told is Trouble => typeof told === 'object' && told !== null

/** Split at the last colon: a Windows path contains one itself. */
function placeOf(argument: string): { folder: string; mapping: CsvMapping } {
  const at = argument.lastIndexOf(':')
  const [folder, file] = [argument.slice(0, at), argument.slice(at + 1)]
  if (at < 1 || file === '') throw new Error('files of a logger are written as FOLDER:mapping.json')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  return { folder, mapping: csvMappingFrom(text) }
}

interface FileReadings {
  /** In order of time. */
  readings: Reading[]
  sensors: SensorFrame[]
  trouble: Trouble | null
}

async function readingsIn(folder: string, { name, size }: Look, mapping: CsvMapping): Promise<FileReadings> {
  const none = { readings: [], sensors: [] }
  if (size > mostBytes) return { ...none, trouble: troubleOf('file.tooLarge', { file: name }) }
  try {
    const bytes = await readFile(join(folder, basename(name)))
    const { rows } = await plantIn({ name, bytes }, mapping)
    const readings = rows.flatMap((row) => readingsOf(row, mapping))
    const sensors = rows.flatMap((row) => (Object.keys(row.sensors).length > 0 ? [{ at: row.at, ...row.sensors }] : []))
    return { readings, sensors, trouble: null }
  } catch (error) {
    if (error instanceof FileProblem) {
      // A zone that is missing beside a mapping that has one in its column is a column that the file does not have.
      const code = error.code === 'zoneMissing' ? 'noColumn' : error.code
      return { ...none, trouble: troubleOf(`file.${code}`, { file: name }) }
    }
    throw error
  }
}

/** The interval cannot be detected in a file of a single row, and is not needed here. */
async function plantIn(file: SourceFile, mapping: CsvMapping): Promise<MeasuredPlant> {
  try {
    return await readPlant([file], mapping)
  } catch (error) {
    if (!(error instanceof FileProblem) || error.code !== 'interval') throw error
    return await readPlant([file], { ...mapping, intervalMinutes: 60 })
  }
}

function readingsOf({ at, devices }: HeldRow, mapping: CsvMapping): Reading[] {
  return mapping.devices.flatMap((device, nth): Reading[] => {
    const { powerW, dcPowerW, energyTotalKwh } = devices[nth] ?? {}
    if (powerW === undefined && dcPowerW === undefined && energyTotalKwh === undefined) return []
    const { serial, model, ratedPowerW } = device
    const frame = frameOf({ serial, at, model, ratedPowerW, powerW, dcPowerW })
    return [{ frame, counter: counterOf(`csv.${device.energyTotal?.column ?? ''}`, energyTotalKwh, 'kWh') }]
  })
}
