import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { maxIngestRows } from '@helioport/contract'
import { DeviceFrame, IngestBatch, SensorFrame } from '@helioport/contract/ingest'
import type { UncheckedBatch } from './ingest.ts'
import { Problem } from '../base/problem.ts'
import { parseJson } from '../http/json.ts'
import { checkBody, compileTest } from '../http/validate.ts'

const unzip = promisify(gunzip)
export const maxSentBytes = 8 * 1024 * 1024
/** 10,000 rows of the longest frame; a bomb of zeros is cut off here. */
const maxUnpackedBytes = 24 * 1024 * 1024

/** The rows are judged one by one, so that a bad one does not cost the others. */
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
 * The JSON of a batch as it was sent.
 * @throws Problem request.tooLarge, request.malformed, request.duplicateKey
 */
export async function readBatch(body: Uint8Array, isGzip: boolean): Promise<unknown> {
  if (!isGzip) return parseJson(body)
  try {
    return parseJson(await unzip(body, { maxOutputLength: maxUnpackedBytes }))
  } catch (cause) {
    if (cause instanceof Problem) throw cause
    const tooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new Problem(tooLarge ? 'request.tooLarge' : 'request.malformed', { cause })
  }
}

/** @throws Problem request.invalid */
export function checkedBatch(value: unknown): UncheckedBatch {
  checkEnvelope(value)
  return value as UncheckedBatch
}
