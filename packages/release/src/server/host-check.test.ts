import type { FastifyRequest } from 'fastify'
import { createHostCheck } from './host-check.ts'

const asked = (host: string, hostname = host) => ({ headers: { host }, hostname }) as unknown as FastifyRequest

test.each(['localhost', '127.0.0.1:8080', '[::1]:8080', 'LOCALHOST:1', 'portal.example', 'Portal.Example.:443'])(
  'accepts the host name %s',
  (host) => expect(createHostCheck(['portal.example'])(asked(host))).toBe(true),
)

test.each([
  'evil.example',
  'portal.example.evil',
  'localhost.evil',
  '10.0.0.7',
  '127.0.0.1.evil:80',
  '',
  'a@localhost',
])('refuses the host name "%s"', (host) => expect(createHostCheck(['portal.example'])(asked(host))).toBe(false))

test('both the connection’s and the forwarded host name must be allowed', () => {
  const isKnown = createHostCheck(['portal.example'])
  expect(isKnown(asked('127.0.0.1:8080', 'portal.example'))).toBe(true)
  expect(isKnown(asked('evil.example', 'portal.example'))).toBe(false)
  expect(isKnown(asked('127.0.0.1:8080', 'evil.example'))).toBe(false)
})
