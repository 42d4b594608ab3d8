const [endSign, entrySign, endSize, entrySize] = [0x06054b50, 0x02014b50, 22, 46]
/** The longest comment at the end of a ZIP. */
const longestComment = 65_535
/** Marks a field whose value is stored elsewhere (ZIP64, beyond 4 GB). */
const elsewhere = 0xffffffff

/**
 * Declared unpacked size of a ZIP, bytes; Infinity: ZIP64, or a hidden size; null: not a ZIP. The workbook reader
 * limits each part to its declared size, so that a false declaration fails there.
 */
export function unpackedBytesOf(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  if (end === null) return null
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  let sum = 0
  for (let nth = 0; nth < count; nth += 1) {
    if (at + entrySize > view.byteLength || view.getUint32(at, true) !== entrySign) return null
    const [packed, unpacked] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
    if (unpacked === elsewhere || packed === elsewhere || (unpacked === 0 && packed > 2)) return Infinity
    sum += unpacked
    at += entrySize + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return sum
}

function endOf(view: DataView): number | null {
  const last = view.byteLength - endSize
  for (let at = last; at >= Math.max(0, last - longestComment); at -= 1) {
    if (view.getUint32(at, true) === endSign) return at
  }
  return null
}
