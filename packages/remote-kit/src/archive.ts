import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const block = 512
const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`

function headerOf(path: string, size: number): Buffer {
  const header = Buffer.alloc(block)
  const write = (text: string, at: number) => header.write(text, at, 'latin1')
  write(path, 0)
  write(octal(0o644, 8), 100)
  write(octal(0, 8), 108)
  write(octal(0, 8), 116)
  write(octal(size, 12), 124)
  write(octal(0, 12), 136)
  write('        ', 148)
  write('0', 156)
  write('ustar\x0000', 257)
  write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  )
  return header
}

/** A compressed tar of files by path; deterministic: the same files give the same bytes. */
export async function packArchive(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for (const [path, content] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (path.length > 99) throw new Error(`"${path}" is longer than 99 characters`)
    const rest = (block - (content.length % block)) % block
    parts.push(headerOf(path, content.length), content, Buffer.alloc(rest))
  }
  return promisify(gzip)(Buffer.concat([...parts, Buffer.alloc(2 * block)]), { level: 9 })
}
