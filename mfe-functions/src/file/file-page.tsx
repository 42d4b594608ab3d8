import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useEndpoint, useWholeList } from '@helioport/api-client'
import { type CommandCandidate, paths } from '@helioport/contract'
import { joinParts, useErrorText, useText } from '@helioport/i18n'
import { Card, ErrorState, Page, PageHeader, SkeletonTable, Stack, urlText, useUrlState } from '@helioport/ui'
import { SelectField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import { CurvesForm } from './curves-form.tsx'
import { ExampleCard } from './example-card.tsx'
import { FileChoice } from './file-choice.tsx'
import { FoundCurves } from './found-curves.tsx'
import styles from './file.module.css'
import type { TracerFile } from './tracer-file.ts'

const fields = { device: urlText(36) }

/** `/functionSetting/ivFile`: stores the curves of a tracer's file as a scan of an inverter. */
export default function FilePage() {
  const text = useText<typeof enUS>('functions')
  const errorText = useErrorText()
  const [{ device: deviceId }, change] = useUrlState(fields, useSearchParams())
  const { data, error, refetch } = useWholeList('GET /remote-settings/devices', {})
  const back = { href: `#${paths.ivScanSetting()}`, label: text('area.ivScan') }
  const device = data?.find((one) => one.deviceId === deviceId)
  return (
    <Page>
      <PageHeader title={text('file.title')} subtitle={text('file.intro')} back={back} />
      <Card>
        {data ? (
          <Stack gap={4}>
            <div className={styles['form']}>
              <SelectField
                name="device"
                label={text('file.device')}
                value={device?.deviceId ?? ''}
                onChange={(chosen) => change({ device: chosen })}
                onLeave={() => {}}
                error={undefined}
                disabled={false}
                options={[
                  { value: '', label: text('file.chooseDevice') },
                  ...data.map(({ deviceId: value, name, stationName }) => ({
                    value,
                    label: joinParts([stationName, name]),
                  })),
                ]}
              />
            </div>
            {device && <Curves key={device.deviceId} device={device} />}
          </Stack>
        ) : error ? (
          <ErrorState {...errorText(error, refetch)} />
        ) : (
          <SkeletonTable rows={2} columns={1} />
        )}
      </Card>
      {data && !device && <ExampleCard />}
    </Page>
  )
}

/** The file, its curves, and fields for missing facts. */
function Curves({ device }: { device: CommandCandidate }) {
  const { data: whole } = useEndpoint('GET /devices/:deviceId', { params: { deviceId: device.deviceId } })
  const [chosen, setChosen] = useState<{ name: string; found: TracerFile; time: number }>()
  if (!whole) return null
  const isGood = chosen && chosen.found.problems.length === 0
  return (
    <>
      <FileChoice
        wiring={whole}
        name={chosen?.name}
        onRefused={() => setChosen(undefined)}
        onFound={(name, found) => setChosen((before) => ({ name, found, time: (before?.time ?? 0) + 1 }))}
      />
      {chosen && <FoundCurves found={chosen.found} />}
      {isGood && (
        <div className={styles['form']}>
          <CurvesForm key={chosen.time} device={device} name={chosen.name} found={chosen.found} />
        </div>
      )}
    </>
  )
}
