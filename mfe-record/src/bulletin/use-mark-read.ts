import { useEffect, useRef } from 'react'
import { useSend } from '@helioport/api-client'
import type { Bulletin } from '@helioport/contract'

/** How long a bulletin must be visible before it counts as read, ms. */
const glanceMs = 2000

/** Marks bulletins as read after a moment. The "new" marks stay until the next visit, so that they can be seen. */
export function useMarkRead(bulletins: readonly Bulletin[]): void {
  const { send } = useSend('POST /bulletin-reads')
  const told = useRef(new Set<string>())
  const ids = bulletins.filter(({ unread }) => unread).map(({ id }) => id)
  const key = ids.join(' ')
  useEffect(() => {
    const bulletinIds = key.split(' ').filter((id) => id !== '' && !told.current.has(id))
    if (bulletinIds.length === 0) return
    const glance = setTimeout(() => {
      for (const id of bulletinIds) told.current.add(id)
      send({ body: { bulletinIds } }).catch(() => {
        // Nothing is lost: the bulletin stays new until the next visit.
        for (const id of bulletinIds) told.current.delete(id)
      })
    }, glanceMs)
    return () => clearTimeout(glance)
  }, [key, send])
}
