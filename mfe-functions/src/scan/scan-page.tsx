import { useParams } from 'react-router-dom'
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
} from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import { ScanView } from './scan-view.tsx'

/** `/functionSetting/ivScans/:ivScanId`: the curves of one scan and what they say. */
export default function ScanPage() {
  const { ivScanId = '' } = useParams()
  const text = useText<typeof enUS>('functions')
  const errorText = useErrorText()
  const { data, error, isPrevious, refetch } = useEndpoint('GET /iv-scans/:ivScanId', { params: { ivScanId } })
  const scan = isPrevious ? undefined : data
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
