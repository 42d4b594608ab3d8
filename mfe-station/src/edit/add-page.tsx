import { Suspense } from 'react'
import { FormSkeleton } from './form-skeleton.tsx'
import { lazyWithTexts } from '../station/owner-texts.ts'

const AddStation = lazyWithTexts(() => import('./add-station.tsx'))

/** `/station/add` */
export default function AddPage() {
  return (
    <Suspense fallback={<FormSkeleton />}>
      <AddStation />
    </Suspense>
  )
}
