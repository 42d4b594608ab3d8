import type { InverterAnalysis } from '@helioport/contract'
import { useFormat } from '@helioport/i18n'
import { analysisCsv } from './analysis-csv.ts'
import { drawAnalysis } from './analysis-picture.ts'
import { useCauseText } from './findings.tsx'
import { shareNames } from './share-colours.ts'
import { useAnalysisText } from './texts.ts'

function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name.replaceAll(/[\\/:*?"<>|]/g, '-')
  link.click()
  // The download has started by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}

/** Saves the comparison as a table or a picture. `name`: plant and day. */
export function useSaving(analysis: InverterAnalysis, name: string) {
  const text = useAnalysisText()
  const format = useFormat()
  const causeText = useCauseText()
  const title = `${text('title')} ${name}`
  return {
    // Excel recognizes UTF-8 only by the byte order mark.
    saveCsv: () => save(new Blob(['\ufeff', analysisCsv(analysis)], { type: 'text/csv' }), `${title}.csv`),
    savePicture: () => {
      const canvas = document.createElement('canvas')
      drawAnalysis(canvas, analysis, {
        title,
        subtitle: `${text('figure.median')}: ${format.quantity(analysis.medianYield, 'kWh/kWp', 2).text} · ${text('figure.dispersion')}: ${format.percent(analysis.dispersion)}`,
        format,
        legend: shareNames(format, text),
        causeOf: (deviceId) => {
          const finding = analysis.findings.find((one) => one.deviceId === deviceId)
          return finding ? causeText(finding) : ''
        },
      })
      canvas.toBlob((blob) => blob && save(blob, `${title}.png`), 'image/png')
    },
  }
}
