import { createServer, type Server } from 'node:http'
import type { NetworkInterfaceInfo } from 'node:os'
import { isPrivate } from '../discover/ranges.ts'
import { filled, wordsOf, wordsOfAll } from '../source/trouble.ts'
import type { GatewayState } from './gateway.ts'
import { type PageWords, wordsFor } from './page-words.ts'
import type { SourceState } from './source-run.ts'
import type { PageTexts } from './texts/en-US.ts'

const everywhere = '0.0.0.0'

/**
 * State of the sources and of the waiting frames, as a page and as JSON. Only the local network may read it: it holds
 * no key, but serials. Public host names are refused, which prevents DNS rebinding.
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
        ...(isPage && { vary: 'accept-language' }),
      })
      .end(
        isPage
          ? pageOf(state(), now(), wordsFor(request.headers['accept-language']))
          : `${JSON.stringify(state(), null, 2)}\n`,
      )
  })
}

/** Private IPv4, also IPv4-mapped, and loopback, link-local and unique local IPv6. */
function isLocal(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '')
  return plain.includes('.') ? isPrivate(plain) : plain === '::1' || /^f(e[89ab]|[cd])/i.test(plain)
}

/** An IP address, or a name that only local networks use. */
function isLocalName(host: string): boolean {
  const name = host.replace(/:\d+$/, '')
  return (
    /^\[.*\]$|^\d+(\.\d+){3}$/.test(name) ||
    !name.includes('.') ||
    /\.(local|lan|home|internal|fritz\.box|home\.arpa)$/i.test(name)
  )
}

/** URLs of the page: all addresses of this machine where it listens at all of them. */
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

type Row = [name: string, text: string, isFine: boolean]

function pageOf(state: GatewayState, now: number, words: PageWords): string {
  const { sender, sources } = state
  const { page } = words
  const rows: Row[] = [
    ...ownRows(state, now, words),
    ...sources.map((source): Row => [source.name, sourceText(source, now, words), source.trouble === null]),
  ]
  if (sender.unknownSerials.length > 0) rows.push([page.takeOver, sender.unknownSerials.join(', '), false])
  return `<!doctype html><html lang="${words.locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="10"><title>${escaped(page.title)}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui;max-width:48rem;margin:2rem auto;padding:0 1rem}
th{text-align:start;padding-inline-end:1rem;vertical-align:top;white-space:nowrap}td{overflow-wrap:anywhere}
@media(max-width:30rem){th,td{display:block}}</style><h1>${escaped(page.title)}</h1><table>
${rows.map(([name, text, isFine]) => `<tr><th>${isFine ? '' : '⚠ '}${escaped(name)}<td>${escaped(text)}`).join('\n')}
</table></html>
`
}

/** Rows of the gateway itself: portal, clock, waiting rows and disk. */
function ownRows(
  { sender, waitingRows, waitingSince, troubles: own }: GatewayState,
  now: number,
  { page, troubles }: PageWords,
): Row[] {
  const waiting = { count: waitingRows, ago: agoOf(waitingSince, now, page) }
  return [
    [
      page.portal,
      sender.trouble ? wordsOf(sender.trouble, troubles) : agoOf(sender.acceptedAt, now, page),
      sender.trouble === null,
    ],
    [page.clock, clockText(sender.clockOffsetMs, page), Math.abs(sender.clockOffsetMs ?? 0) < noticedOffsetMs],
    [page.waiting, waitingRows === 0 ? page.nothing : filled(page.rows, waiting), true],
    [page.disk, own.length > 0 ? wordsOfAll(own, troubles) : page.inOrder, own.length === 0],
  ]
}

function sourceText(
  { troubles: told, readAt, devices, notes }: SourceState,
  now: number,
  { page, troubles }: PageWords,
): string {
  const reason = told.length > 0 ? [wordsOfAll(told, troubles)] : []
  if (told.length > 0 && devices.length === 0) return reason.join()
  const names = devices.map((device) => deviceText(device, page)).join(', ') || page.noDevice
  return [...reason, filled(page.told, { ago: agoOf(readAt, now, page), devices: names }), ...notes].join('; ')
}

const deviceText = ({ serial, model, powerW }: SourceState['devices'][number], page: PageTexts) =>
  `${model ?? ''} ${serial} ${powerW === null ? page.noPower : `${Math.round(powerW)} W`}`.trim()

/** Beyond this offset, measurements carry a noticeably wrong time. */
const noticedOffsetMs = 30_000

/** `aheadMs`: the portal's clock minus ours. */
function clockText(aheadMs: number | null, page: PageTexts): string {
  if (aheadMs === null) return page.clockUnknown
  const seconds = Math.abs(aheadMs / 1000).toFixed(1)
  if (seconds === '0.0') return page.clockSame
  return filled(aheadMs > 0 ? page.clockBehind : page.clockAhead, { seconds })
}

function agoOf(at: number | null, now: number, page: PageTexts): string {
  if (at === null) return page.notYet
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  return seconds < 120
    ? filled(page.secondsAgo, { count: seconds })
    : filled(page.minutesAgo, { count: Math.round(seconds / 60) })
}
