import { paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { PageHeader, Tabs } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'

export type CommandArea = 'reactivePower' | 'ivScan' | 'commands'

const hrefs: Record<CommandArea, string> = {
  reactivePower: `#${paths.functionSetting()}`,
  ivScan: `#${paths.ivScanSetting()}`,
  commands: `#${paths.commandList()}`,
}
const areas = ['reactivePower', 'ivScan', 'commands'] as const

/** Title and tabs of the pages about commands. */
export function CommandHeader({ area }: { area: CommandArea }) {
  const text = useText<typeof enUS>('functions')
  return (
    <>
      <PageHeader title={text('title')} subtitle={text(`area.${area}.intro`)} />
      <Tabs
        label={text('areas')}
        active={area}
        items={areas.map((key) => ({ key, label: text(`area.${key}`), href: hrefs[key] }))}
      />
    </>
  )
}
