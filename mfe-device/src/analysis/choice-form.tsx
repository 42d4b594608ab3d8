import { useRef } from 'react'
import type { StationSearch } from '@helioport/api-client'
import { type AnalysisParameter, analysisParameters, mostAnalysedInverters } from '@helioport/contract'
import { useDayTexts, useFormat } from '@helioport/i18n'
import { Button, Card, Row } from '@helioport/ui'
import { DayPicker, type ShownDay } from '@helioport/ui/date'
import { SelectField } from '@helioport/ui/form'
import type { Choice, Prompt } from './analysis-choice.ts'
import styles from './choice-form.module.css'
import { Check, Group, InverterChoice, toggled } from './inverter-choice.tsx'
import { useAnalysisText } from './texts.ts'
import { useChoice } from './use-choice.ts'

interface ChoiceFormProps {
  first: Choice
  stations: StationSearch
  /** Epoch ms. */
  now: number
  busy: boolean
  onAsk: (choice: Choice) => void
}

/** Group, inverters, parameters and day, all of them required. */
export function ChoiceForm({ first, stations, now, busy, onAsk }: ChoiceFormProps) {
  const text = useAnalysisText()
  const format = useFormat()
  const form = useRef<HTMLFormElement>(null)
  const { choice, shown, inverters, isReading, prompts, chooseStation, chooseInverters, change, check } = useChoice(
    first,
    stations.known,
    now,
  )
  const promptOf = (prompt: Prompt | undefined) =>
    prompt && text(prompt, { most: format.number(mostAnalysedInverters) })
  const send = () => {
    if (check()) return onAsk(choice)
    // The prompts are rendered by the next frame.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]')?.focus(),
    )
  }
  return (
    <Card>
      <form
        ref={form}
        className={styles['form']}
        aria-label={text('choice')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <SelectField
          name="station"
          label={text('group')}
          required
          value={choice.station}
          onSearch={stations.onSearch}
          options={[
            { value: '', label: text('choose') },
            ...(stations.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={chooseStation}
          onLeave={() => {}}
          error={promptOf(prompts.station)}
          disabled={false}
        />
        <DayChoice shown={shown} error={promptOf(prompts.date)} onChange={(date) => change({ date })} />
        <ParameterChoice
          chosen={choice.parameters}
          error={promptOf(prompts.parameters)}
          onChange={(parameters) => change({ parameters })}
        />
        <InverterChoice
          inverters={inverters}
          chosen={choice.inverters}
          waits={isReading}
          error={promptOf(prompts.inverters)}
          onChoose={chooseInverters}
        />
        <Row>
          <Button kind="primary" type="submit" busy={busy}>
            {text('compare', { count: choice.inverters.length })}
          </Button>
        </Row>
      </form>
    </Card>
  )
}

interface DayChoiceProps {
  /** Undefined: no group is chosen, whose time zone defines the days. */
  shown: ShownDay | undefined
  error: string | undefined
  onChange: (date: string) => void
}

function DayChoice({ shown, error, onChange }: DayChoiceProps) {
  const text = useAnalysisText()
  const format = useFormat()
  const texts = useDayTexts()
  return (
    <Group label={text('date')} error={error}>
      {shown?.date !== undefined && shown.today !== undefined ? (
        <DayPicker
          label={text('date')}
          texts={texts}
          value={shown.date}
          today={shown.today}
          format={(day) => format.date(day)}
          onChange={onChange}
        />
      ) : (
        <span className={styles['quiet']}>{text('groupFirst')}</span>
      )}
    </Group>
  )
}

interface ParameterChoiceProps {
  chosen: readonly AnalysisParameter[]
  error: string | undefined
  onChange: (parameters: AnalysisParameter[]) => void
}

function ParameterChoice({ chosen, error, onChange }: ParameterChoiceProps) {
  const text = useAnalysisText()
  return (
    <Group label={text('parameters')} error={error}>
      <div className={styles['checks']}>
        {analysisParameters.map((name) => (
          <Check
            key={name}
            name={name}
            label={text(`parameter.${name}`)}
            value={chosen.includes(name)}
            onChange={(isOn) => onChange(toggled(analysisParameters, chosen, name, isOn))}
          />
        ))}
      </div>
    </Group>
  )
}
