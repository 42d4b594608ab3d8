import { useEndpoint } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { LinkButton, SkeletonStatRow, Stack, Stat, StatRow } from '@helioport/ui'
import { figures } from '../account/figures.ts'
import type enUS from '../messages/en-US.ts'

const refetchMs = 60_000

/** The figures that the display settings select. */
export function FiguresRow() {
  const text = useText<typeof enUS>('account')
  const format = useFormat()
  const { data: profile } = useEndpoint('GET /account/profile')
  const { data: summary, error } = useEndpoint('GET /stations/summary', {}, { refetchMs })
  if (error && !summary) return null
  if (!summary || !profile) return <SkeletonStatRow count={4} />
  if (summary.stations === 0) return null
  return (
    <Stack gap={2}>
      <StatRow label={text('center.figures')}>
        {profile.infoItems.map((item) => {
          const { value, unit } = figures[item](summary, format)
          return (
            <Stat
              key={item}
              testId={`info-${item}`}
              label={text(`info.${item}`)}
              value={value}
              {...(unit && { unit })}
            />
          )
        })}
      </StatRow>
      <div>
        <LinkButton kind="text" size="s" icon="settings" href={`#${paths.setting('display')}`}>
          {text('center.chooseFigures')}
        </LinkButton>
      </div>
    </Stack>
  )
}
