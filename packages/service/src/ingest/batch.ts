import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { maxIngestRows } from '@helioport/contract'
import { DeviceFrame, IngestBatch, SensorFrame } from '@helioport/contract/ingest'
import { Problem } from '../base/problem.ts'
import { JsonScan } from '../http/json-scan.ts'
import { parseJson } from '../http/json.ts'
import { checkBody, compileTest } from '../http/validate.ts'
import { readerOf } from './slices.ts'
import type { UncheckedBatch } from './take-batch.ts'

export const maxSentBytes = 8 * 1024 * 1024
/** 10,000 rows of the longest frame; stops decompression bombs. */
const maxUnpackedBytes = 24 * 1024 * 1024
/** Bounds for the batch, its lists, and the values of the longest frame per row (phases, trackers, strings). */
const limits = {
  depth: 8,
  objects: 2 * maxIngestRows + 1,
  arrays: 6 * maxIngestRows + 2,
  commas: 100 * maxIngestRows,
}
/** The longest frame has 1.5 KB; a longer row is refused as malformed. */
const maxRowBytes = 8 * 1024
/** The batch without its rows. */
const maxRestBytes = 64 * 1024
/** Bytes that are scanned or parsed before yielding to other requests. */
const sliceBytes = 128 * 1024

/** Rows are checked one by one later, so that a bad row does not affect the others. */
const anything = { type: 'array', maxItems: maxIngestRows }
const checkEnvelope = checkBody({
  ...IngestBatch,
  properties: {
    ...IngestBatch.properties,
    seq: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    devices: anything,
    sensors: anything,
  },
})

export const rowTests = { isDeviceFrame: compileTest(DeviceFrame), isSensorFrame: compileTest(SensorFrame) }

/**
 * Parses the JSON of a batch. It is scanned against the bounds while it is decompressed, and parsed row by row: a batch
 * of any size yields to other requests, and an invalid one is refused after its first bytes.
 * @throws Problem request.tooLarge, request.malformed, request.duplicateKey
 */
export async function readBatch(body: Uint8Array, isGzip: boolean): Promise<unknown> {
  const scan = new JsonScan(limits)
  const slices: Uint8Array[] = []
  let size = 0
  try {
    for await (const slice of isGzip ? unpacked(body) : slicesOf(body)) {
      size += slice.length
      if (size > maxUnpackedBytes) throw new Problem('request.tooLarge')
      scan.push(slice)
      if (scan.restBytes > maxRestBytes) throw new Problem('request.tooLarge')
      slices.push(slice)
    }
  } catch (cause) {
    throw cause instanceof Problem ? cause : new Problem('request.malformed', { cause })
  }
  return parseRows(slices, size, scan.rows)
}

/** Bytes after the end of the gzip stream are an error. */
const unpacked = (body: Uint8Array): AsyncIterable<Uint8Array> =>
  Readable.from([body]).pipe(createGunzip({ chunkSize: sliceBytes }))

async function* slicesOf(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += sliceBytes) {
    if (at > 0) await turn()
    yield body.subarray(at, at + sliceBytes)
  }
}

/** Parses each row by itself, and the rest of the batch with an empty object in place of each row. */
async function parseRows(slices: Uint8Array[], size: number, places: readonly [number, number][]): Promise<unknown> {
  const bytesOf = readerOf(slices)
  const rest: Uint8Array[] = []
  const rows: unknown[] = []
  let parsedTo = 0
  let turnAt = sliceBytes
  for (const [from, to] of places) {
    rest.push(bytesOf(parsedTo, from), emptyObject)
    rows.push(to - from > maxRowBytes ? null : parseJson(bytesOf(from, to)))
    parsedTo = to
    if (to < turnAt) continue
    turnAt = to + sliceBytes
    await turn()
  }
  rest.push(bytesOf(parsedTo, size))
  const around = Buffer.concat(rest)
  const batch = parseJson(around)
  if (rows.length === 0 || typeof batch !== 'object' || batch === null) return batch
  const own = rows.values()
  const withRows = (value: unknown) =>
    Array.isArray(value) ? value.map((item: unknown) => (isObject(item) ? own.next().value : item)) : value
  return Object.fromEntries(Object.entries(batch).map(([key, value]) => [key, withRows(value)]))
}

const emptyObject = Buffer.from('{}')
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws Problem request.invalid */
export function checkedBatch(value: unknown): UncheckedBatch {
  checkEnvelope(value)
  return value as UncheckedBatch
}
