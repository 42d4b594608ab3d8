import { useFormat, useText } from '@helioport/i18n'
import { leastPoints } from '@helioport/iv/sweeps'
import { Notice, Stack } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import styles from './file.module.css'
import { mostStrings, type TracerFile } from './tracer-file.ts'

/** Content of a file: strings with points, or why it is refused. */
export function FoundCurves({ found }: { found: TracerFile }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const { curves, problems, isUnlike } = found
  return (
    <Stack gap={2}>
      {problems.map(({ problem, line }) => (
        <Notice key={`${problem} ${line}`} tone="bad">
          {text(`file.problem.${problem}`, {
            line: format.number(line),
            most: format.number(mostStrings),
            least: format.number(leastPoints),
          })}
        </Notice>
      ))}
      {curves.length > 0 && <p>{text('file.found', { count: curves.length, number: format.number(curves.length) })}</p>}
      {curves.length > 0 && (
        <ul className={styles['strings']}>
          {curves.map(({ mppt, string, points, voltageV }) => (
            <li key={`${mppt} ${string}`}>
              {text('string', { mppt, string })}
              <span className={styles['points']}>
                {text(points > voltageV.length ? 'file.thinned' : 'file.points', {
                  points: format.number(points),
                  kept: format.number(voltageV.length),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isUnlike && <Notice tone="warn">{text('file.unlike')}</Notice>}
    </Stack>
  )
}
