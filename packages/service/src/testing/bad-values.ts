/** The parts of a JSON schema that the contract uses. */
interface Schema {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  anyOf?: Schema[]
  minLength?: number
  maxLength?: number
  maxItems?: number
  items?: Schema
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  properties?: Record<string, Schema>
  required?: string[]
}

/** Texts that break careless code: SQL, HTML, paths, shells, formats, odd Unicode. All can be stored. */
export const hostileTexts = [
  "' or 1=1--",
  "'; drop table account; --",
  '"; select pg_sleep(10); --',
  '$$ || (select password_hash from account limit 1) || $$',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '{{constructor.constructor("return process")()}}',
  '${7*7}',
  '../../../../etc/passwd',
  '%00%0a%0d',
  '; cat /etc/passwd',
  '=cmd|calc!A1',
  '__proto__',
  '\u202Etxt.exe',
  'a\u200Bb',
  '\uFEFFx',
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁷󠁬󠁳󠁿',
  'Z\u0351\u036B\u0343\u0334',
  'İıſK',
  '\r\nSet-Cookie: a=b',
  '\u001B[31m',
  '%s%n%d',
  '١٢٣',
] as const

/** mulberry32: the same seed gives the same cases. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const isText = (schema: Schema) => schema.type === 'string'
const isNullable = (schema: Schema) => schema.anyOf?.some(({ type }) => type === 'null') ?? false
const innerOf = (schema: Schema) => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema

/** Values of the right type that violate a bound, a pattern, a format or an enumeration. */
function outOfBounds(schema: Schema): unknown[] {
  const { minLength, maxLength, minimum, maximum, exclusiveMinimum, pattern, format } = schema
  if (schema.enum) return isText(schema) ? [...hostileTexts, ''] : [-1, 0.5, 1e9]
  if (isText(schema)) {
    const allowed = pattern === undefined ? null : new RegExp(pattern)
    return [
      ...(minLength ? [''] : []),
      ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1), '日'.repeat(maxLength + 1), 'x'.repeat(100_000)]),
      ...(allowed || format ? [...hostileTexts, 'x\n'].filter((text) => !allowed?.test(text)) : []),
    ]
  }
  if (schema.type === 'array') {
    const nulls = schema.items && isNullable(schema.items) ? [] : [[null]]
    return [['x'], ...nulls, [[]], Array.from({ length: (schema.maxItems ?? 0) + 1 }, () => 0)]
  }
  return [
    ...(minimum === undefined ? [] : [minimum - 1, -1e308]),
    ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum, exclusiveMinimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1, 1e308]),
    ...(schema.type === 'integer' ? [0.5, 1e-9] : []),
  ]
}

const otherTypes: readonly unknown[] = [null, true, 0, '0', [], {}, ['x'], [[[]]], { toString: 1 }, { $gt: '' }]

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Invalid values for a field of this schema in a JSON body. */
export function badValues(field: Schema): unknown[] {
  const schema = innerOf(field)
  const own = schema.type === 'integer' ? 'number' : schema.type
  const wrongTypes = otherTypes.filter((value) => typeOf(value) !== own && !(value === null && isNullable(field)))
  return [...wrongTypes, ...outOfBounds(schema)]
}

/** Invalid texts for a parameter of this schema in a query, where "5" is a number. */
export function badTexts(field: Schema): string[] {
  const schema = innerOf(field)
  const numeric = ['', 'x', '1.5', '0x', '1e999', 'NaN', 'Infinity', 'null', 'true', '[]', '{}', '1,2', '--1', '１']
  const isWord = (text: string) =>
    (schema.type === 'boolean' && text === 'true') || (schema.type === 'number' && text === '1.5')
  const none = isText(schema) ? ['\0', 'a\0b'] : [...numeric.filter((text) => !isWord(text)), ...hostileTexts]
  return [...none, ...outOfBounds(schema).map(String)]
}

/** `count` objects that differ from `good` by one to three invalid fields, or by a surplus key. */
export function badObjects(
  schema: Schema,
  good: Record<string, unknown>,
  count: number,
  random: () => number,
  bad: (field: Schema) => readonly unknown[],
): Record<string, unknown>[] {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const fields = Object.entries(schema.properties ?? {})
  const surplus = ['role', 'id', 'accountId', 'isAdmin', 'constructor', 'toString', "x' or 1", '<b>', '日本', '']
  // Each invalid value of each field once, then random combinations.
  const single = fields.flatMap(([key, field]) => bad(field).map((value) => ({ ...good, [key]: value })))
  const missing = (schema.required ?? []).map((key) => {
    const { [key]: _gone, ...rest } = good
    return rest
  })
  const cases = [...single, ...missing, ...surplus.map((key) => ({ ...good, [key]: 'x' }))]
  while (cases.length < count) {
    const mixed: Record<string, unknown> = { ...good }
    for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes -= 1) {
      const field = pick(fields)
      if (field) mixed[field[0]] = pick(bad(field[1]))
    }
    cases.push(mixed)
  }
  return cases
}
