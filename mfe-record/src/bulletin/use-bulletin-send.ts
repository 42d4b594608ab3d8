import { useRef } from 'react'
import { useSend } from '@helioport/api-client'
import { type Bulletin, bulletinFileName, type BulletinInput } from '@helioport/contract'

const refreshes = ['GET /bulletins'] as const

/** The service detects the type by name and first bytes, not by the browser's guess. */
const bytesOf = (file: File) => new Blob([file], { type: 'application/octet-stream' })

/**
 * Publishes or changes a bulletin with its file, or removes it. Both reject with ApiError. If the file is refused, a
 * bulletin published for it is removed again: a download without a file must not be offered.
 */
export function useBulletinSend(bulletin: Bulletin | undefined) {
  const publish = useSend('POST /bulletins', { refreshes })
  const change = useSend('PUT /bulletins/:bulletinId', { refreshes })
  const upload = useSend('PUT /bulletins/:bulletinId/file', { refreshes })
  const remove = useSend('DELETE /bulletins/:bulletinId', { refreshes })
  /** Bulletin that could not be removed: the next try changes it instead of publishing another. */
  const left = useRef<string>(undefined)
  const takeBack = async (bulletinId: string) => {
    left.current = bulletinId
    try {
      await remove.send({ params: { bulletinId } })
      left.current = undefined
    } catch {
      // The refusal of the file is reported instead.
    }
  }
  return {
    save: async (body: BulletinInput, file: File | undefined) => {
      const bulletinId = bulletin?.id ?? left.current
      const { data } = await (bulletinId === undefined
        ? publish.send({ body })
        : change.send({ params: { bulletinId }, body }))
      if (!file || !data) return
      try {
        const name = bulletinFileName(file.name) ?? file.name
        await upload.send({ params: { bulletinId: data.id }, query: { name }, body: bytesOf(file) })
      } catch (error) {
        if (!bulletin) await takeBack(data.id)
        throw error
      }
    },
    remove: () => remove.send({ params: { bulletinId: bulletin?.id ?? '' } }),
  }
}
