import { useState } from 'react'
import { useEndpoint } from '@helioport/api-client'
import { maxPageSize } from '@helioport/contract'
import { messageLocaleOf, useLocale } from '@helioport/i18n'

const step = 10

/** Bulletins of one kind in the person's language, newest first; `more` shows older ones while there are any. */
export function useBulletins(kind: 'news' | 'download') {
  const { code } = useLocale()
  const [pageSize, setPageSize] = useState(step)
  const bulletins = useEndpoint('GET /bulletins', { query: { kind, locale: messageLocaleOf(code), pageSize } })
  const hasMore = (bulletins.total ?? 0) > pageSize && pageSize < maxPageSize
  const more = hasMore ? () => setPageSize(Math.min(pageSize + step, maxPageSize)) : undefined
  return { bulletins, more }
}
