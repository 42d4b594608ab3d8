import { LoggerCurves, LoggerStep, type NextCommandReply, NextCommandRequest } from '@helioport/contract/ingest'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createCommandWait } from './wait.ts'
import { takeCurves, takeNext, takeStep } from './queue.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { checkBody, compileTest } from '../http/validate.ts'

const maxBodyBytes = 512 * 1024

const check = {
  next: checkBody(NextCommandRequest),
  step: checkBody(LoggerStep),
  curves: checkBody(LoggerCurves),
}
const isCommandDeviceParams = compileTest({
  type: 'object',
  properties: { taskId: { type: 'string', format: 'uuid' } },
  required: ['taskId'],
})

/** Registers the command endpoints of loggers; `loggerOf` returns the logger whose key the request carries. */
export function registerLoggerCommands(
  app: FastifyInstance,
  service: Service,
  loggerOf: (request: FastifyRequest) => Promise<{ id: string }>,
): void {
  const wait = createCommandWait(service)
  app.addHook('preClose', async () => wait.close())
  const loggers = new WeakMap<FastifyRequest, string>()
  const onRequest = async (request: FastifyRequest) => {
    loggers.set(request, (await loggerOf(request)).id)
  }
  const own = (request: FastifyRequest) => {
    const id = loggers.get(request)
    if (id === undefined) throw new Problem('logger.keyWrong')
    return id
  }

  const route = (url: string, handler: (request: FastifyRequest, gone: AbortSignal) => Promise<unknown>) =>
    app.route({
      method: 'POST',
      url,
      onRequest,
      bodyLimit: maxBodyBytes,
      handler: async (request, reply) => {
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort())
        return { success: true, data: await handler(request, gone.signal) }
      },
    })

  route('/commands/next', async (request, gone): Promise<NextCommandReply> => {
    check.next(request.body)
    const { waitS, controls } = request.body as NextCommandRequest
    const next = await takeNext(service, own(request), controls)
    if (next || waitS === 0) return { order: next }
    await wait.waitFor(own(request), waitS * 1000, gone)
    return { order: gone.aborted ? null : await takeNext(service, own(request), controls) }
  })
  route('/commands/:taskId/steps', async (request) => {
    check.step(request.body)
    return takeStep(service, own(request), commandDeviceIn(request), request.body as LoggerStep)
  })
  route('/commands/:taskId/curves', async (request) => {
    check.curves(request.body)
    return takeCurves(service, own(request), commandDeviceIn(request), request.body as LoggerCurves)
  })
}

/** @throws Problem notFound: the id is malformed */
function commandDeviceIn(request: FastifyRequest): string {
  if (!isCommandDeviceParams(request.params)) throw new Problem('notFound')
  return (request.params as { taskId: string }).taskId
}
