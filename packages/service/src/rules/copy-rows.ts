import { deviceSubStates } from '@helioport/contract'
import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import {
  counterColumns,
  scalarColumns,
  sensorColumns,
  vectorColumns,
  vectorElements,
} from '../database/sample-columns.ts'
import type { CopyRows } from '../queries/frames.ts'

/**
 * Frames as COPY text. Only columns that the batch uses are named: most vectors are short.
 * All values are numbers or ISO instants, so nothing needs escaping.
 */
export function deviceCopyRows(frames: readonly { no: number; frame: DeviceFrame }[], now: number): CopyRows {
  const lengths = vectorColumns.map(([key]) =>
    frames.reduce((most, { frame }) => Math.max(most, frame[key]?.length ?? 0), 0),
  )
  const vectors = vectorColumns.map(([key], which) => [key, lengths[which] ?? 0] as const)
  const scalars = [...counterColumns, ...scalarColumns]
  const isoOf = cachedIso()
  let text = ''
  for (const { no, frame } of frames) {
    text += `${no}\t${isoOf(frame.at)}\t${Math.round((now - frame.at) / 1000)}\t${frame.mode}\t${frame.errorWord}\t${subStateField(frame)}`
    for (const [key] of scalars) text += `\t${field(frame[key])}`
    for (const [key, length] of vectors) {
      const vector = frame[key]
      for (let index = 0; index < length; index += 1) text += `\t${field(vector?.[index])}`
    }
    text += '\n'
  }
  return {
    columns: [
      'device_no',
      'ts',
      'delay_s',
      'mode',
      'error_word',
      'sub_state',
      ...scalars.map(([, column]) => column),
      ...vectorColumns.flatMap(([, column], which) => vectorElements(column, lengths[which] ?? 0)),
    ],
    text,
  }
}

export function sensorCopyRows(loggerNo: number, frames: readonly SensorFrame[]): CopyRows {
  let text = ''
  for (const frame of frames) {
    text += `${loggerNo}\t${new Date(frame.at).toISOString()}`
    for (const [key] of sensorColumns) text += `\t${field(frame[key])}`
    text += '\n'
  }
  return { columns: ['logger_no', 'ts', ...sensorColumns.map(([, column]) => column)], text }
}

/** Devices of a logger are read at the same instants. */
function cachedIso(): (at: number) => string {
  const known = new Map<number, string>()
  return (at) => {
    const iso = known.get(at) ?? new Date(at).toISOString()
    known.set(at, iso)
    return iso
  }
}

/** Place in the list of sub-states, from 1. */
function subStateField({ subState }: DeviceFrame): number | string {
  return subState === undefined ? '\\N' : deviceSubStates.indexOf(subState) + 1
}

/** real holds nothing smaller than 1e-38 and refuses it; such a value is a zero that was computed. */
function field(value: number | null | undefined): number | string {
  if (value === null || value === undefined) return '\\N'
  return Math.abs(value) < 1e-30 ? 0 : value
}
