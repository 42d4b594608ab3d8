import { maxPageSize } from '@helioport/contract'
import { useEndpoint } from '@helioport/api-client'
import { Button, Card, SkeletonText } from '@helioport/ui'
import { Failure } from '../station/failure.tsx'
import { useStationText } from '../station/use-station-text.ts'
import { OrderList } from './order-list.tsx'
import styles from './list.module.css'

/** Loads the stations whose order the account may change. */
export function Arranging({ onDone }: { onDone: () => void }) {
  const text = useStationText()
  const { data, error, refetch } = useEndpoint('GET /stations', {
    query: { pageSize: maxPageSize, sort: 'sortNumber' },
  })
  const own = data?.filter(({ rights }) => rights.includes('manage'))
  return (
    <Card padding="none" label={text('list.title')}>
      <div className={styles.arranging}>
        <h2>{text('order.title')}</h2>
        <Button kind="primary" onClick={onDone}>
          {text('order.done')}
        </Button>
      </div>
      {error && !own && <Failure title={text('failed.title')} error={error} onRetry={refetch} />}
      {!error && !own && <SkeletonText lines={8} />}
      {own && <OrderList stations={own} />}
    </Card>
  )
}
