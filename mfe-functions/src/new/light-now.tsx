import { useEndpoint } from '@helioport/api-client'
import { minIrradianceForVerdict } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Notice } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import type { Candidate } from './readiness.ts'

/** Light at the stations of the chosen inverters, and whether it is enough for a verdict. */
export function LightNow({ chosen }: { chosen: readonly Candidate[] }) {
  const stations = [...new Set(chosen.map(({ device }) => device.stationId))]
  return stations.map((stationId) => <LightAt key={stationId} stationId={stationId} />)
}

const refetchMs = 60_000

function LightAt({ stationId }: { stationId: string }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const { data } = useEndpoint('GET /stations/:stationId', { params: { stationId } }, { refetchMs })
  if (!data?.weather) return null
  const light = data.weather.irradianceWm2
  const values = {
    station: data.name,
    light: format.quantity(light, 'W/m²', 0).text,
    least: format.quantity(minIrradianceForVerdict, 'W/m²', 0).text,
  }
  if (light === null) return <Notice tone="warn">{text('light.unknown', values)}</Notice>
  const isEnough = light >= minIrradianceForVerdict
  return (
    <Notice tone={isEnough ? 'good' : 'warn'}>{text(isEnough ? 'light.enough' : 'light.tooLittle', values)}</Notice>
  )
}
