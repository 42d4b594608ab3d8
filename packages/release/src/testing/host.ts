import type { AddressInfo } from 'node:net'
import type { Beacon } from '@helioport/contract/beacon'
import type { FastifyInstance } from 'fastify'
import { openOperatorKey } from '../operator/operator-key.ts'
import { createReleaseHost, type ReleaseHostOptions } from '../server/app.ts'
import { publishReleases } from '../store/change.ts'
import type { Layout } from '../store/layout.ts'
import { createTestLayout, layRelease } from './store.ts'

export interface TestHost {
  app: FastifyInstance
  layout: Layout
  url: string
  /** Releases 1 and 2 of station; 2 is current. */
  former: string
  current: string
  /** Header that proves the operator's key. */
  authorization: string
  close: () => Promise<void>
}

/** A listening host without a service, with a shell and two releases of station and device. */
export async function startTestHost(
  at: Date,
  options: Partial<ReleaseHostOptions> = {},
  layout = createTestLayout(),
): Promise<TestHost> {
  await publishReleases(layout, [{ name: 'shell', release: layRelease(layout, 'shell', 1) }], at)
  for (const digit of [1, 2]) {
    const releases = (['station', 'device'] as const).map((name) => ({
      name,
      release: layRelease(layout, name, digit),
    }))
    await publishReleases(layout, releases, at)
  }
  // Nothing listens on port 9 of this machine.
  const app = await createReleaseHost({ data: layout.root, api: 'http://127.0.0.1:9', logLevel: 'silent', ...options })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    app,
    layout,
    url: `http://127.0.0.1:${port}`,
    former: '0.1.0-111111111111',
    current: '0.1.0-222222222222',
    authorization: `Bearer ${await openOperatorKey(layout)}`,
    close: () => app.close(),
  }
}

/** 16 hexadecimal digits. */
export const tabOf = (number: number): string => number.toString(16).padStart(16, '0')

export function beaconOf(tab: number, kind: Beacon['kind'], release: string, more: Partial<Beacon> = {}): Beacon {
  return { kind, part: 'station', release, cohort: 'stable', serial: 1, tab: tabOf(tab), ...more }
}

const post = (url: string, body: unknown, headers: Record<string, string>) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** A token for these beacons, requested as a page does; empty if the host gives none. */
export async function beaconToken(
  url: string,
  beacons: unknown,
  headers: Record<string, string> = {},
): Promise<string> {
  const list = Array.isArray(beacons) ? (beacons as Partial<Beacon>[]) : []
  const releases = [...new Set(list.map(({ part, release }) => `${part}/${release}`))]
  const reply = await post(`${url}/releases/beacons/token`, releases, headers)
  return reply.ok ? reply.text() : ''
}

/** Sends beacons with a token, as a page does; `address`: of the sender. */
export async function sendBeacons(
  url: string,
  beacons: unknown,
  headers: Record<string, string> = {},
  address = '127.0.0.1',
): Promise<Response> {
  const from = { 'x-forwarded-for': address, ...headers }
  const { 'x-forwarded-for': sender, cookie } = from as Record<string, string>
  const token = await beaconToken(url, beacons, { 'x-forwarded-for': sender ?? '', ...(cookie ? { cookie } : {}) })
  return post(`${url}/releases/beacons?token=${token}`, beacons, from)
}

/** Sends beacons without a valid token. */
export const forgeBeacons = (url: string, beacons: unknown, token = ''): Promise<Response> =>
  post(`${url}/releases/beacons?token=${token}`, beacons, {})
