import { useState } from 'react'
import { apiBasePath, mostRows, type StationTag } from '@helioport/contract'
import { call } from '@helioport/api-client'
import { messageLocaleOf, useLocale } from '@helioport/i18n'
import { Icon, Menu, type MenuItem } from '@helioport/ui'
import { useOwnerText } from '../../station/owner-texts.ts'
import { endpointQuery, type ListQuery } from '../list-query.ts'
import type { Selection } from './selection.ts'
import { ShareMany } from './share-many.tsx'
import type { BulkAction } from './use-bulk.ts'

interface BulkMenuProps {
  selection: Selection
  /** Number of stations, as text. */
  count: string
  query: ListQuery
  tags: readonly StationTag[]
  /** A sub-account cannot tag or share. */
  isMain: boolean
  onRun: (action: BulkAction) => void
}

const tagAction = (stationTagId: string, isTagged: boolean): BulkAction => ({
  most: mostRows,
  send: async (stationIds) =>
    (
      await call('PUT /station-tags/:stationTagId/stations', {
        params: { stationTagId },
        body: { stationIds, isTagged },
      })
    ).data ?? [],
})

const reportAction = (isTold: boolean): BulkAction => ({
  most: mostRows,
  send: async (stationIds) => (await call('PUT /account/report-stations', { body: { stationIds, isTold } })).data ?? [],
})

/** Actions on all selected stations. */
export function BulkMenu({ selection, count, query, tags, isMain, onRun }: BulkMenuProps) {
  const text = useOwnerText()
  const { code } = useLocale()
  const [isSharing, setSharing] = useState(false)
  const fileOf = (format: 'csv' | 'xlsx') => {
    const { page: _page, pageSize: _size, order: _order, sort: _sort, ...filter } = endpointQuery(query)
    const among = selection.kind === 'rows' ? { among: selection.ids.join(',') } : filter
    const entries = Object.entries({ ...among, format, locale: messageLocaleOf(code) })
    return `${apiBasePath}/exports/stations?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`
  }
  // More ids do not fit into an address; a filter always fits.
  const isExportable = selection.kind === 'found' || selection.ids.length <= mostRows
  const items: MenuItem[] = [
    ...(isMain
      ? tags.flatMap((tag): MenuItem[] => [
          {
            key: `add ${tag.id}`,
            label: text(tag.kind === 'group' ? 'bulk.group' : 'bulk.tag', { name: tag.name }),
            icon: 'plus',
            onSelect: () => onRun(tagAction(tag.id, true)),
          },
          {
            key: `drop ${tag.id}`,
            label: text('bulk.untag', { name: tag.name }),
            icon: 'minus',
            onSelect: () => onRun(tagAction(tag.id, false)),
          },
        ])
      : []),
    ...(isMain
      ? [
          {
            key: 'share',
            label: text('bulk.share'),
            icon: 'share' as const,
            divided: true,
            onSelect: () => setSharing(true),
          },
        ]
      : []),
    {
      key: 'told',
      label: text('bulk.reportOn'),
      icon: 'mail',
      divided: true,
      onSelect: () => onRun(reportAction(true)),
    },
    { key: 'untold', label: text('bulk.reportOff'), icon: 'mail', onSelect: () => onRun(reportAction(false)) },
    ...(isExportable
      ? (['csv', 'xlsx'] as const).map((format): MenuItem => ({
          key: format,
          label: text(`bulk.${format}`),
          icon: 'download',
          divided: format === 'csv',
          href: fileOf(format),
        }))
      : []),
  ]
  return (
    <>
      <Menu
        label={text('bulk.actions')}
        align="start"
        trigger={
          <>
            <Icon name="more" /> {text('bulk.actions')}
          </>
        }
        items={items}
      />
      {isSharing && <ShareMany count={count} onClose={() => setSharing(false)} onSend={onRun} />}
    </>
  )
}
