import { useRef } from 'react'
import { useSend } from '@helioport/api-client'
import { type Bulletin, bulletinFileName, type BulletinInput } from '@helioport/contract'

const refreshes = ['GET /bulletins'] as const

/** The service knows a file by its name and its first bytes, not by what the browser takes it for. */
const bytesOf = (file: File) => new Blob([file], { type: 'application/octet-stream' })

/**
 * Publishes a bulletin, or changes the given one, and uploads the file that was chosen; takes it away. Reject with ApiError.
 * Where the file is refused, what was published for it is taken back: nobody is offered a download without one.
 */
export function useBulletinSend(bulletin: Bulletin | undefined) {
  const publish = useSend('POST /bulletins', { refreshes })
  const change = useSend('PUT /bulletins/:bulletinId', { refreshes })
  const upload = useSend('PUT /bulletins/:bulletinId/file', { refreshes })
  const remove = useSend('DELETE /bulletins/:bulletinId', { refreshes })
  /** What could not be taken back is changed by the next try, and not published again. */
  const left = useRef<string>(undefined)
  const takeBack = async (bulletinId: string) => {
    left.current = bulletinId
    try {
      await remove.send({ params: { bulletinId } })
      left.current = undefined
    } catch {
      // It is said why the file was refused.
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
