import { Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { Card, Page, SkeletonText } from '@helioport/ui'
import { lazyWithTexts } from '../station/owner-texts.ts'

const ConnectStation = lazyWithTexts(() => import('./connect-station.tsx'))
const ChooseStation = lazyWithTexts(() => import('./choose-station.tsx'))

/** `/station/connect/:memberId/:stationId`; without ids, the choice of a station. */
export default function ConnectPage() {
  const { stationId } = useParams()
  const waiting = (
    <Page width="reading">
      <Card>
        <SkeletonText lines={6} />
      </Card>
    </Page>
  )
  return (
    <Suspense fallback={waiting}>
      {stationId === undefined ? <ChooseStation /> : <ConnectStation key={stationId} stationId={stationId} />}
    </Suspense>
  )
}
