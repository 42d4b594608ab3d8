import { type BulletinInput, messageLocales } from '@helioport/contract'
import type { PortalClient } from '@helioport/fleet/portal'
import { makeFilm } from './film.ts'
import { manualOf, type Model } from './manual.ts'
import type { Stage } from './stage.ts'
import { showTextsOf } from './texts/index.ts'

const version = '1.0'

interface NewFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Publishes an item unless its title exists in its language. @returns its id */
async function publish(operator: PortalClient, body: BulletinInput, file?: NewFile): Promise<string> {
  const { kind, locale, title } = body
  const known = await operator.call('GET /bulletins', { query: { kind, locale, search: title, pageSize: 200 } })
  const former = known.find((each) => each.title === title)
  const id = former?.id ?? (await operator.call('POST /bulletins', { body })).id
  if (file && !former?.file) {
    const params = { bulletinId: id }
    await operator.call('PUT /bulletins/:bulletinId/file', { params, query: { name: file.name }, body: file.bytes })
  }
  return id
}

/** One device of each model that the owner has. */
async function modelsOf(owner: PortalClient): Promise<Model[]> {
  const devices = await owner.call('GET /devices', { query: { pageSize: 200 } })
  const byModel = Map.groupBy(devices, ({ model }) => model)
  return [...byModel.values()].flatMap(([device]) => device ?? []).toSorted((a, b) => a.ratedPowerW - b.ratedPowerW)
}

/** Manuals of all models of the virtual inverters in each language. */
export async function publishManuals({ proved }: Stage): Promise<boolean> {
  const models = await modelsOf(await proved('owner'))
  const operator = await proved('operator')
  for (const locale of messageLocales) {
    for (const model of models) {
      const title = showTextsOf[locale].manual.title(model.model)
      const bytes = new TextEncoder().encode(manualOf(model, locale))
      const name = `${model.model}-manual-${locale}.md`
      await publish(operator, { kind: 'download', locale, title, body: '', url: '', version }, { name, bytes })
    }
  }
  return models.length > 0
}

export async function publishNews({ proved }: Stage): Promise<boolean> {
  const operator = await proved('operator')
  for (const locale of messageLocales) {
    for (const { title, body } of showTextsOf[locale].news.toReversed()) {
      await publish(operator, { kind: 'news', locale, title, body, url: '' })
    }
  }
  return true
}

/** A generated film, which the owner's page of films plays. */
export async function publishFilm({ proved }: Stage): Promise<boolean> {
  const bytes = await makeFilm()
  const operator = await proved('operator')
  let films: string[] = []
  for (const locale of messageLocales) {
    const { title, body } = showTextsOf[locale].film
    const input = { kind: 'download', locale, title, body, url: '', version } as const
    films = [...films, await publish(operator, input, { name: 'a-day-on-the-roof.webm', bytes })]
  }
  const owner = await proved('owner')
  const { id: _id, userName: _userName, email: _email, role: _role, ...settings } = await owner.call('GET /account')
  if (settings.videoUrl === '' && films[0] !== undefined) {
    await owner.call('PUT /account', { body: { ...settings, videoUrl: `/api/web/v1/bulletins/${films[0]}/file` } })
  }
  return true
}
