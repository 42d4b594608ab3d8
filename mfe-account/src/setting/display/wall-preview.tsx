import type { CSSProperties } from 'react'
import { useEndpoint } from '@helioport/api-client'
import { type InfoItem, paths } from '@helioport/contract'
import { noValue, useFormat } from '@helioport/i18n'
import { Card, LinkButton, Stack } from '@helioport/ui'
import { type ColorToken, colorOf, colors, variableOf } from '@helioport/ui/tokens'
import { figures } from '../../account/figures.ts'
import { useAccountText } from '../../account/use-account-text.ts'
import styles from './display.module.css'

/** The wall is dark in both themes. */
const darkStyle = Object.fromEntries(
  (Object.keys(colors) as ColorToken[]).map((token) => [variableOf(token), colorOf(token, 'dark')]),
) as CSSProperties

/** Sizes as on the wall; all others are small. */
const sizes: Partial<Record<InfoItem, 'hero' | 'large'>> = { powerNow: 'hero', energyToday: 'large' }
const wide: readonly InfoItem[] = ['powerNow', 'energyToday', 'incomeToday', 'incomeTotal', 'devicesOnline']

/** Preview of the wall with present figures. */
export function WallPreview({ items }: { items: readonly InfoItem[] }) {
  const text = useAccountText()
  const format = useFormat()
  const { data: summary } = useEndpoint('GET /stations/summary')
  return (
    <Card title={text('display.preview')} subtitle={text('display.previewHint')}>
      <Stack gap={4}>
        <dl className={styles['wall']} style={darkStyle} data-testid="wall-preview">
          {items.map((item) => {
            const { value, unit } = summary ? figures[item](summary, format) : { value: noValue, unit: '' }
            return (
              <div
                key={item}
                className={styles['figure']}
                data-item={item}
                data-size={sizes[item] ?? 'small'}
                data-wide={wide.includes(item) || undefined}
              >
                <dt>{text(`info.${item}`)}</dt>
                <dd>
                  {value} {unit && <small>{unit}</small>}
                </dd>
              </div>
            )
          })}
        </dl>
        <div>
          <LinkButton icon="screen" href={`#${paths.screen()}`}>
            {text('display.toWall')}
          </LinkButton>
        </div>
      </Stack>
    </Card>
  )
}
