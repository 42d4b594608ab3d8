import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { trouble } from '../source/trouble.ts'
import type { GatewayState } from './gateway.ts'
import { statusAddresses, statusServer } from './status-page.ts'

const at = Date.parse('2026-06-21T10:00:00Z')
const state = {
  startedAt: at,
  sources: [
    {
      name: 'sunspec 192.168.1.20',
      readAt: at - 30_000,
      trouble: null,
      troubles: [],
      devices: [{ serial: 'SE-1', model: '<b>SE5K</b>', powerW: 3120.4 }],
      notes: ['SE-1: battery 74 %, charging'],
    },
  ],
  sender: { acceptedAt: at, clockOffsetMs: -1200, trouble: null, unknownSerials: [] },
  waitingRows: 0,
  waitingSince: null,
  troubles: [],
} as unknown as GatewayState

/** The page, opened under a host name. */
async function opened(
  host: string,
  path = '/',
  { language = 'en', now = state }: { language?: string; now?: GatewayState } = {},
): Promise<{ status: number; text: string }> {
  const server = statusServer(
    () => now,
    () => at,
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  try {
    return await new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, headers: { host, 'accept-language': language } }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
        .on('error', reject)
        .end()
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('shows readings, notes and clock offset, and escapes names of devices', async () => {
  const { status, text } = await opened('192.168.1.5:8765')
  expect(status).toBe(200)
  expect(text).toContain('30 s ago: &lt;b&gt;SE5K&lt;/b&gt; SE-1 3120 W; SE-1: battery 74 %, charging')
  expect(text).toContain('1.2 s ahead of the portal')
  expect(JSON.parse((await opened('raspberrypi', '/status.json')).text)).toEqual(state)
})

test.each([
  ['raspberrypi.local:8765', 200],
  ['nas.fritz.box', 200],
  ['[fe80::1]:8765', 200],
  ['evil.example:8765', 403],
  ['localhost.evil.example', 403],
])('host name %s: status %i', async (host, status) => {
  expect((await opened(host)).status).toBe(status)
})

test('lists private addresses before the loopback address, and no public ones', () => {
  const info = { netmask: '', mac: '', cidr: null, family: 'IPv4' as const }
  const interfaces = {
    lo: [{ ...info, internal: true, address: '127.0.0.1' }],
    eth0: [{ ...info, internal: false, address: '192.168.1.5' }],
    wan: [{ ...info, internal: false, address: '80.1.2.3' }],
  }
  expect(statusAddresses({ host: '0.0.0.0', port: 8765 }, interfaces)).toEqual([
    'http://192.168.1.5:8765',
    'http://127.0.0.1:8765',
  ])
  expect(statusAddresses({ host: '127.0.0.1', port: 1 }, interfaces)).toEqual(['http://127.0.0.1:1'])
})

test.each([
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN', '单元 7 不支持 SunSpec'],
  ['zh-HK', 'zh-TW', '單元 7 不支援 SunSpec'],
  ['pt-PT,en;q=0.5', 'pt-BR', 'a unidade 7 não fala SunSpec'],
  ['de-DE,zh;q=0.2,en;q=0.7', 'en-US', 'unit 7 speaks no SunSpec'],
  ['de', 'en-US', 'unit 7 speaks no SunSpec'],
])('a browser with Accept-Language %s gets %s', async (language, locale, words) => {
  const source = { name: 'sunspec 192.168.1.20/7', readAt: null, trouble: 'so', devices: [], notes: [] }
  const troubles = [trouble('unit.noSunspec', { unit: 7 })]
  const now = { ...state, sources: [{ ...source, troubles }] } as unknown as GatewayState
  const { text } = await opened('192.168.1.5:8765', '/', { language, now })
  expect(text).toContain(`<html lang="${locale}">`)
  expect(text).toContain(words)
})
