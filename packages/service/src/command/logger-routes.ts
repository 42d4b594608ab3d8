import { LoggerCurves, LoggerStep, type NextOrderReply, NextOrderRequest } from '@helioport/contract/ingest'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createCommandWait } from './command-wait.ts'
import { takeCurves, takeOrder, takeStep } from './command-queue.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { checkBody, compileTest } from '../http/validate.ts'

const maxBodyBytes = 512 * 1024

const check = {
  next: checkBody(NextOrderRequest),
  step: checkBody(LoggerStep),
  curves: checkBody(LoggerCurves),
}
const isTaskParams = compileTest({
  type: 'object',
  properties: { taskId: { type: 'string', format: 'uuid' } },
  required: ['taskId'],
})

/** The commands' side of the loggers' door; `loggerOf` names the logger whose key the request carries. */
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

  route('/commands/next', async (request, gone): Promise<NextOrderReply> => {
    check.next(request.body)
    const { waitS } = request.body as NextOrderRequest
    const order = await takeOrder(service, own(request))
    if (order || waitS === 0) return { order }
    await wait.waitFor(own(request), waitS * 1000, gone)
    return { order: gone.aborted ? null : await takeOrder(service, own(request)) }
  })
  route('/commands/:taskId/steps', async (request) => {
    check.step(request.body)
    return takeStep(service, own(request), taskIn(request), request.body as LoggerStep)
  })
  route('/commands/:taskId/curves', async (request) => {
    check.curves(request.body)
    return takeCurves(service, own(request), taskIn(request), request.body as LoggerCurves)
  })
}

/** An id that is none names nothing. */
function taskIn(request: FastifyRequest): string {
  if (!isTaskParams(request.params)) throw new Problem('notFound')
  return (request.params as { taskId: string }).taskId
}
