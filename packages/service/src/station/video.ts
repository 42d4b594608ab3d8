import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { apiBasePath } from '@helioport/contract'
import { findAccount } from '../account/queries/account.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import { findStations } from '../inventory/queries/station.ts'
import { escapeHtml } from '../message/template/escape.ts'

const style =
  'html,body{height:100%;margin:0;background:#000}video{display:block;width:100%;height:100%;object-fit:contain}'
const styleHash = createHash('sha256').update(style).digest('base64')

interface Film {
  address: string
  /** Name of the account or station. */
  name: string
  pictureId: string | null
}

const isStream = (address: string) => URL.canParse(address) && new URL(address).pathname.toLowerCase().endsWith('.m3u8')

/**
 * Script of a stream's page, for browsers without native HLS: playing fails there with an `error` event, and only then
 * is hls.js loaded. Fatal failures are reported by the event `streamfailed`.
 */
const streamScript = `'use strict'
const video = document.querySelector('video')
const fail = (why) => video.dispatchEvent(new CustomEvent('streamfailed', { detail: why }))
const help = () => {
  const { Hls } = globalThis
  if (!Hls.isSupported()) return fail('format')
  const hls = new Hls({ enableWorker: false })
  hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return
    hls.destroy()
    fail(type === Hls.ErrorTypes.NETWORK_ERROR ? 'network' : 'format')
  })
  hls.loadSource(video.dataset.stream)
  hls.attachMedia(video)
  video.play().catch(() => undefined)
}
video.addEventListener(
  'error',
  () => {
    const script = document.createElement('script')
    script.src = '${apiBasePath}/video-player'
    script.onload = help
    script.onerror = () => fail('network')
    document.head.append(script)
  },
  { once: true },
)
`
const streamScriptHash = createHash('sha256').update(streamScript).digest('base64')

/** hls.js without support for captions, encryption keys and advertisements. */
const hlsFile = fileURLToPath(import.meta.resolve('hls.js/dist/hls.light.min.js'))

/** The player script for streams; the same for all accounts. */
export async function streamPlayer() {
  const headers = { 'cache-control': 'private, max-age=86400' }
  return { type: 'text/javascript; charset=utf-8', headers, body: await readFile(hlsFile) }
}

/** The address as a CSP source: without query and fragment. A path to a file permits that file only. */
function sourceOf(address: string): string {
  if (address === '') return "'none'"
  if (address.startsWith(`${apiBasePath}/`)) return "'self'"
  if (!URL.canParse(address)) return "'none'"
  const { origin, pathname } = new URL(address)
  return origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')
}

/**
 * A page that plays one film; empty if no address is saved. Its CSP permits the saved address only, so that the
 * portal's own page need not permit media of other servers. Only the page of a stream runs scripts: the stream player.
 */
function playerPage({ address, name, pictureId }: Film) {
  const source = sourceOf(address)
  const poster = pictureId === null ? '' : ` poster="${apiBasePath}/pictures/${pictureId}"`
  const stream = isStream(address) ? ` data-stream="${escapeHtml(address)}"` : ''
  const film = `<video src="${escapeHtml(address)}"${stream}${poster} aria-label="${escapeHtml(name)}" controls playsinline preload="none"></video>`
  const body = address === '' ? '' : `${film}${stream === '' ? '' : `<script>${streamScript}</script>`}`
  const page = `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(name)}</title><style>${style}</style></head><body>${body}</body></html>`
  // Segments of a stream lie on the origin of its playlist; the player feeds them to the video by a `blob:` URL.
  const media = stream === '' ? `media-src ${source}` : `media-src ${new URL(address).origin} blob:; connect-src ${new URL(address).origin}; script-src 'sha256-${streamScriptHash}' 'self'` // prettier-ignore
  const policy = `default-src 'none'; ${media}; img-src 'self'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`
  const headers = { 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return { type: 'text/html; charset=utf-8', headers, body: Buffer.from(page) }
}

export async function playAccountVideo({ db }: Service, accountId: string) {
  const { video_url: address, user_name: name } = await findAccount(db.read, accountId)
  return playerPage({ address, name, pictureId: null })
}

/** @throws Problem notFound */
export async function playStationVideo(service: Service, accountId: string, stationId: string) {
  const [station] = await findStations(service.db.read, accountId, service.now(), { stationId })
  if (station === undefined) throw new Problem('notFound')
  return playerPage({ address: station.video_url, name: station.name, pictureId: station.picture_id })
}
