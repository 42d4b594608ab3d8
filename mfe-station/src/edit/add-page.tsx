import { Suspense } from 'react'
import { DetailSkeleton } from '../detail/detail-skeleton.tsx'
import { lazyWithTexts } from './edit-texts.ts'

const AddStation = lazyWithTexts(() => import('./add-station.tsx'))

/** `/station/add` */
export default function AddPage() {
  return (
    <Suspense fallback={<DetailSkeleton />}>
      <AddStation />
    </Suspense>
  )
}
