import { useState } from 'react'
import { useSend } from '@helioport/api-client'
import type { HistoryImport } from '@helioport/contract'
import { useErrorText, useFormat } from '@helioport/i18n'
import { Button, Card, Notice, useNow } from '@helioport/ui'
import { Confirm } from '@helioport/ui/overlay'
import styles from './history.module.css'
import { useHistoryText } from './history-texts.ts'

interface ImportsListProps {
  stationId: string
  zone: string
  imports: readonly HistoryImport[]
  onChange: () => void
}

/** The imports: who, when, which file, how much; each can be undone. */
export function ImportsList({ stationId, zone, imports, onChange }: ImportsListProps) {
  const text = useHistoryText()
  const errorText = useErrorText()
  const now = useNow(60_000)
  const [asked, setAsked] = useState<HistoryImport>()
  const undo = useSend('POST /stations/:stationId/imports/:importId/undo', {
    refreshes: ['GET /stations/:stationId/imports'],
  })
  if (imports.length === 0) return null
  const takeOut = async ({ id }: HistoryImport) => {
    // The refusal is shown below.
    await undo.send({ params: { stationId, importId: id } }).catch(() => {})
    setAsked(undefined)
    onChange()
  }
  return (
    <Card title={text('list.title')} subtitle={text('list.hint')}>
      {undo.error && <Notice tone="bad">{errorText(undo.error).title}</Notice>}
      <ul className={styles['imports']} data-testid="imports">
        {imports.map((own) => (
          <Entry key={own.id} own={own} zone={zone} now={now} onUndo={() => setAsked(own)} />
        ))}
      </ul>
      <Confirm
        open={asked !== undefined}
        title={text('undo.title')}
        text={text('undo.text', { file: asked?.fileName ?? '', count: asked?.accepted ?? 0 })}
        confirmLabel={text('undo.confirm')}
        cancelLabel={text('undo.cancel')}
        danger
        busy={undo.isSending}
        onConfirm={() => asked && void takeOut(asked)}
        onCancel={() => setAsked(undefined)}
      />
    </Card>
  )
}

interface EntryProps {
  own: HistoryImport
  zone: string
  now: number
  onUndo: () => void
}

function Entry({ own, zone, now, onUndo }: EntryProps) {
  const text = useHistoryText()
  const format = useFormat()
  const mayUndo = (own.state === 'done' || own.state === 'sending') && Date.parse(own.undoUntil) > now
  return (
    <li>
      <span className={styles['heading']}>
        <bdi>{own.fileName}</bdi>
        <small>
          {text('list.by', { who: own.userName || '—', when: format.dateTime(own.at, zone) })}
          {own.from !== null && own.to !== null && ` · ${format.date(own.from, zone)} – ${format.date(own.to, zone)}`}
        </small>
        <small>
          {text('list.counts', { accepted: format.number(own.accepted), refused: format.number(own.refused) })} ·{' '}
          {text(`state.${own.state}`)}
          {mayUndo && ` · ${text('list.until', { date: format.date(own.undoUntil, zone) })}`}
        </small>
      </span>
      {mayUndo && (
        <Button size="s" onClick={onUndo} label={text('undo.of', { file: own.fileName })}>
          {text('undo')}
        </Button>
      )}
    </li>
  )
}
