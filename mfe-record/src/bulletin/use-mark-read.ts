import { useEffect, useRef } from 'react'
import { useSend } from '@helioport/api-client'
import type { Bulletin } from '@helioport/contract'

/** So long a bulletin has to stand before somebody, ms. */
const glanceMs = 2000

/** Marks what has stood on the page for a moment as read. The marks stay on this visit, so that it can be seen what is new. */
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
        // Nothing is lost: it stays new until the next visit.
        for (const id of bulletinIds) told.current.delete(id)
      })
    }, glanceMs)
    return () => clearTimeout(glance)
  }, [key, send])
}
