import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import { ownCertificate } from '@helioport/service/testing/certificate'

/** Codecs, most common first; a browser can record what it can play. */
const types = ['video/mp4;codecs=avc1', 'video/mp4;codecs=vp9', 'video/mp4;codecs=av01']

/** Two seconds of moving colours as MP4, drawn and recorded by the browser; null if it cannot record. */
export async function recordFilm(page: Page): Promise<Buffer | null> {
  const film = await page.evaluate(async (wanted) => {
    const mimeType = wanted.find((type) => MediaRecorder.isTypeSupported(type))
    if (mimeType === undefined) return null
    const canvas = document.createElement('canvas')
    const drawing = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType })
    const parts: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    const stopped = new Promise((done) => recorder.addEventListener('stop', done))
    recorder.start()
    for (let frame = 0; frame < 50; frame += 1) {
      if (drawing) drawing.fillStyle = `hsl(${frame * 7} 80% 50%)`
      drawing?.fillRect(0, 0, canvas.width, canvas.height)
      await new Promise((drawn) => setTimeout(drawn, 40))
    }
    recorder.stop()
    await stopped
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  }, types)
  return film && Buffer.from(film)
}

/** Offset of the first fragment of an MP4: the part before it is the initialization section for players. */
function headOf(film: Buffer): number {
  for (let at = 0; at + 8 <= film.length; at += film.readUInt32BE(at) || film.length)
    if (film.toString('latin1', at + 4, at + 8) === 'moof') return at
  throw new Error('the browser wrote no fragments')
}

const playlist = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:10
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MAP:URI="head.mp4"
#EXTINF:2,
fragments.mp4
#EXT-X-ENDLIST
`

/**
 * An external video server with https: the video at `/film.mp4`, as a stream at `/stream.m3u8`. Under `/scripts/` is
 * the same stream for scripts only: the browser's native player gets nothing there.
 */
export async function serveFilm(film: Buffer) {
  const asked: string[] = []
  const head = headOf(film)
  const files = new Map<string, { type: string; body: Buffer }>([
    ['film.mp4', { type: 'video/mp4', body: film }],
    ['stream.m3u8', { type: 'application/vnd.apple.mpegurl', body: Buffer.from(playlist) }],
    ['head.mp4', { type: 'video/mp4', body: film.subarray(0, head) }],
    ['fragments.mp4', { type: 'video/mp4', body: film.subarray(head) }],
  ])
  const server = createServer(ownCertificate(['localhost'], Date.now()), ({ url = '', headers }, reply) => {
    asked.push(url)
    const file = files.get(url.split('/').at(-1) ?? '')
    const isRefused = url.startsWith('/scripts/') && headers.origin === undefined
    if (!file || isRefused) return reply.writeHead(404).end()
    reply.writeHead(200, { 'content-type': file.type, 'access-control-allow-origin': '*' }).end(file.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `https://localhost:${(server.address() as AddressInfo).port}`, asked, stop }
}
