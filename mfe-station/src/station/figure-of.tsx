import type { Figure as FormattedFigure } from '@helioport/i18n'
import { Figure, type FigureSize } from '@helioport/ui'

interface FigureOfProps {
  figure: FormattedFigure
  size?: FigureSize
}

/** A formatted quantity with its unit in the look of the portal. */
export function FigureOf({ figure, size = 's' }: FigureOfProps) {
  return <Figure value={figure.value} unit={figure.unit} size={size} />
}
