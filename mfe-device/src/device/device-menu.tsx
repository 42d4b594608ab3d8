import { paths } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Tabs } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'

/** Tabs of the pages about all devices: list and analysis. */
export function DeviceMenu({ active }: { active: 'list' | 'analysis' }) {
  const text = useText<typeof enUS>('device')
  return (
    <Tabs
      label={text('list.title')}
      active={active}
      items={[
        { key: 'list', label: text('menu.list'), href: `#${paths.deviceList()}` },
        { key: 'analysis', label: text('menu.analysis'), href: `#${paths.inverterAnalysis()}` },
      ]}
    />
  )
}
