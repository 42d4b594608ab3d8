import { apiBasePath, errorStatus, type ErrorCode } from '@helioport/contract'
import { endpoints, type EndpointSpec, keyScopeOf } from '@helioport/contract/endpoints'
import type { FastifyInstance } from 'fastify'
import { Turns } from '../base/turns.ts'
import { ingestPaths, loggerScheme } from './openapi-ingest.ts'
import { webhookDocument } from './openapi-webhook.ts'
import { splitName } from './register.ts'

type Json = Record<string, unknown>

const failure = {
  type: 'object',
  required: ['success', 'errorCode', 'errorMessage', 'traceId'],
  properties: {
    success: { const: false },
    errorCode: { type: 'string', enum: Object.keys(errorStatus) },
    errorMessage: { type: 'string' },
    traceId: { type: 'string' },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

const securitySchemes = {
  logger: loggerScheme,
  session: { type: 'apiKey', in: 'cookie', name: 'helioport_session' },
  key: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A key of a person, from the account pages; each operation names the scope that it takes. Needs no X-Requested-With.',
  },
}

const securityOf = (name: string, spec: EndpointSpec) => {
  const scope = keyScopeOf(name, spec)
  if (spec.access === 'anyone') return []
  return [{ session: [] }, ...(scope === null ? [] : [{ key: [scope] }])]
}

/** Cached at first use: building it takes tens of milliseconds, and anybody may request it. */
let document: Promise<string> | undefined

export function registerDocument(api: FastifyInstance): void {
  api.get('/openapi.json', async (_request, reply) => {
    document ??= writeDocument()
    return reply.type('application/json; charset=utf-8').send(await document)
  })
}

/** The OpenAPI 3.1 document of the endpoint table as text; built endpoint by endpoint, yielding to other requests. */
async function writeDocument(): Promise<string> {
  const turns = new Turns()
  const operations = new Map<string, string[]>()
  for (const [name, spec] of Object.entries<EndpointSpec>(endpoints)) {
    const { method, path } = splitName(name)
    const key = path.replaceAll(/:(\w+)/g, '{$1}')
    const text = `"${method.toLowerCase()}":${JSON.stringify(operation(name, spec))}`
    operations.set(key, [...(operations.get(key) ?? []), text])
    if (turns.isOver()) await turns.next()
  }
  const paths = Array.from(operations, ([key, texts]) => `${JSON.stringify(key)}:{${texts.join()}}`)
  await turns.next()
  const rest = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Helioport web API', version: '1' },
    servers: [{ url: apiBasePath }],
    webhooks: webhookDocument,
    components: {
      schemas: { Failure: failure },
      securitySchemes,
    },
  })
  const ingest = JSON.stringify(ingestPaths).slice(1, -1)
  return `${rest.slice(0, -1)},"paths":{${[...paths, ingest].join()}}}`
}

function operation(name: string, spec: EndpointSpec): Json {
  return {
    operationId: name,
    summary: spec.summary,
    'x-access': spec.access,
    ...(spec.right && { 'x-right': spec.right }),
    security: securityOf(name, spec),
    parameters: [...parameters('path', spec.params), ...parameters('query', spec.query), ...writeHeader(name, spec)],
    ...(spec.upload && {
      requestBody: {
        required: true,
        content: spec.upload === 'file' ? { 'application/octet-stream': {} } : { 'image/jpeg': {}, 'image/png': {} },
      },
    }),
    ...(spec.body && { requestBody: { required: true, content: { 'application/json': { schema: spec.body } } } }),
    responses: { 200: success(spec), ...failures(codesOf(spec, name)) },
  }
}

function parameters(where: 'path' | 'query', schema: EndpointSpec['params']): Json[] {
  const required = new Set(schema?.required ?? [])
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.has(name),
    schema: property,
  }))
}

function writeHeader(name: string, spec: EndpointSpec): Json[] {
  if (name.startsWith('GET ')) return []
  const required = keyScopeOf(name, spec) === null
  return [{ name: 'X-Requested-With', in: 'header', required, schema: { const: 'XMLHttpRequest' } }]
}

/** `position`: for `near` of the pages beside this one, where the list is long. */
const pagedReply = { total: { type: 'integer' }, position: { type: 'string' } }

function success(spec: EndpointSpec): Json {
  if (spec.stream) {
    return {
      description: 'Events, one as JSON in each data field',
      content: { 'text/event-stream': { schema: spec.reply } },
    }
  }
  if (spec.download) return { description: 'A file' }
  const schema = {
    type: 'object',
    required: spec.paged ? ['success', 'data', 'total'] : ['success', 'data'],
    properties: { success: { const: true }, data: spec.reply, ...(spec.paged && pagedReply) },
  }
  return { description: 'Done', content: { 'application/json': { schema } } }
}

/** Error codes of the endpoint itself, and those of every endpoint of its kind. */
function codesOf(spec: EndpointSpec, name: string): ErrorCode[] {
  const codes: ErrorCode[] = [...spec.errors, 'service.databaseDown', 'service.failed']
  if (spec.access !== 'anyone') codes.push('session.required')
  if (spec.access === 'main' || spec.access === 'operator' || spec.right) codes.push('access.denied')
  if (spec.proof) codes.push('session.proofRequired')
  if (keyScopeOf(name, spec) !== null) codes.push('key.invalid', 'key.scope', 'key.limited', 'request.tooMany')
  if (spec.query || spec.body) codes.push('request.invalid')
  if (spec.body) codes.push('request.malformed', 'request.duplicateKey', 'request.tooLarge', 'request.unsupportedType')
  if (!name.startsWith('GET ')) codes.push('request.headerMissing', 'request.foreignOrigin')
  return codes
}

function failures(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(new Set(codes), (code) => errorStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, own]) => [
      status,
      {
        description: own.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
}
