import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from '../core/skeleton.tsx'

const QrCode = lazy(() => import('./qr-code.tsx'))

/** The encoder is fetched only when a code is shown. */
export function LazyQrCode(props: ComponentProps<typeof QrCode>) {
  const { size = 192 } = props
  return (
    <Suspense fallback={<Skeleton width={size} height={size} />}>
      <QrCode {...props} />
    </Suspense>
  )
}
