import { paths } from '@helioport/contract'
import { useEndpoint } from '@helioport/api-client'
import { joinParts, useFormat } from '@helioport/i18n'
import { Card, LinkButton, SkeletonText } from '@helioport/ui'
import { Failure } from '../station/failure.tsx'
import { hrefOf } from '../station/href.ts'
import { pollMs } from '../station/use-fleet.ts'
import { useStationText } from '../station/use-station-text.ts'
import { changeOf, isChange, mergedChanges } from './changes.ts'
import styles from './dashboard.module.css'

const shown = 6
/** Rows to read. More than are shown, because proofs are left out and equal changes become one line. */
const asked = 60

/** The newest writes of the operation log: who changed what, and refused attempts. */
export function ChangesCard({ now }: { now: number }) {
  const text = useStationText()
  const format = useFormat()
  const record = hrefOf(paths.record())
  const changes = useEndpoint('GET /operations', { query: { page: 1, pageSize: asked } }, { refetchMs: 2 * pollMs })
  const rows = changes.data && mergedChanges(changes.data.filter(isChange)).slice(0, shown)
  return (
    <Card
      title={text('changes.title')}
      extra={
        <LinkButton kind="text" size="s" href={record} iconAfter="chevronRight">
          {text('changes.all')}
        </LinkButton>
      }
    >
      {changes.isLoading && <SkeletonText lines={4} />}
      {changes.error && !changes.data && (
        <Failure title={text('failed.changesTitle')} error={changes.error} onRetry={changes.refetch} />
      )}
      {rows?.length === 0 && <p className={styles.calm}>{text('changes.none')}</p>}
      <ul className={styles.rows} data-testid="changes">
        {rows?.map(({ id, at, action, userName, stationName, deviceName, errorCode, count }) => {
          const { verb, noun } = changeOf(action)
          const place = joinParts([deviceName, stationName])
          return (
            <li key={id} className={styles.changeRow}>
              <span className={styles.alarmText}>
                <span className={styles.name} title={action}>
                  {text(`changes.${verb}`, { what: text(`changes.noun.${noun}`) })}
                  {errorCode !== null && <span className={styles.refused}> {text('changes.refused')}</span>}
                </span>
                <small>
                  {joinParts([count > 1 && text('changes.times', { count: format.number(count) }), place, userName])}
                </small>
              </span>
              <time className={styles.when} dateTime={at} title={format.dateTime(at)}>
                {format.ago(at, now)}
              </time>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
