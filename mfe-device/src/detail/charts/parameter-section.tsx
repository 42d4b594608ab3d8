import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Device, DeviceParameter } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Card, Icon, Menu, SkeletonChart, useUrlState } from '@helioport/ui'
import type enUS from '../../messages/en-US.ts'
import { chosenOf, type ComparedPeriod, parameterFields, parametersOf, toggled } from './chosen-parameters.ts'
import { useParameterNames } from './use-parameter-names.ts'

// Loaded once a parameter is chosen.
const YearChart = lazy(async () => ({ default: (await import('./year-chart.tsx')).YearChart }))
const ParameterChart = lazy(async () => ({ default: (await import('./parameter-chart.tsx')).ParameterChart }))

interface ParameterSectionProps {
  device: Device
  /** First and last shown local day. */
  from: string
  to: string
  /** A year is shown by days: mean, lowest and highest value of each. */
  period: ComparedPeriod
}

/** A chart of any parameters; the choice is in the URL. */
export function ParameterSection({ device, from, to, period }: ParameterSectionProps) {
  const text = useText<typeof enUS>('device')
  const names = useParameterNames()
  const [state, change] = useUrlState(parameterFields, useSearchParams())
  const known = parametersOf(device)
  const chosen = chosenOf(state.parameters, known)
  const toggle = (parameter: DeviceParameter) => change({ parameters: toggled(chosen, parameter).join(',') })
  return (
    <Card
      title={text('parameters.title')}
      subtitle={text(period === 'year' ? 'parameters.yearHint' : 'parameters.hint')}
      extra={
        <Menu
          label={text('parameters.choose')}
          trigger={
            <>
              <Icon name="plus" /> {text('parameters.choose')}
            </>
          }
          items={known.map((parameter) => ({
            key: parameter,
            label: names(parameter),
            selected: chosen.includes(parameter),
            onSelect: () => toggle(parameter),
          }))}
        />
      }
    >
      {chosen.length > 0 && (
        <Suspense fallback={<SkeletonChart height={340} />}>
          {period === 'year' ? (
            <YearChart {...{ device, from, to, chosen }} against={state.against} onRemove={toggle} />
          ) : (
            <ParameterChart {...{ device, from, to, period, chosen }} against={state.against} onRemove={toggle} />
          )}
        </Suspense>
      )}
    </Card>
  )
}
