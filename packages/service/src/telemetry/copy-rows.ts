import { deviceSubStates } from '@helioport/contract'
import type { SensorFrame } from '@helioport/contract/ingest'
import { BinaryCopy, type CopyRows, type CopyType } from '../database/binary-copy.ts'
import {
  counterColumns,
  scalarColumns,
  sensorColumns,
  vectorColumns,
  vectorElements,
} from '../database/sample-columns.ts'
import type { OwnFrame } from './judge-frames.ts'

type Column = readonly [string, CopyType]

const ownColumns: readonly Column[] = [
  ['device_no', 'int4'],
  ['ts', 'timestamptz'],
  ['delay_s', 'int4'],
  ['mode', 'int2'],
  ['error_word', 'int8'],
  ['sub_state', 'int2'],
  ...counterColumns.map(([, column]): Column => [column, 'float8']),
  ...scalarColumns.map(([, column]): Column => [column, 'float4']),
]

/** Imported rows name their import. */
const tagOf = (importNo: number | null): Column[] => (importNo === null ? [] : [['import_no', 'int4']])

/** Frames as rows of `device_sample`, with only the columns that the batch uses: most vectors are short. */
export function deviceCopyRows(
  frames: readonly Pick<OwnFrame, 'no' | 'frame'>[],
  now: number,
  importNo: number | null = null,
): CopyRows {
  const lengths = vectorColumns.map(([key]) =>
    frames.reduce((most, { frame }) => Math.max(most, frame[key]?.length ?? 0), 0),
  )
  const elements = vectorColumns.flatMap(([, column], which) => vectorElements(column, lengths[which] ?? 0))
  const vectors = vectorColumns.map(([key], which) => [key, lengths[which] ?? 0] as const)
  const vectorsOf = elements.map((column): Column => [column, 'float4'])
  const copy = new BinaryCopy([...tagOf(importNo), ...ownColumns, ...vectorsOf], frames.length)
  for (const { no, frame } of frames) {
    copy.row()
    if (importNo !== null) copy.value(importNo)
    copy.value(no)
    copy.value(frame.at)
    copy.value(Math.round((now - frame.at) / 1000))
    copy.value(frame.mode)
    copy.value(frame.errorWord)
    // Index in the list of sub-states, from 1.
    copy.value(frame.subState === undefined ? null : deviceSubStates.indexOf(frame.subState) + 1)
    for (const [key] of counterColumns) copy.value(frame[key])
    for (const [key] of scalarColumns) copy.value(frame[key])
    for (const [key, length] of vectors) {
      const vector = frame[key]
      for (let index = 0; index < length; index += 1) copy.value(vector?.[index])
    }
  }
  return copy.end()
}

/** Readings as rows of `sensor_sample`. */
export function sensorCopyRows(
  loggerNo: number,
  frames: readonly SensorFrame[],
  importNo: number | null = null,
): CopyRows {
  const columns: Column[] = [
    ...tagOf(importNo),
    ['logger_no', 'int4'],
    ['ts', 'timestamptz'],
    ...sensorColumns.map(([, column]): Column => [column, 'float4']),
  ]
  const copy = new BinaryCopy(columns, frames.length)
  for (const frame of frames) {
    copy.row()
    if (importNo !== null) copy.value(importNo)
    copy.value(loggerNo)
    copy.value(frame.at)
    for (const [key] of sensorColumns) copy.value(frame[key])
  }
  return copy.end()
}
