import { useParams, useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useErrorText, useText } from '@helioport/i18n'
import {
  Card,
  Empty,
  ErrorState,
  LinkButton,
  Page,
  PageHeader,
  SkeletonChart,
  SkeletonStatRow,
  SkeletonTable,
  useUrlState,
} from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import { scanFields, ScanView } from './scan-view.tsx'

/** `/functionSetting/ivScans/:ivScanId`: curves and verdicts of one scan. */
export default function ScanPage() {
  const { ivScanId = '' } = useParams()
  const text = useText<typeof enUS>('functions')
  const errorText = useErrorText()
  const [{ procedure }] = useUrlState(scanFields, useSearchParams())
  const query = procedure === '1' ? { procedure: 1 as const } : {}
  const { data, error, refetch } = useEndpoint('GET /iv-scans/:ivScanId', { params: { ivScanId }, query })
  // When the procedure changes, the former result stays until the new one is loaded.
  const scan = data?.id === ivScanId ? data : undefined
  const back = { href: `#${paths.commandList()}?kind=ivScan`, label: text('area.commands') }

  if (scan) return <ScanView scan={scan} back={back} />
  return (
    <Page>
      <PageHeader title={text('scan.curves')} back={back} />
      {!error ? (
        <>
          <SkeletonStatRow count={4} lead />
          <Card>
            <SkeletonChart height={360} />
          </Card>
          <Card padding="none">
            <SkeletonTable rows={6} columns={6} />
          </Card>
        </>
      ) : (
        <Card>
          {error.code === 'notFound' || error.code === 'access.denied' || error.code === 'request.invalid' ? (
            <Empty
              icon="chart"
              title={text('scan.notFound')}
              hint={text(error.code === 'access.denied' ? 'scan.noRight' : 'scan.notFoundHint')}
              action={<LinkButton href={back.href}>{back.label}</LinkButton>}
            />
          ) : (
            <ErrorState {...errorText(error, refetch)} />
          )}
        </Card>
      )}
    </Page>
  )
}
