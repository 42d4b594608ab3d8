import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { maxPageSize } from '@helioport/contract'
import { messageLocaleOf, useLocale } from '@helioport/i18n'
import { urlText, useUrlState } from '@helioport/ui'
import { useMarkRead } from './use-mark-read.ts'

const step = 10
const fields = { search: urlText(80) }

/**
 * Bulletins of one kind in the viewer's language, newest first; `more` shows older ones while there are any. The search
 * is in the URL.
 */
export function useBulletins(kind: 'news' | 'download') {
  const { code } = useLocale()
  const [pageSize, setPageSize] = useState(step)
  const [{ search }, change] = useUrlState(fields, useSearchParams())
  const bulletins = useEndpoint('GET /bulletins', {
    query: { kind, locale: messageLocaleOf(code), pageSize, ...(search !== '' && { search }) },
  })
  useMarkRead(bulletins.data ?? [])
  const hasMore = (bulletins.total ?? 0) > pageSize && pageSize < maxPageSize
  const more = hasMore ? () => setPageSize(Math.min(pageSize + step, maxPageSize)) : undefined
  return { bulletins, more, search, setSearch: (next: string) => change({ search: next }) }
}
