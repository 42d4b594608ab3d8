import { Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { FormSkeleton } from './form-skeleton.tsx'
import { lazyWithTexts } from '../station/owner-texts.ts'

const EditStation = lazyWithTexts(() => import('./edit-station.tsx'))

/** `/station/edit/:memberId/:stationId` */
export default function EditPage() {
  const { memberId = '', stationId = '' } = useParams()
  return (
    <Suspense fallback={<FormSkeleton />}>
      <EditStation key={stationId} memberId={memberId} stationId={stationId} />
    </Suspense>
  )
}
