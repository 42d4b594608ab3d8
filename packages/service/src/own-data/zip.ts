import type { PackedFile } from './queries/copy.ts'

const most32 = 0xffffffff
const most16 = 0xffff
/** Names are UTF-8. */
const flags = 0x0800
const deflate = 8
const version = 45
/** 1980-01-01: the files have no dates of their own; the README of the copy has the date. */
const date = 0x21

/** Local file header. */
export function headOf({ name, crc, size, packed }: PackedFile): Buffer {
  const bytes = Buffer.from(name)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  writeCommon(head, 4, { crc, size, packed })
  head.writeUInt16LE(bytes.length, 26)
  return Buffer.concat([head, bytes])
}

function writeCommon(head: Buffer, at: number, { crc, size, packed }: Omit<PackedFile, 'name'>): void {
  // A part is a bounded piece of a table, far smaller than 4 GiB.
  if (size >= most32 || packed >= most32) throw new Error('a file of a copy is too large')
  head.writeUInt16LE(version, at)
  head.writeUInt16LE(flags, at + 2)
  head.writeUInt16LE(deflate, at + 4)
  head.writeUInt16LE(date, at + 8)
  head.writeUInt32LE(crc, at + 10)
  head.writeUInt32LE(packed, at + 14)
  head.writeUInt32LE(size, at + 18)
}

/** Central directory of a ZIP, files in the order written; ZIP64 beyond 4 GiB or 65,535 files. */
export function* directoryOf(files: Iterable<PackedFile>): Generator<Buffer> {
  let offset = 0
  let length = 0
  let count = 0
  for (const file of files) {
    const entry = entryOf(file, offset)
    yield entry
    offset += headOf(file).length + file.packed
    length += entry.length
    count += 1
  }
  if (offset >= most32 || count >= most16) yield endOf64(offset, length, count)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, most16), 8)
  end.writeUInt16LE(Math.min(count, most16), 10)
  end.writeUInt32LE(Math.min(length, most32), 12)
  end.writeUInt32LE(Math.min(offset, most32), 16)
  yield end
}

function entryOf(file: PackedFile, offset: number): Buffer {
  const name = Buffer.from(file.name)
  const isFar = offset >= most32
  const extra = Buffer.alloc(isFar ? 12 : 0)
  if (isFar) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(offset), 4)
  }
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(version, 4)
  writeCommon(entry, 6, file)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt16LE(extra.length, 30)
  entry.writeUInt32LE(isFar ? most32 : offset, 42)
  return Buffer.concat([entry, name, extra])
}

function endOf64(offset: number, length: number, count: number): Buffer {
  const end = Buffer.alloc(56 + 20)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(version, 12)
  end.writeUInt16LE(version, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(length), 40)
  end.writeBigUInt64LE(BigInt(offset), 48)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(offset + length), 64)
  end.writeUInt32LE(1, 72)
  return end
}
