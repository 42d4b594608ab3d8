import { Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { Card, Page, SkeletonText } from '@helioport/ui'
import { lazyWithTexts } from './history-texts.ts'

const StationHistory = lazyWithTexts(() => import('./station-history.tsx'))

/** `/station/history/:memberId/:stationId` */
export default function HistoryPage() {
  const { stationId = '' } = useParams()
  const waiting = (
    <Page width="reading">
      <Card>
        <SkeletonText lines={6} />
      </Card>
    </Page>
  )
  return (
    <Suspense fallback={waiting}>
      <StationHistory key={stationId} stationId={stationId} />
    </Suspense>
  )
}
