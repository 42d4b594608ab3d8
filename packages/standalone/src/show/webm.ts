/** WebM elements that a film needs: https://www.matroska.org/technical/elements.html */
const element = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const

/** Big-endian in the fewest bytes. */
function number(value: number): Buffer {
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

/** An element with its length in eight bytes. */
function write(name: keyof typeof element, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
  return Buffer.concat([number(element[name]), length, body])
}

/** Packs VP8 frames (RFC 6386), all key frames, as a WebM film; one cluster per second. */
export function webmOf(
  frames: readonly Buffer[],
  { width, height, perSecond }: { width: number; height: number; perSecond: number },
): Buffer {
  const app = Buffer.from('Helioport')
  const head = write(
    'ebml',
    write('docType', Buffer.from('webm')),
    write('docTypeVersion', number(2)),
    write('docTypeReadVersion', number(2)),
  )
  const info = write(
    'info',
    // Times are in ms.
    write('timestampScale', number(1_000_000)),
    write('duration', float((frames.length * 1000) / perSecond)),
    write('muxingApp', app),
    write('writingApp', app),
  )
  const track = write(
    'trackEntry',
    write('trackNumber', number(1)),
    write('trackUid', number(1)),
    write('trackType', number(1)),
    write('codecId', Buffer.from('V_VP8')),
    write('video', write('pixelWidth', number(width)), write('pixelHeight', number(height))),
  )
  const clusters = []
  for (let from = 0; from < frames.length; from += perSecond) {
    const blocks = frames.slice(from, from + perSecond).map((frame, at) => {
      // Track 1, ms since the cluster began, key frame.
      const lead = Buffer.from([0x81, 0, 0, 0x80])
      lead.writeInt16BE(Math.round((at * 1000) / perSecond), 1)
      return write('simpleBlock', lead, frame)
    })
    clusters.push(write('cluster', write('timestamp', number(Math.round((from * 1000) / perSecond))), ...blocks))
  }
  return Buffer.concat([head, write('segment', info, write('tracks', track), ...clusters)])
}
