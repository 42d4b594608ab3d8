import { useState } from 'react'
import { ApiError, useSend } from '@helioport/api-client'
import { type IvCurve, type IvReview, type IvScanDetail, paths } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Button, Card, Notice, Stack } from '@helioport/ui'
import { TextField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import styles from './scan.module.css'

interface StringReviewProps {
  scan: IvScanDetail
  shown: IvCurve
}

/** A person confirms or rejects the verdict about a string, with a note; below it what was said after other scans. */
export function StringReview({ scan, shown }: StringReviewProps) {
  const text = useText<typeof enUS>('functions')
  const errors = useText('error')
  const { mppt, string, verdict, reviews } = shown
  const own = reviews.find(({ ivScanId }) => ivScanId === scan.id)
  const others = reviews.filter(({ ivScanId }) => ivScanId !== scan.id)
  const [note, setNote] = useState(own?.note ?? '')
  const { send, isSending, error } = useSend('PUT /iv-scans/:ivScanId/review', {
    refreshes: ['GET /iv-scans/:ivScanId'],
  })
  if (verdict === null && reviews.length === 0) return null
  const say = (says: IvReview['says']) =>
    // What went wrong is shown below.
    void send({ params: { ivScanId: scan.id }, body: { mppt, string, says, note: note.trim() } }).catch(() => {})
  return (
    <div className={reviews.length === 0 ? styles['unsaid'] : undefined}>
      <Card title={text('review.title')}>
        <Stack gap={3}>
          {own && <ReviewLine review={own} timeZone={scan.timeZone} />}
          {verdict !== null && (
            <div className={styles['form']}>
              <TextField
                name="note"
                label={text('review.note')}
                value={note}
                onChange={setNote}
                onLeave={() => {}}
                error={undefined}
                disabled={false}
              />
              <span className={styles['heading']}>
                <Button busy={isSending} onClick={() => say('confirmed')}>
                  {text('review.confirm')}
                </Button>
                <Button busy={isSending} onClick={() => say('rejected')}>
                  {text('review.reject')}
                </Button>
              </span>
            </div>
          )}
          {error && <Notice tone="bad">{errors(error instanceof ApiError ? error.code : 'service.failed')}</Notice>}
          {others.length > 0 && (
            <section aria-label={text('review.history')}>
              <p>{text('review.history')}</p>
              {others.map((review) => (
                <a key={review.ivScanId} href={`#${paths.ivScan(review.ivScanId)}`}>
                  <ReviewLine review={review} timeZone={scan.timeZone} />
                </a>
              ))}
            </section>
          )}
        </Stack>
      </Card>
    </div>
  )
}

function ReviewLine({ review, timeZone }: { review: IvReview; timeZone: string }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const { says, verdict, note, userName, at } = review
  return (
    <p data-says={says}>
      {text('review.line', {
        says: text(`review.${says}`),
        name: userName ?? '–',
        time: format.dateTime(at, timeZone),
        verdict: text(`verdict.${verdict}`),
      })}
      {note !== '' && ` · ${note}`}
    </p>
  )
}
