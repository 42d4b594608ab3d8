import { useSend } from '@helioport/api-client'
import type { Bulletin, BulletinInput } from '@helioport/contract'

const refreshes = ['GET /bulletins'] as const

/** The service knows a file by its name and its first bytes, not by what the browser takes it for. */
const bytesOf = (file: File) => new Blob([file], { type: 'application/octet-stream' })

/** Publishes a bulletin, or changes the given one, and uploads the file that was chosen; takes it away. Reject with ApiError. */
export function useBulletinSend(bulletin: Bulletin | undefined) {
  const publish = useSend('POST /bulletins', { refreshes })
  const change = useSend('PUT /bulletins/:bulletinId', { refreshes })
  const upload = useSend('PUT /bulletins/:bulletinId/file', { refreshes })
  const remove = useSend('DELETE /bulletins/:bulletinId', { refreshes })
  const params = { bulletinId: bulletin?.id ?? '' }
  return {
    save: async (body: BulletinInput, file: File | undefined) => {
      const { data } = await (bulletin ? change.send({ params, body }) : publish.send({ body }))
      if (file && data) {
        await upload.send({ params: { bulletinId: data.id }, query: { name: file.name }, body: bytesOf(file) })
      }
    },
    remove: () => remove.send({ params }),
  }
}
