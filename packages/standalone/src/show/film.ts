import sharp from 'sharp'
import { webmOf } from './webm.ts'

const width = 640
const height = 360
const perSecond = 10
const seconds = 12

/** Relative power on a clear day, at a share of the day from 0 to 1. */
const powerAt = (share: number) => Math.max(0, Math.sin(Math.PI * (share * 1.2 - 0.1))) ** 1.3

/** Interpolates two RGB colours, as CSS. */
function mix(from: readonly number[], to: readonly number[], share: number): string {
  return `rgb(${from.map((part, at) => Math.round(part + ((to[at] ?? part) - part) * share)).join(',')})`
}

/** Sun, sky, roof and power curve at a share of the day. */
function picture(share: number): string {
  const power = powerAt(share)
  const angle = Math.PI * (1 - share)
  const [x, y] = [width / 2 + Math.cos(angle) * 270, 250 - Math.sin(angle) * 200]
  const curve = Array.from({ length: Math.max(2, Math.round(share * 100)) }, (_, at) => {
    return `${20 + at * 6},${340 - powerAt(at / 100) * 60}`
  })
  const panels = Array.from({ length: 6 }, (_, at) => {
    const left = 140 + at * 62
    return `<path d="M${left} 250 l22 -46 h54 l-22 46 z" fill="${mix([16, 28, 64], [46, 92, 190], power)}" stroke="#9db2d8"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${mix([22, 24, 48], [128, 190, 240], power)}"/>
    <circle cx="${x}" cy="${y}" r="26" fill="${mix([232, 110, 52], [255, 214, 92], power)}"/>
    <path d="M90 262 L150 196 H540 L590 262 Z" fill="#6b4a3c"/>${panels.join('')}
    <rect y="262" width="100%" height="98" fill="#10182a"/>
    <polyline points="${curve.join(' ')}" fill="none" stroke="#f5a524" stroke-width="3"/>
  </svg>`
}

/** Extracts the VP8 frame of a lossy WebP file, a chunk of it: RIFF, size, WEBP, 'VP8 ', size, frame. */
function frameOf(webp: Buffer): Buffer {
  if (webp.toString('latin1', 12, 16) !== 'VP8 ') throw new Error('no plain lossy WebP')
  return webp.subarray(20, 20 + webp.readUInt32LE(16))
}

/** A day on a roof as a WebM film of twelve seconds, or of `count` frames. */
export async function makeFilm(count = perSecond * seconds): Promise<Uint8Array<ArrayBuffer>> {
  const frames: Buffer[] = []
  for (let at = 0; at < count; at += 1) {
    const drawn = sharp(Buffer.from(picture(at / (count - 1))))
    frames.push(frameOf(await drawn.flatten().webp({ quality: 60, effort: 3 }).toBuffer()))
  }
  return new Uint8Array(webmOf(frames, { width, height, perSecond }))
}
