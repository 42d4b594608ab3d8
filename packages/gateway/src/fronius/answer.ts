import { HttpRefusal, type GetJson } from '../http/get-json.ts'
import { fieldAt, textAt } from '../source/json-fields.ts'
import { SourceAway } from '../source/source.ts'

/** `Head.Status.Code` of an answer that says why there is no data. */
export class FroniusRefusal extends SourceAway {
  readonly code: number
  constructor(what: string, code: number, reason: string) {
    super(`${what}: ${meanings[code] ?? `status ${code}`}${reason === '' ? '' : ` (${reason})`}`)
    this.code = code
  }
}

/** There is no such address: the API is off, or stands elsewhere. */
export class FroniusMissing extends SourceAway {}

/** Where the API of the first dataloggers stands, which is none of version 1; null: there is none. */
export async function oldRoot(getJson: GetJson, base: string): Promise<string | null> {
  const answer = await getJson(`${base}/solar_api/GetAPIVersion.cgi`).catch(() => null)
  const path = textAt(answer, 'BaseURL')
  return fieldAt(answer, 'APIVersion') === 0 && path && /^\/solar_api\/([\w-]+\/)?$/.test(path)
    ? `${base}${path}`
    : null
}

const meanings: Record<number, string> = {
  1: 'not implemented',
  5: 'time-out',
  6: 'a wrong argument',
  8: 'time-out on the line to the inverter',
  11: 'not there',
  12: 'the inverter is away',
  255: 'not there',
}

const disabled =
  'the Solar API is switched off: in the inverter’s own pages, Communication > Solar API (GEN24 since 1.14.1: off from the factory)'

/**
 * `Body.Data` of one question of the Solar API.
 * @param root where the API stands, for example `http://192.168.1.5/solar_api/v1/`
 * @param what for people, for example `inverter 1`
 * @throws FroniusRefusal, SourceAway; Error where it is an answer of something else
 */
export async function askFronius(getJson: GetJson, root: string, path: string, what: string): Promise<unknown> {
  let answer: unknown
  try {
    answer = await getJson(`${root}${path}`)
  } catch (error) {
    if (error instanceof HttpRefusal && error.status === 404) throw new FroniusMissing(`${root}: ${disabled}`)
    throw error
  }
  const status = fieldAt(answer, 'Head', 'Status')
  const code = fieldAt(status, 'Code')
  if (typeof code !== 'number') throw new Error(`${root} answers, but not as a Fronius Solar API does: ${what}`)
  const reason = textAt(status, 'UserMessage') || textAt(status, 'Reason') || ''
  if (code !== 0) throw new FroniusRefusal(what, code, plainWords(reason))
  return fieldAt(answer, 'Body', 'Data')
}

const plainWords = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
