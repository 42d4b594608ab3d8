import { alarmBitOf, alarmCodes, alarmsIn, type Device, deviceModes } from '@helioport/contract'
import { noValue, useAlarmText, useFormat, useText } from '@helioport/i18n'
import { DescriptionList } from '@helioport/ui'
import type enUS from '../../messages/en-US.ts'
import styles from './parameter-tab.module.css'

const modeNames = Object.keys(deviceModes) as (keyof typeof deviceModes)[]

/** State of the device: mode, sub-state, and the bits of the error word. */
export function State({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const { mode, subState, errorWord, age } = device
  const isFresh = age.state === 'live' || age.state === 'late'
  const name = modeNames.find((each) => deviceModes[each] === mode)
  // An outdated frame gives no state; a fresh frame without a mode is of a meter.
  const noMode = isFresh ? text('mode.notReported') : noValue
  const besides = isFresh ? text('parameter.nothing') : noValue
  const modeText = name === undefined ? text('mode.unknown') : text(`mode.${name}`)
  return (
    <>
      <DescriptionList
        items={[
          { label: text('parameter.mode'), value: mode === null ? noMode : `${modeText} (${mode})` },
          {
            label: text('parameter.besides'),
            value: subState === null ? besides : text(`subState.${subState}`),
          },
          { label: text('parameter.errorWord'), value: <ErrorWord word={errorWord} /> },
        ]}
      />
      {errorWord !== null && <Bits word={errorWord} />}
    </>
  )
}

function ErrorWord({ word }: { word: number | null }) {
  const hex = word === null ? noValue : `0x${word.toString(16).toUpperCase().padStart(8, '0')}`
  return (
    <bdi className={styles['number']} data-testid="error-word">
      {hex}
    </bdi>
  )
}

/** The 32 bits in order, in four classes of eight; set bits are named below. */
function Bits({ word }: { word: number }) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const alarmText = useAlarmText()
  const codes = alarmsIn(word)
  const isSet = (code: (typeof alarmCodes)[number]) => codes.includes(code)
  return (
    <>
      <ol className={styles['bits']} aria-label={text('parameter.bits')}>
        {alarmCodes.map((code) => (
          <li
            key={code}
            data-set={isSet(code) ? '' : undefined}
            title={alarmText(code)?.name}
            aria-label={`${code}: ${isSet(code) ? text('parameter.set') : text('parameter.clear')}`}
          >
            {code}
          </li>
        ))}
      </ol>
      {codes.length === 0 ? (
        <p className={styles['quiet']}>{text('parameter.noBits')}</p>
      ) : (
        <ul className={styles['causes']}>
          {codes.map((code) => (
            <li key={code}>
              <strong>{code}</strong> {alarmText(code)?.name}{' '}
              <span className={styles['quiet']}>{text('parameter.bit', { bit: format.number(alarmBitOf(code)) })}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
