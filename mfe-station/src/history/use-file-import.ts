import { useEffect, useState } from 'react'
import { ApiError, type ApiErrorCode } from '@helioport/api-client'
import { type HistoryImport, maxImportBytes } from '@helioport/contract'
import { type ChosenPlan, type Guess, type GuessedColumn, isOfDevice, type KnownDevice } from '@helioport/import/text'
import { type OpenReader, type Reader, type ReadFile, ReadProblem } from './reader.ts'
import { type Checked, checkFile, sendFile, type Work } from './send-file.ts'

/** Reason of a failure: a problem of the file, or an error code of the service. */
export type Trouble = { file: string; name?: string } | { service: ApiErrorCode }

/** State of the import. */
export interface Step {
  at: 'choose' | 'reading' | 'columns' | 'preview' | 'checking' | 'checked' | 'sending' | 'done'
  fileName: string
  /** Number of chosen files. */
  files: number
  guess?: Guess
  chosen?: ChosenPlan
  read?: ReadFile
  checked?: Checked
  result?: HistoryImport
  /** Rows done while checking or sending; while reading, the share that was read. */
  done: number
  trouble?: Trouble
}

const first: Step = { at: 'choose', fileName: '', files: 0, done: 0 }
const waitMs = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface FileImportSettings {
  stationId: string
  zone: string
  devices: readonly KnownDevice[]
  openReader: OpenReader
  /** Called when the list of imports has changed. */
  onChange: () => void
}

/** The reader of the present files, and the signal that aborts work on them. */
class Held {
  reader: Reader | undefined
  stop = new AbortController()

  take(reader: Reader): Reader {
    this.reader = reader
    return reader
  }

  drop(): void {
    this.stop.abort()
    this.stop = new AbortController()
    this.reader?.close()
    this.reader = undefined
  }
}

/** The failure to show; unexpected errors are rethrown. */
function troubleOf(error: unknown): Trouble {
  if (error instanceof ReadProblem) return { file: error.code, ...(error.file !== null && { name: error.file }) }
  if (error instanceof ApiError) return { service: error.code }
  throw error
}

function withoutTrouble(step: Step): Step {
  const rest = { ...step }
  delete rest.trouble
  return rest
}

/** Import of files: chosen, columns, preview, check, sending. Every step can be reverted. */
export function useFileImport({ stationId, zone, devices, openReader, onChange }: FileImportSettings) {
  const [step, setStep] = useState<Step>(first)
  const [held] = useState(() => new Held())
  useEffect(() => () => held.drop(), [held])

  /** Runs one step; a failure is shown at the step `back`. */
  const run = async (during: Step, back: Step, work: () => Promise<Step>) => {
    const { signal } = held.stop
    setStep(during)
    try {
      const next = await work()
      if (!signal.aborted) setStep(next)
    } catch (error) {
      if (!signal.aborted) setStep({ ...back, trouble: troubleOf(error) })
    }
  }
  const onProgress = (done: number) => setStep((now) => ({ ...now, done }))
  const working = (file: ReadFile, reader: Reader): Work => {
    return { stationId, file, reader, onProgress, signal: held.stop.signal, wait: waitMs }
  }
  const back = withoutTrouble(step)
  const { read, chosen, checked } = back

  return {
    step,
    restart: () => {
      held.drop()
      setStep(first)
    },
    choose: async (files: readonly File[]) => {
      held.drop()
      const own: Step = { ...first, fileName: nameOf(files), files: files.length }
      if (files.reduce((sum, { size }) => sum + size, 0) > maxImportBytes)
        return setStep({ ...own, trouble: { file: 'tooLarge' } })
      const reader = held.take(
        openReader(files, (done) => setStep((now) => (now.at === 'reading' ? { ...now, done } : now))),
      )
      await run({ ...own, at: 'reading' }, own, async () => {
        const guess = await reader.guess(zone, devices)
        return { ...own, at: 'columns', guess, chosen: chosenFrom(guess) }
      })
    },
    /** After devices were added for these columns, units are guessed again by the devices' ratings. */
    addDevices: async (added: ReadonlyMap<GuessedColumn, KnownDevice>) => {
      const again = await held.reader?.guess(zone, distinct([...devices, ...added.values()]))
      if (chosen && again) setStep({ ...back, at: 'columns', chosen: withDevices(chosen, again, added) })
    },
    change: (changed: ChosenPlan) => setStep({ ...back, at: 'columns', chosen: changed }),
    read: async () => {
      const { reader } = held
      if (!chosen || !reader) return
      if (!chosen.columns.some(isWhole)) return setStep({ ...back, trouble: { file: 'nothingChosen' } })
      await run({ ...back, at: 'reading', done: 0 }, { ...back, at: 'columns' }, async () => ({
        ...back,
        at: 'preview',
        read: await reader.read(chosen, zone, devices),
      }))
    },
    check: async () => {
      const { reader } = held
      if (!read || !reader) return
      await run({ ...back, at: 'checking', done: 0 }, { ...back, at: 'preview' }, async () => ({
        ...back,
        at: 'checked',
        checked: await checkFile(working(read, reader)),
      }))
    },
    send: async () => {
      const { reader } = held
      if (!read || !checked || !reader) return
      await run({ ...back, at: 'sending', done: 0 }, { ...back, at: 'checked' }, async () => ({
        ...back,
        at: 'done',
        result: await sendFile(working(read, reader), back.fileName, checked),
      }))
      onChange()
    },
  }
}

/** The kind, unit and device of a column are known. */
const isWhole = ({ kind, unit, deviceId }: GuessedColumn): boolean =>
  kind !== 'ignore' && unit !== null && (!isOfDevice(kind) || deviceId !== null)

/** Name in the list of imports: with several files, the first one and the number of others. */
function nameOf([first, ...others]: readonly File[]): string {
  return others.length === 0 ? (first?.name ?? '') : `${first?.name} + ${others.length}`
}

const distinct = (devices: readonly KnownDevice[]) => [
  ...new Map(devices.map((device) => [device.id, device])).values(),
]

function withDevices(chosen: ChosenPlan, again: Guess, added: ReadonlyMap<GuessedColumn, KnownDevice>): ChosenPlan {
  const columns = chosen.columns.map((column, nth) => {
    const guessed = again.columns[nth]
    const unit = column.unit ?? (guessed?.kind === column.kind ? guessed.unit : null)
    return { ...column, unit, deviceId: added.get(column)?.id ?? column.deviceId }
  })
  return { ...chosen, columns }
}

const chosenFrom = ({ delimiter, time, decimal, series, columns }: Guess): ChosenPlan => ({
  delimiter,
  time: { column: time.column, format: time.format, zone: time.zone, stamp: time.stamp },
  decimal,
  intervalMinutes: null,
  series,
  columns,
})
