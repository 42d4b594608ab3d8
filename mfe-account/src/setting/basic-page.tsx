import { lazy, Suspense } from 'react'
import { useEndpoint } from '@helioport/api-client'
import { Card, Skeleton } from '@helioport/ui'
import { BasicForm } from './basic-form.tsx'
import { Loaded } from '../account/loaded.tsx'
import { SettingFrame } from './setting-frame.tsx'

/** Loaded separately, since the form does not need the code for cropping. */
const PicturesCard = lazy(() => import('./pictures-card.tsx'))

const pictures = (
  <Suspense
    fallback={
      <Card>
        <Skeleton height={140} />
      </Card>
    }
  >
    <PicturesCard />
  </Suspense>
)

/** Identity, pictures, location and money of the account. */
export default function BasicPage() {
  const account = useEndpoint('GET /account')
  return (
    <SettingFrame tab="basic">
      <Loaded of={account} lines={8}>
        {(found) => <BasicForm account={found} pictures={pictures} />}
      </Loaded>
    </SettingFrame>
  )
}
