import Type from 'typebox'
import { addressOf } from '../http/address.ts'
import type { GetJson } from '../http/get-json.ts'
import { signedIn } from '../http/sign-in.ts'
import { mappingFile } from '../source/mapping-file.ts'
import type { Reading, Source } from '../source/source.ts'
import { SourceTrouble, type Trouble, troublesOf } from '../source/trouble.ts'
import { GatewayMapping, messageReader } from './gateway-mapping.ts'
import { HeardDevices } from './heard.ts'

const HttpFile = Type.Object(
  {
    about: Type.Optional(Type.String()),
    requests: Type.Array(
      Type.Object(
        {
          /** `http://user:password@192.168.1.9/status.json` */
          url: Type.String({ minLength: 1, maxLength: 500 }),
          /** Sent as a POST, for example the query of a Solar-Log. */
          body: Type.Optional(Type.String({ maxLength: 2000 })),
          /** Several where one answer holds several devices. */
          mappings: Type.Array(GatewayMapping, { minItems: 1, maxItems: 60 }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 20 },
    ),
  },
  { additionalProperties: false },
)

export interface HttpMappingDeps {
  getJson: GetJson
  now: () => number
}

/**
 * `--source http=mapping.json`: any JSON over HTTP, by mappings of the answers. Values are not kept beyond their round.
 */
export function openHttpMapping(argument: string, { getJson, now }: HttpMappingDeps): Source {
  const requests = mappingFile(HttpFile, argument).requests.map(({ url, body, mappings }) => {
    const { base, user, password } = addressOf(url)
    const { search } = new URL(/^https?:/i.test(url) ? url : `http://${url}`)
    return {
      url: `${base}${search}`,
      body,
      ask: signedIn(getJson, { base, user, password }),
      readers: mappings.map((mapping) => ({ mapping, read: messageReader({ ...mapping, topic: '' }) })),
    }
  })

  let away: Trouble[] = []

  return {
    name: `http ${new URL(requests[0]?.url ?? 'http://none').host}`,
    close: () => Promise.resolve(),
    away: () => away,
    read: async () => {
      const heard = new HeardDevices(0)
      const failed: unknown[] = []
      away = []
      for (const { url, body, ask, readers } of requests) {
        try {
          const answer = await ask(url, {}, body)
          const at = now()
          for (const { mapping, read } of readers) {
            const trouble = heard.put(read('', answer, at), mapping, { kind: 'http', place: url, now: at })
            if (trouble !== null) away.push(trouble)
          }
        } catch (error) {
          failed.push(error)
          away.push(...troublesOf(error))
        }
      }
      const readings = [...heard.devices.values()].map((device) => device.takeNow())
      const found = readings.filter((reading): reading is Reading => reading !== null)
      if (found.length === 0) throw failed[0] ?? new SourceTrouble(...away.slice(0, 1))
      return found
    },
  }
}
