import { useEffect, useRef, useState } from 'react'
import { ApiError, type ApiErrorCode } from '@helioport/api-client'
import { type HistoryImport, maxImportBytes } from '@helioport/contract'
import type { ChosenPlan, Guess, KnownDevice } from '@helioport/import/text'
import { type OpenReader, type ReadFile, ReadProblem } from './reader.ts'
import { type Checked, checkFile, sendFile } from './send-file.ts'

/** Why something could not be done: of the file, or of the service. */
export type Trouble = { file: string } | { service: ApiErrorCode }

/** How far a file has come. */
export interface Step {
  at: 'choose' | 'reading' | 'columns' | 'preview' | 'checking' | 'checked' | 'sending' | 'done'
  fileName: string
  guess?: Guess
  chosen?: ChosenPlan
  read?: ReadFile
  checked?: Checked
  result?: HistoryImport
  /** Rows that are through, while they are checked or sent. */
  done: number
  trouble?: Trouble
}

const first: Step = { at: 'choose', fileName: '', done: 0 }
const waitMs = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface FileImportSettings {
  stationId: string
  zone: string
  devices: readonly KnownDevice[]
  openReader: OpenReader
  /** The list of imports has changed. */
  onChange: () => void
}

/** One file on its way in: chosen, understood, looked at, checked, sent. Every step may be gone back. */
export function useFileImport({ stationId, zone, devices, openReader, onChange }: FileImportSettings) {
  const [step, setStep] = useState<Step>(first)
  const reader = useRef<ReturnType<OpenReader>>(undefined)
  const stop = useRef(new AbortController())
  const drop = () => {
    stop.current.abort()
    stop.current = new AbortController()
    reader.current?.close()
    reader.current = undefined
  }
  useEffect(() => drop, [])

  /** Does one step; where it fails, it is told at the step `back`. */
  const run = async (during: Step, back: Step, work: () => Promise<Step>) => {
    const { signal } = stop.current
    setStep(during)
    try {
      const next = await work()
      if (!signal.aborted) setStep(next)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ReadProblem) setStep({ ...back, trouble: { file: error.code } })
      else if (error instanceof ApiError) setStep({ ...back, trouble: { service: error.code } })
      else throw error
    }
  }
  const working = (read: ReadFile) => ({
    stationId,
    file: read,
    reader: reader.current as NonNullable<typeof reader.current>,
    onProgress: (done: number) => setStep((now) => ({ ...now, done })),
    signal: stop.current.signal,
    wait: waitMs,
  })

  return {
    step,
    restart: () => {
      drop()
      setStep(first)
    },
    choose: async (file: File) => {
      drop()
      const own: Step = { ...first, fileName: file.name }
      if (file.size > maxImportBytes) return setStep({ ...own, trouble: { file: 'tooLarge' } })
      const opened = openReader(file)
      reader.current = opened
      await run({ ...own, at: 'reading' }, own, async () => {
        const guess = await opened.guess(zone, devices)
        return { ...own, at: 'columns', guess, chosen: chosenFrom(guess) }
      })
    },
    change: (chosen: ChosenPlan) => setStep(({ trouble: _, ...now }) => ({ ...now, at: 'columns', chosen })),
    read: async () => {
      const { chosen } = step
      const { trouble: _, ...back } = step
      if (!chosen) return
      await run({ ...back, at: 'reading' }, { ...back, at: 'columns' }, async () => {
        const read = await reader.current?.read(chosen, zone, devices)
        return { ...back, at: 'preview', ...(read && { read }) }
      })
    },
    check: async () => {
      const { read } = step
      const { trouble: _, ...back } = step
      if (!read) return
      await run({ ...back, at: 'checking', done: 0 }, { ...back, at: 'preview' }, async () => ({
        ...back,
        at: 'checked',
        checked: await checkFile(working(read)),
      }))
    },
    send: async () => {
      const { read, checked, fileName } = step
      const { trouble: _, ...back } = step
      if (!read || !checked) return
      await run({ ...back, at: 'sending', done: 0 }, { ...back, at: 'checked' }, async () => ({
        ...back,
        at: 'done',
        result: await sendFile(working(read), fileName, checked),
      }))
      onChange()
    },
  }
}

const chosenFrom = ({ delimiter, time, decimal, columns }: Guess): ChosenPlan => ({
  delimiter,
  time: { column: time.column, format: time.format, zone: time.zone, stamp: 'start' },
  decimal,
  intervalMinutes: null,
  columns,
})
