import { ApiError, call } from '@helioport/api-client'
import { maxPageSize, randomId, type Station, type Tariff } from '@helioport/contract'
import { fileOf } from '@helioport/ui/picture'
import { contentOf, type FormContent } from './station-request.ts'
import { ratesOf, type RateValues, type StationValues } from './station-values.ts'

/** Parts, in the order in which they are sent: the form in one call, then the files. */
export type SavePart = 'form' | 'picture' | 'logo'

/** A form that was sent. Sending it again under the same key is idempotent. */
export interface SentForm {
  key: string
  /** Null: it adds a station. */
  stationId: string | null
  /** Content as typed. */
  typed: FormContent
  /** Content as sent: without parts that an earlier form has already saved. */
  content: FormContent
  /** Id of the saved station; null: no answer arrived, so the result is unknown. */
  savedId: string | null
}

/** Says which part was refused; the parts before it are saved. */
export class SaveFailure extends Error {
  readonly part: SavePart
  readonly reason: ApiError
  /** Pass it to the next attempt. */
  readonly sent: SentForm | undefined

  constructor(part: SavePart, reason: ApiError, sent: SentForm | undefined) {
    super(part)
    this.part = part
    this.reason = reason
    this.sent = sent
  }
}

const all = { page: 1, pageSize: maxPageSize }

function answered<T>(data: T | null): T {
  if (data === null) throw new ApiError('client.badReply', 200)
  return data
}

const tariffsOf = async (stationId: string): Promise<Tariff[]> =>
  answered((await call('GET /stations/:stationId/tariffs', { params: { stationId }, query: all })).data)

/** All of them: those that a form does not name leave the station. */
async function deviceIdsOf(stationId: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const { data, total = 0 } = await call('GET /devices', { query: { stationId, page, pageSize: maxPageSize } })
    const rows = answered(data)
    ids.push(...rows.map(({ id }) => id))
    if (rows.length === 0 || ids.length >= total) return ids
  }
}

/** The station's rates and devices, which are not part of its own fields. */
export async function readRest(stationId: string): Promise<{ tariffs: Tariff[]; deviceIds: string[] }> {
  const [tariffs, deviceIds] = await Promise.all([tariffsOf(stationId), deviceIdsOf(stationId)])
  return { tariffs, deviceIds }
}

/** No answer, or an answer that does not tell whether this form was saved, now or earlier. */
const isUncertain = ({ status, code }: ApiError) =>
  status === 0 || status >= 500 || ['client.badReply', 'session.required', 'request.tooMany'].includes(code)

async function send({ key, stationId, content }: SentForm): Promise<Station> {
  const body = { key, ...content }
  const { data } =
    stationId === null
      ? await call('POST /stations/form', { body })
      : await call('PUT /stations/:stationId/form', { params: { stationId }, body })
  return answered(data)
}

interface Save {
  /** Null: a new station. */
  stationId: string | null
  values: StationValues
  /** Rates at the start of the form. */
  rates: readonly RateValues[]
  /** Form of an earlier attempt that failed or got no answer. */
  sent: SentForm | undefined
}

/**
 * Sends the form in one call and each new picture in another. A retry continues where the previous attempt ended.
 * @throws SaveFailure
 */
export async function saveStation({ stationId, values, rates, sent: former }: Save): Promise<Station> {
  const typed = contentOf(values, stationId === null ? null : rates)
  const isSame = former !== undefined && JSON.stringify(former.typed) === JSON.stringify(typed)
  let sent = isSame ? former : undefined
  let station: Station
  try {
    if (!sent) sent = await nextForm(stationId, typed, former)
    station = await send(sent)
  } catch (error) {
    if (error instanceof SaveFailure || !(error instanceof ApiError)) throw error
    throw new SaveFailure('form', error, isUncertain(error) ? sent : former?.savedId ? former : undefined)
  }
  const saved: SentForm = { ...sent, savedId: station.id }
  for (const kind of ['picture', 'logo'] as const) {
    try {
      await savePicture(kind, station, values[kind])
    } catch (error) {
      throw error instanceof ApiError ? new SaveFailure(kind, error, saved) : error
    }
  }
  return station
}

/**
 * The form to send. If another form was sent before, its result is found out first.
 * @throws SaveFailure (that result is still unknown), ApiError
 */
async function nextForm(stationId: string | null, typed: FormContent, former: SentForm | undefined): Promise<SentForm> {
  const fresh = { key: randomId(), stationId, typed, content: typed, savedId: null }
  const savedId = former && (former.savedId ?? (await resultOf(former)))
  if (!former || savedId === null || savedId === undefined) return fresh
  const isFactorHeld = JSON.stringify(former.typed.factor) === JSON.stringify(typed.factor)
  const content = { ...typed, ...(isFactorHeld && { factor: null }) }
  if (stationId !== null) return { ...fresh, content }
  // The station exists by now: rates that were removed from the form since then must be removed there.
  const days = new Set(typed.rates.map(({ from }) => from))
  const removed = ratesOf(await tariffsOf(savedId)).flatMap(({ id, from }) =>
    id === null || days.has(from) ? [] : { id },
  )
  return { ...fresh, stationId: savedId, content: { ...content, removedRates: removed } }
}

/** The station for which an unanswered form was saved; null: it was refused. */
async function resultOf(sent: SentForm): Promise<string | null> {
  try {
    return (await send(sent)).id
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isUncertain(error)) throw new SaveFailure('form', error, sent)
    return null
  }
}

async function savePicture(kind: 'picture' | 'logo', station: Station, address: string): Promise<void> {
  const params = { stationId: station.id }
  const held = kind === 'picture' ? station.pictureId : station.logoId
  if (address.startsWith('data:')) {
    await call(`PUT /stations/:stationId/${kind}`, { params, body: fileOf(address) })
  } else if (address === '' && held !== null) {
    await call(`DELETE /stations/:stationId/${kind}`, { params })
  }
}
