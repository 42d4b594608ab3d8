import type { Device } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { DescriptionList, Figure } from '@helioport/ui'
import type enUS from '../../messages/en-US.ts'
import styles from './parameter-tab.module.css'

/** Present output by phase and in total. */
export function GridValues({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const phases = Math.max(device.acVoltageV.length, device.acCurrentA.length)
  const power = format.power(device.powerW)
  const reactive = format.reactive(device.reactiveVar)
  const frequency = format.quantity(device.frequencyHz, 'Hz', 2)

  return (
    <>
      <DescriptionList
        items={[
          { label: text('info.activePower'), value: <Figure value={power.value} unit={power.unit} /> },
          { label: text('info.reactivePower'), value: <Figure value={reactive.value} unit={reactive.unit} /> },
          {
            label: text('info.powerFactor'),
            value: <span className={styles['number']}>{format.number(device.powerFactor, 3)}</span>,
          },
          { label: text('info.frequency'), value: <Figure value={frequency.value} unit={frequency.unit} /> },
        ]}
      />
      {phases === 0 ? (
        <p className={styles['quiet']}>{text('info.noGrid')}</p>
      ) : (
        <table className={styles['phases']}>
          <thead>
            <tr>
              <th scope="col">{text('info.phase')}</th>
              <th scope="col">{text('info.voltage')}</th>
              <th scope="col">{text('info.current')}</th>
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: phases }, (_, phase) => {
              const voltage = format.quantity(device.acVoltageV[phase], 'V', 1)
              const current = format.quantity(device.acCurrentA[phase], 'A', 2)
              return (
                <tr key={phase}>
                  <th scope="row">L{phase + 1}</th>
                  <td>
                    <Figure value={voltage.value} unit={voltage.unit} />
                  </td>
                  <td>
                    <Figure value={current.value} unit={current.unit} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </>
  )
}
