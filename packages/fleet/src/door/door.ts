import Fastify, { type FastifyInstance } from 'fastify'
import Type from 'typebox'
import Value from 'typebox/value'
import { UsageError } from '../options.ts'
import { BehaviourError } from '../switchboard/behaviour-error.ts'
import { behaviourKinds } from '../switchboard/registry.ts'
import type { Switch, Switchboard } from '../switchboard/switchboard.ts'
import type { PlantSpec } from '../world/plant.ts'

export interface DoorSettings {
  specs: readonly PlantSpec[]
  /** Serial of each plant's logger, by key of the plant. */
  loggers: ReadonlyMap<string, string>
  board: Switchboard
  now: () => number
  /** Called after every change. */
  save: () => void
}

/** Body of `POST /switches`. */
const Order = Type.Object(
  {
    plant: Type.String(),
    serial: Type.Optional(Type.String()),
    behaviour: Type.String(),
    parameters: Type.Optional(Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]))),
    /** Duration; absent: until it is switched off. */
    minutes: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 5_256_000 })),
  },
  { additionalProperties: false },
)

const statusOf = (code: string) => (code.endsWith('.unknown') && !code.startsWith('parameter') ? 404 : 400)
const ok = (data: unknown) => ({ success: true, data })

/**
 * `GET /plants` · `GET /behaviours` · `GET /switches` · `POST /switches` · `DELETE /switches/:id`, replies in the
 * portal's envelope. The door has no authentication, so it listens only on loopback. Web pages cannot use it: it
 * accepts only JSON, and only requests to a host name of this machine.
 */
export function createDoor({ specs, loggers, board, now, save }: DoorSettings): FastifyInstance {
  const app = Fastify({ bodyLimit: 64 * 1024 })
  app.removeContentTypeParser('text/plain')

  app.addHook('onRequest', async (request) => {
    const name = request.headers.host?.replace(/:\d+$/, '')
    const foreign = name !== '127.0.0.1' && name !== 'localhost'
    const site = request.headers['sec-fetch-site']
    if (foreign || (site !== undefined && site !== 'none') || request.headers.origin !== undefined) {
      throw new BehaviourError('door.foreign', 'this door is for programs on this machine')
    }
  })
  app.setErrorHandler(async (error: Error & { statusCode?: number; code?: string }, _, reply) => {
    const known = error instanceof BehaviourError
    const status = known ? (error.code === 'door.foreign' ? 403 : statusOf(error.code)) : (error.statusCode ?? 500)
    const code = known ? error.code : status < 500 ? 'request.malformed' : 'internal'
    return reply.code(status).send({ success: false, errorCode: code, errorMessage: error.message })
  })
  app.setNotFoundHandler(async (request, reply) =>
    reply
      .code(404)
      .send({ success: false, errorCode: 'notFound', errorMessage: `no ${request.method} ${request.url}` }),
  )

  app.get('/plants', async () =>
    ok(
      specs.map(({ key, name, inverters }) => ({
        key,
        name,
        logger: loggers.get(key) ?? null,
        devices: inverters.map(({ serial, name: title, model }) => ({ serial, name: title, model: model.name })),
      })),
    ),
  )
  app.get('/behaviours', async () =>
    ok([...behaviourKinds.values()].map(({ name, scope, about, parameters }) => ({ name, scope, about, parameters }))),
  )
  app.get('/switches', async () => ok(board.switches.map((entry) => view(entry, now()))))

  app.post('/switches', async (request, reply) => {
    const [problem] = Value.Errors(Order, request.body)
    if (problem) {
      throw new BehaviourError('order.malformed', `${problem.instancePath || 'the order'} ${problem.message}`)
    }
    const { plant, serial, behaviour, parameters, minutes } = Value.Parse(Order, request.body)
    const from = now()
    const to = minutes === undefined ? null : from + Math.round(minutes * 60_000)
    const entry = board.switchOn({ plant, serial, behaviour, parameters, from, to })
    save()
    return reply.code(201).send(ok(view(entry, from)))
  })
  app.delete<{ Params: { id: string } }>('/switches/:id', (request) => {
    const entry = board.switchOff(Number(request.params.id), now())
    save()
    return ok(view(entry, now()))
  })
  return app
}

function view({ from, to, ...rest }: Switch, now: number) {
  const state = now < from ? 'planned' : to !== null && now >= to ? 'ended' : 'on'
  return { ...rest, state, from: new Date(from).toISOString(), to: to === null ? null : new Date(to).toISOString() }
}

export interface OpenDoor {
  url: string
  close: () => Promise<void>
}

/** Opens the door on loopback. Throws UsageError when the port is taken or not allowed. */
export async function openDoor(settings: DoorSettings, port: number): Promise<OpenDoor> {
  const app = createDoor(settings)
  try {
    return { url: await app.listen({ host: '127.0.0.1', port }), close: async () => void (await app.close()) }
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? String(cause)
    throw new UsageError(`the door cannot open on port ${port} (${reason}); name another, or 0 for any`, { cause })
  }
}
