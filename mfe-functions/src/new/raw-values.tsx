import { powerFactorRegisterOf, rawPowerFactor } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'
import { rawText } from '../command/raw-text.ts'
import type { Candidate } from './readiness.ts'
import styles from './choice.module.css'

interface RawValuesProps {
  chosen: readonly Candidate[]
  powerFactor: number
}

/** Register value for each chosen model, with its sign: makers differ. */
export function RawValues({ chosen, powerFactor }: RawValuesProps) {
  const text = useText<typeof enUS>('functions')
  const models = [...new Set(chosen.map(({ device }) => device.model))]
  if (models.length === 0) return null
  return (
    <dl className={styles['facts']} data-testid="raw">
      {models.map((model) => {
        const register = powerFactorRegisterOf(model)
        const raw = register && rawPowerFactor(register, powerFactor)
        return [
          <dt key={model}>{model}</dt>,
          <dd key={`${model} raw`} data-raw={raw ?? undefined}>
            {register && raw !== null
              ? `${register.name} = ${rawText(raw)} · ${text('raw.injects', { sign: register.injectSign > 0 ? '+' : '−' })}`
              : text('raw.unknown')}
          </dd>,
        ]
      })}
    </dl>
  )
}
