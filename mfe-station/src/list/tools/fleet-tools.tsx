import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ListedStation } from '@helioport/contract'
import { useEndpoint } from '@helioport/api-client'
import { useFormat } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import { Button } from '@helioport/ui'
import { ChoiceField } from '@helioport/ui/form'
import { useOwnerText } from '../../station/owner-texts.ts'
import type { ListQuery } from '../list-query.ts'
import { BulkMenu } from './bulk-menu.tsx'
import { BulkResults } from './bulk-results.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { nothingChosen, pageToggled, type Selection } from './selection.ts'
import { TagEditor } from './tag-editor.tsx'
import { useBulk } from './use-bulk.ts'
import styles from './tools.module.css'

interface FleetToolsProps {
  query: ListQuery
  onChange: (change: Partial<ListQuery>) => void
  selection: Selection
  onSelect: (selection: Selection) => void
  /** Rows of the shown page. */
  page: readonly ListedStation[]
  /** Number of stations that match the filter. */
  total: number
  onDone: () => void
}

/** For large fleets: groups and tags, saved filters, and bulk actions. */
export default function FleetTools({ query, onChange, selection, onSelect, page, total, onDone }: FleetToolsProps) {
  const text = useOwnerText()
  const format = useFormat()
  const { session } = useSession()
  const [search, setSearch] = useSearchParams()
  const { data: tags = [] } = useEndpoint('GET /station-tags')
  const [isEditing, setEditing] = useState(false)
  const bulk = useBulk(query, onDone)
  const isMain = session?.mainAccountId === null && !session.view
  const chosen = selection.kind === 'found' ? total : selection.ids.length
  const count = format.number(chosen)
  return (
    <div className={styles['tools']} data-testid="fleet-tools">
      <div className={styles['row']}>
        <SavedFilters
          list="stations"
          query={search.toString()}
          onApply={(next) => setSearch(new URLSearchParams(next))}
        />
        {(tags.length > 0 || query.tag !== '') && (
          <ChoiceField
            label={text('tags.filter')}
            value={query.tag}
            options={[
              { value: '', label: text('tags.all') },
              ...tags.map((tag) => ({
                value: tag.id,
                label: `${text(`tags.${tag.kind}`)}: ${tag.name} (${format.number(tag.stations)})`,
              })),
            ]}
            onChange={(tag: string) => onChange({ tag })}
          />
        )}
        {isMain && (
          <Button size="s" kind="text" icon="edit" onClick={() => setEditing(true)}>
            {text('tags.edit')}
          </Button>
        )}
      </div>
      <div className={styles['row']}>
        <span className={styles['count']} data-testid="chosen" data-count={chosen}>
          {text('bulk.chosen', { count })}
        </span>
        <Button size="s" kind="text" onClick={() => onSelect(pageToggled(selection, page))}>
          {text('bulk.page')}
        </Button>
        {selection.kind === 'rows' && total > page.length && (
          <Button size="s" kind="text" onClick={() => onSelect({ kind: 'found' })}>
            {text('bulk.found', { count: format.number(total) })}
          </Button>
        )}
        {chosen > 0 && (
          <>
            <Button size="s" kind="text" onClick={() => onSelect(nothingChosen)}>
              {text('bulk.none')}
            </Button>
            <BulkMenu
              selection={selection}
              count={count}
              query={query}
              tags={tags}
              isMain={isMain}
              onRun={(action) => void bulk.run(selection, action)}
            />
          </>
        )}
      </div>
      {isEditing && <TagEditor tags={tags} onClose={() => setEditing(false)} />}
      {bulk.state && <BulkResults state={bulk.state} onClose={bulk.close} />}
    </div>
  )
}
