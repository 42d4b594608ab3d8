import { useState } from 'react'
import { useEndpoint, useSend } from '@helioport/api-client'
import { type IvCurve, type IvReview, type IvScanDetail, maxReviewNote, paths } from '@helioport/contract'
import { useErrorText, useFormat, useText } from '@helioport/i18n'
import { Button, Card, Notice, Stack } from '@helioport/ui'
import { TextAreaField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import { stringKey } from './reference.ts'
import styles from './scan.module.css'

interface StringReviewProps {
  scan: IvScanDetail
  shown: IvCurve
}

/** A person confirms or rejects the verdict about a string, with a note; below are reviews of other scans. */
export function StringReview({ scan, shown }: StringReviewProps) {
  const text = useText<typeof enUS>('functions')
  const common = useText()
  const errorText = useErrorText()
  const me = useEndpoint('GET /account').data?.userName
  const { mppt, string, verdict, reviews } = shown
  const own = reviews.find(({ ivScanId }) => ivScanId === scan.id)
  const others = reviews.filter(({ ivScanId }) => ivScanId !== scan.id)
  const isMine = own !== undefined && own.userName === me
  /** Undefined: nothing was typed; another person's note is not taken over. */
  const [typed, setTyped] = useState<string>()
  const note = (typed ?? (isMine ? own.note : '')).trim()
  const isTooLong = [...note].length > maxReviewNote
  const { send, isSending, error } = useSend('PUT /iv-scans/:ivScanId/review', {
    refreshes: ['GET /iv-scans/:ivScanId'],
  })
  if (verdict === null && reviews.length === 0) return null
  const say = async (says: IvReview['says']) => {
    try {
      await send({ params: { ivScanId: scan.id }, body: { mppt, string, says, note } })
      setTyped(undefined)
    } catch {
      // The error is shown below.
    }
  }
  return (
    <div className={reviews.length === 0 ? styles['unsaid'] : undefined}>
      <Card title={text('review.title')}>
        <Stack gap={3}>
          {own && <ReviewLine review={own} timeZone={scan.timeZone} />}
          {own?.earlier && (
            <section aria-label={text('review.earlier')} className={styles['earlier']}>
              <p>{text('review.earlier')}</p>
              {own.earlier.map((word) => (
                <ReviewLine key={`${word.at} ${word.userName}`} review={word} timeZone={scan.timeZone} />
              ))}
            </section>
          )}
          {verdict !== null && (
            <div className={styles['form']}>
              <TextAreaField
                name="note"
                label={text('review.note')}
                hint={own && !isMine ? text('review.replaces', { name: own.userName ?? '–' }) : undefined}
                rows={2}
                value={typed ?? note}
                onChange={setTyped}
                onLeave={() => {}}
                error={isTooLong ? common('field.tooLong', { max: maxReviewNote }) : undefined}
                disabled={false}
              />
              <span className={styles['heading']}>
                <Button busy={isSending} disabled={isTooLong} onClick={() => void say('confirmed')}>
                  {text('review.confirm')}
                </Button>
                <Button busy={isSending} disabled={isTooLong} onClick={() => void say('rejected')}>
                  {text('review.reject')}
                </Button>
              </span>
            </div>
          )}
          {error && <Notice tone="bad">{errorText(error).detail}</Notice>}
          {others.length > 0 && (
            <section aria-label={text('review.history')}>
              <p>{text('review.history')}</p>
              {others.map((review) => (
                <a key={review.ivScanId} href={`#${paths.ivScan(review.ivScanId)}?string=${stringKey(shown)}`}>
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

function ReviewLine({ review, timeZone }: { review: Omit<IvReview, 'ivScanId' | 'scannedAt'>; timeZone: string }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const { says, verdict, note, userName, at } = review
  return (
    <div data-says={says}>
      <p>
        {text('review.line', {
          says: text(`review.${says}`),
          name: userName ?? '–',
          time: format.dateTime(at, timeZone),
          verdict: text(`verdict.${verdict}`),
        })}
      </p>
      {note !== '' && (
        <p className={styles['words']} dir="auto">
          {note}
        </p>
      )}
    </div>
  )
}
