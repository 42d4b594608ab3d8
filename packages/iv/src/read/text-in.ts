/** Decodes UTF-16 (some instruments and spreadsheets; by its byte order mark), else UTF-8, else Latin-1. */
export function textIn(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const text = new TextDecoder().decode(bytes)
  return text.includes('\uFFFD') ? new TextDecoder('latin1').decode(bytes) : text
}
