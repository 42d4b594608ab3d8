import { Problem } from '../base/problem.ts'

const maxDepth = 32
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Parses JSON strictly. JSON.parse alone keeps the last of two equal keys, accepts strings that PostgreSQL cannot store
 * (lone surrogates, NUL), and has no bound for nesting.
 * @throws Problem request.malformed, request.duplicateKey
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string
  let value: unknown
  try {
    text = utf8.decode(bytes)
    value = JSON.parse(text)
  } catch (cause) {
    throw new Problem('request.malformed', { cause })
  }
  if (countKeys(value, 0) !== countColons(text)) throw new Problem('request.duplicateKey')
  return value
}

/** Counts the keys of all objects in `value`; refuses deep nesting and strings that cannot be stored. */
function countKeys(value: unknown, depth: number): number {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\0')) throw new Problem('request.malformed')
    return 0
  }
  if (typeof value !== 'object' || value === null) return 0
  if (depth >= maxDepth) throw new Problem('request.malformed')
  let keys = 0
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item !== 'number') keys += countKeys(item, depth + 1)
    return keys
  }
  for (const [key, item] of Object.entries(value)) {
    keys += 1
    countKeys(key, depth)
    if (typeof item !== 'number') keys += countKeys(item, depth + 1)
  }
  return keys
}

/** Counts colons outside strings: valid JSON has exactly one per written key. */
function countColons(text: string): number {
  let colons = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (char === 0x3a) colons += 1
    else if (char === 0x22) at = endOfString(text, at)
  }
  return colons
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1
  return slashes % 2 === 1
}
