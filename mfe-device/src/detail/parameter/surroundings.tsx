import type { Device } from '@helioport/contract'
import { useAgeText, useFormat, useText } from '@helioport/i18n'
import { AgeBadge, Card, DescriptionList } from '@helioport/ui'
import type enUS from '../../messages/en-US.ts'

/** Irradiance and temperatures from the station's sensors, and the present performance ratio. */
export function Surroundings({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const ageText = useAgeText()
  const format = useFormat()
  const { source, age, irradianceWm2, horizontalWm2, ambientC, moduleC, cellC, windMs, performanceRatio, arrayRatio } =
    device.weather
  if (age.state === 'none') return null
  const celsius = (value: number | null) => format.quantity(value, '°C', 1).text
  const serial = source.map(({ loggerSerial }) => loggerSerial).join(', ')
  const of = source.some(({ isCollector }) => isCollector)
    ? text('weather.collector', { serial })
    : text('weather.of', { serial })
  return (
    <Card title={text('weather.title')} subtitle={of} extra={<AgeBadge state={age.state} label={ageText(age)} />}>
      <DescriptionList
        items={[
          { label: text('weather.irradiance'), value: format.quantity(irradianceWm2, 'W/m²', 0).text },
          { label: text('weather.horizontal'), value: format.quantity(horizontalWm2, 'W/m²', 0).text },
          { label: text('weather.ambient'), value: celsius(ambientC) },
          { label: text('weather.module'), value: celsius(moduleC) },
          { label: text('weather.cell'), value: celsius(cellC) },
          { label: text('weather.wind'), value: format.quantity(windMs, 'm/s', 1).text },
          { label: text('weather.pr'), value: format.percent(performanceRatio) },
          { label: text('weather.ra'), value: format.percent(arrayRatio) },
        ]}
      />
    </Card>
  )
}
