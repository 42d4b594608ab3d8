import type { Device } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { DescriptionList } from '@helioport/ui'
import type enUS from '../../messages/en-US.ts'

/** Counters, DC side and temperature of the device. */
export function Counters({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  return (
    <DescriptionList
      items={[
        { label: text('kpi.total'), value: format.quantity(device.energyTotalKwh, 'kWh', 1).text },
        { label: text('parameter.today'), value: format.quantity(device.energyTodayKwh, 'kWh', 1).text },
        { label: text('parameter.hours'), value: format.quantity(device.hoursTotal, 'h', 0).text },
        { label: text('chart.dc'), value: format.power(device.dcPowerW).text },
        { label: text('chart.cabinet'), value: format.quantity(device.cabinetC, '°C', 1).text },
      ]}
    />
  )
}
