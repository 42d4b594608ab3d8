import { createHash } from 'node:crypto'
import { apiBasePath } from '@helioport/contract'
import { findAccount } from '../account/queries/account.ts'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import type { FileReply } from '../http/handler.ts'
import { findStations } from '../inventory/queries/station.ts'
import { escapeHtml } from '../message/template/escape.ts'

const style =
  'html,body{height:100%;margin:0;background:#000}video{display:block;width:100%;height:100%;object-fit:contain}'
const styleHash = createHash('sha256').update(style).digest('base64')

interface Film {
  address: string
  /** Whose it is. */
  name: string
  pictureId: string | null
}

/** As a policy writes it: without what comes after the path, and a path of one file is that file alone. */
function sourceOf(address: string): string {
  if (address === '') return "'none'"
  if (address.startsWith(`${apiBasePath}/`)) return "'self'"
  if (!URL.canParse(address)) return "'none'"
  const { origin, pathname } = new URL(address)
  return origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')
}

/**
 * A page that plays one film; empty where none is saved. Its policy names the saved address alone, so that the portal's
 * own page need not let any other server's media in; it runs nothing.
 */
function playerPage({ address, name, pictureId }: Film): FileReply {
  const source = sourceOf(address)
  const poster = pictureId === null ? '' : ` poster="${apiBasePath}/pictures/${pictureId}"`
  const film = `<video src="${escapeHtml(address)}"${poster} aria-label="${escapeHtml(name)}" controls playsinline preload="none"></video>`
  const page = `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(name)}</title><style>${style}</style></head><body>${address === '' ? '' : film}</body></html>`
  const policy = `default-src 'none'; media-src ${source}; img-src 'self'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`
  const headers = { 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  return { type: 'text/html; charset=utf-8', headers, body: Buffer.from(page) }
}

export async function playAccountVideo({ db }: Service, accountId: string): Promise<FileReply> {
  const { video_url: address, user_name: name } = await findAccount(db.read, accountId)
  return playerPage({ address, name, pictureId: null })
}

/** @throws Problem notFound */
export async function playStationVideo(service: Service, accountId: string, stationId: string): Promise<FileReply> {
  const [station] = await findStations(service.db.read, accountId, service.now(), { stationId })
  if (station === undefined) throw new Problem('notFound')
  return playerPage({ address: station.video_url, name: station.name, pictureId: station.picture_id })
}
