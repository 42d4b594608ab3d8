import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { maxIngestRows } from '@helioport/contract'
import { DeviceFrame, IngestBatch, SensorFrame } from '@helioport/contract/ingest'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findKeyedLogger, ingest, type UncheckedBatch } from '../rules/ingest.ts'
import type { KeyedLogger } from '../queries/logger.ts'
import { Problem } from '../rules/problem.ts'
import type { Service } from '../service.ts'
import { parseJson } from './json.ts'
import { checkBody, compileTest } from './validate.ts'

const unzip = promisify(gunzip)
const maxSentBytes = 8 * 1024 * 1024
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

const tests = { isDeviceFrame: compileTest(DeviceFrame), isSensorFrame: compileTest(SensorFrame) }

/** `POST /frames`: the door of the loggers. It knows no cookie, so a browser has no way in. */
export function registerIngest(app: FastifyInstance, service: Service): void {
  const loggers = new WeakMap<FastifyRequest, KeyedLogger>()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    parseJson(await unpack(body, request.headers['content-encoding'])),
  )
  app.route({
    method: 'POST',
    url: '/frames',
    bodyLimit: maxSentBytes,
    onRequest: async (request) => {
      loggers.set(request, await findKeyedLogger(service, readKey(request)))
    },
    handler: async (request) => {
      const logger = loggers.get(request)
      if (!logger) throw new Problem('logger.keyWrong')
      checkEnvelope(request.body)
      return { success: true, data: await ingest(service, logger, request.body as UncheckedBatch, tests) }
    },
  })
}

/** `Authorization: Logger <key>` */
function readKey(request: FastifyRequest): string | null {
  return /^Logger ([A-Za-z0-9_-]+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null
}

async function unpack(body: Buffer, encoding: string | undefined): Promise<Buffer> {
  if (encoding === undefined || encoding === 'identity') return body
  if (encoding !== 'gzip') throw new Problem('request.unsupportedType')
  try {
    return await unzip(body, { maxOutputLength: maxUnpackedBytes })
  } catch (cause) {
    const tooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new Problem(tooLarge ? 'request.tooLarge' : 'request.malformed', { cause })
  }
}
