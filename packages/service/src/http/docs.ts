import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { apiBasePath } from '@helioport/contract'
import type { FastifyInstance } from 'fastify'

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Helioport API</title>
    <link rel="stylesheet" href="${apiBasePath}/docs/swagger-ui.css">
  </head>
  <body>
    <div id="docs"></div>
    <script src="${apiBasePath}/docs/swagger-ui-bundle.js"></script>
    <script src="${apiBasePath}/docs/start.js"></script>
  </body>
</html>
`

// Sends the header that every write needs, so that calls can be tried out on the page.
const start = `SwaggerUIBundle({
  url: '${apiBasePath}/openapi.json',
  dom_id: '#docs',
  requestInterceptor: (request) => {
    request.headers['X-Requested-With'] = 'XMLHttpRequest'
    return request
  },
})
`

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const files = [
  { path: '/docs', type: 'text/html; charset=utf-8', read: async () => page },
  { path: '/docs/start.js', type: 'text/javascript; charset=utf-8', read: async () => start },
  ...(['swagger-ui.css', 'swagger-ui-bundle.js'] as const).map((name) => ({
    path: `/docs/${name}`,
    type: name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
    read: () => readFile(join(assets, name)),
  })),
]

/** The page that shows the OpenAPI document, below the API's base path. All its files come from this service. */
export function registerDocs(api: FastifyInstance): void {
  for (const { path, type, read } of files) {
    api.get(path, async (_request, reply) =>
      reply
        .header('content-security-policy', policy)
        .type(type)
        .send(await read()),
    )
  }
}
