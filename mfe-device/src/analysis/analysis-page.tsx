import { lazy, Suspense } from 'react'
import { Card, Page, SkeletonChart, SkeletonText } from '@helioport/ui'
import { addAnalysisTexts } from './texts.ts'

const AnalysisView = lazy(async () => {
  const [module] = await Promise.all([import('./analysis-view.tsx'), addAnalysisTexts()])
  return module
})

/** `/device/analysis`: comparison of a station's inverters. */
export default function AnalysisPage() {
  return (
    <Page>
      <Suspense
        fallback={
          <>
            <SkeletonText />
            <Card>
              <SkeletonChart height={320} />
            </Card>
          </>
        }
      >
        <AnalysisView />
      </Suspense>
    </Page>
  )
}
