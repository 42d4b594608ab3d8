import { Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { DetailSkeleton } from '../detail/detail-skeleton.tsx'
import { lazyWithTexts } from './edit-texts.ts'

const EditStation = lazyWithTexts(() => import('./edit-station.tsx'))

/** `/station/edit/:memberId/:stationId` */
export default function EditPage() {
  const { memberId = '', stationId = '' } = useParams()
  return (
    <Suspense fallback={<DetailSkeleton />}>
      <EditStation key={stationId} memberId={memberId} stationId={stationId} />
    </Suspense>
  )
}
