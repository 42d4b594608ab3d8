import { HttpRefusal, type GetJson } from '../http/get-json.ts'
import { fieldAt, textAt } from '../source/json-fields.ts'
import { SourceAway, SourceTrouble, trouble, type Trouble } from '../source/trouble.ts'

/** `Head.Status.Code` of an answer that says why there is no data. */
export class FroniusRefusal extends SourceAway {
  readonly code: number
  constructor(inverter: string | null, code: number, reason: string) {
    super(refusalOf(inverter, code, reason))
    this.code = code
  }
}

/** HTTP 404: the API is switched off, or has another path. */
export class FroniusMissing extends SourceAway {}

/** Root of the API of the first dataloggers (version 0); null: none. */
export async function oldRoot(getJson: GetJson, base: string): Promise<string | null> {
  const answer = await getJson(`${base}/solar_api/GetAPIVersion.cgi`).catch(() => null)
  const path = textAt(answer, 'BaseURL')
  return fieldAt(answer, 'APIVersion') === 0 && path && /^\/solar_api\/([\w-]+\/)?$/.test(path)
    ? `${base}${path}`
    : null
}

const [timeouts, absences] = [new Set([5, 8]), new Set([11, 12, 255])]

function refusalOf(inverter: string | null, status: number, reason: string): Trouble {
  if (inverter === null) return trouble('fronius.list', { status, reason })
  if (timeouts.has(status)) return trouble('fronius.timeout', { inverter })
  if (absences.has(status)) return trouble('fronius.away', { inverter })
  return trouble('fronius.status', { inverter, status, reason })
}

/**
 * `Body.Data` of one request to the Solar API.
 * @param root where the API stands, for example `http://192.168.1.5/solar_api/v1/`
 * @param inverter its number; null: the request concerns all
 * @throws FroniusRefusal, SourceAway; SourceTrouble where the answer is not of the Solar API
 */
export async function askFronius(
  getJson: GetJson,
  root: string,
  path: string,
  inverter: string | null,
): Promise<unknown> {
  let answer: unknown
  try {
    answer = await getJson(`${root}${path}`)
  } catch (error) {
    if (error instanceof HttpRefusal && error.status === 404)
      throw new FroniusMissing(trouble('fronius.off', { place: root }))
    throw error
  }
  const status = fieldAt(answer, 'Head', 'Status')
  const code = fieldAt(status, 'Code')
  if (typeof code !== 'number')
    throw new SourceTrouble(trouble('http.otherKind', { place: root, kind: 'Fronius Solar API' }))
  const reason = textAt(status, 'UserMessage') || textAt(status, 'Reason') || ''
  if (code !== 0) throw new FroniusRefusal(inverter, code, plainWords(reason))
  return fieldAt(answer, 'Body', 'Data')
}

const plainWords = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
