import { createServer, type Server } from 'node:http'
import type { NetworkInterfaceInfo } from 'node:os'
import { isPrivate } from '../discover/ranges.ts'
import type { GatewayState } from './gateway.ts'
import type { SourceState } from './source-run.ts'

const everywhere = '0.0.0.0'

/**
 * State of the sources and of the frames that wait, as a page and as JSON. Everybody on the local network may read it, and
 * nobody else: it holds no key, but serials. A name of the wide internet that is made to mean this machine opens nothing.
 */
export function statusServer(state: () => GatewayState, now: () => number): Server {
  return createServer((request, response) => {
    if (!isLocal(request.socket.remoteAddress ?? '') || !isLocalName(request.headers.host ?? '')) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end('this page is for the local network\n')
      return
    }
    const path = request.url?.split('?')[0]
    if (request.method !== 'GET' || (path !== '/' && path !== '/status.json')) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n')
      return
    }
    const isPage = path === '/'
    response
      .writeHead(200, {
        'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        'cache-control': 'no-store',
      })
      .end(isPage ? pageOf(state(), now()) : `${JSON.stringify(state(), null, 2)}\n`)
  })
}

/** Private IPv4, also as IPv6 writes it, and what never leaves a network of IPv6. */
function isLocal(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '')
  return plain.includes('.') ? isPrivate(plain) : plain === '::1' || /^f(e[89ab]|[cd])/i.test(plain)
}

/** An address, or a name that only a house gives. */
function isLocalName(host: string): boolean {
  const name = host.replace(/:\d+$/, '')
  return (
    /^\[.*\]$|^\d+(\.\d+){3}$/.test(name) ||
    !name.includes('.') ||
    /\.(local|lan|home|internal|fritz\.box|home\.arpa)$/i.test(name)
  )
}

/** Where people find it: the addresses of this machine where it listens at all of them. */
export function statusAddresses(
  { host, port }: { host: string; port: number },
  interfaces: Readonly<Record<string, NetworkInterfaceInfo[] | undefined>>,
): string[] {
  const all = Object.values(interfaces).flatMap((infos) => infos ?? [])
  const own = all.filter(({ family, address }) => family === 'IPv4' && isPrivate(address))
  const hosts =
    host === everywhere ? own.toSorted((a, b) => Number(a.internal) - Number(b.internal)) : [{ address: host }]
  return hosts.map(({ address }) => `http://${address}:${port}`)
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter)

function pageOf(state: GatewayState, now: number): string {
  const { sender, sources, waitingRows, waitingSince, diskTrouble } = state
  const rows: [string, string, boolean][] = [
    ['Portal', sender.trouble ?? agoOf(sender.acceptedAt, now), sender.trouble === null],
    ['Clock', clockText(sender.clockOffsetMs), Math.abs(sender.clockOffsetMs ?? 0) < noticedOffsetMs],
    ['Waiting', waitingRows === 0 ? 'nothing' : `${waitingRows} rows, the oldest ${agoOf(waitingSince, now)}`, true],
    ['Disk', diskTrouble ?? 'in order', diskTrouble === null],
    ...sources.map((source): [string, string, boolean] => [
      source.name,
      sourceText(source, now),
      source.trouble === null,
    ]),
  ]
  if (sender.unknownSerials.length > 0) {
    rows.push(['To be taken over in the portal', sender.unknownSerials.join(', '), false])
  }
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="10"><title>Helioport gateway</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui;max-width:48rem;margin:2rem auto;padding:0 1rem}
th{text-align:start;padding-inline-end:1rem;vertical-align:top;white-space:nowrap}td{overflow-wrap:anywhere}
@media(max-width:30rem){th,td{display:block}}</style><h1>Helioport gateway</h1><table>
${rows.map(([name, text, isFine]) => `<tr><th>${isFine ? '' : '⚠ '}${escaped(name)}<td>${escaped(text)}`).join('\n')}
</table></html>
`
}

function sourceText({ trouble, readAt, devices, notes }: SourceState, now: number): string {
  if (trouble !== null && devices.length === 0) return trouble
  const told = `${agoOf(readAt, now)}: ${devices.map(deviceText).join(', ') || 'no device'}`
  return [...(trouble === null ? [] : [trouble]), told, ...notes].join('; ')
}

const deviceText = ({ serial, model, powerW }: { serial: string; model: string | null; powerW: number | null }) =>
  `${model ?? ''} ${serial} ${powerW === null ? 'no power told' : `${Math.round(powerW)} W`}`.trim()

/** Off by so much, what is measured is told for another time than it was. */
const noticedOffsetMs = 30_000

/** `aheadMs`: the portal's clock before ours. */
function clockText(aheadMs: number | null): string {
  if (aheadMs === null) return 'not known yet'
  const seconds = Math.abs(aheadMs / 1000).toFixed(1)
  return seconds === '0.0' ? 'as the portal’s' : `${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} the portal’s`
}

function agoOf(at: number | null, now: number): string {
  if (at === null) return 'not yet'
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  return seconds < 120 ? `${seconds} s ago` : `${Math.round(seconds / 60)} min ago`
}
