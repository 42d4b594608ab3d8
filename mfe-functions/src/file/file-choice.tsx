import { useState } from 'react'
import type { Device } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Notice, Row, Stack } from '@helioport/ui'
import { FileButton } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import { type TracerFile, tracerFile } from './tracer-file.ts'

/** Well above 32 strings with 500 points each. */
const mostBytes = 2 * 1024 * 1024

interface FileChoiceProps {
  wiring: Pick<Device, 'mpptCount' | 'stringCount'>
  /** Name of the chosen file. */
  name: string | undefined
  onFound: (name: string, found: TracerFile) => void
  /** Called when the chosen file is refused: earlier curves no longer apply. */
  onRefused: () => void
}

/** Chooses a tracer's file and reads it in the browser: nothing is sent before its curves were seen. */
export function FileChoice({ wiring, name, onFound, onRefused }: FileChoiceProps) {
  const text = useText<typeof enUS>('functions')
  const [tooLarge, setTooLarge] = useState<string>()
  const read = async (file: File) => {
    const isTooLarge = file.size > mostBytes
    setTooLarge(isTooLarge ? file.name : undefined)
    if (isTooLarge) return onRefused()
    const { readCurves, textIn } = await import('@helioport/iv/read')
    onFound(file.name, tracerFile(readCurves(textIn(new Uint8Array(await file.arrayBuffer()))), wiring))
  }
  const shown = tooLarge ?? name ?? text('file.none')
  return (
    <Stack gap={2}>
      <Row gap={3}>
        <FileButton icon="table" label={shown} accept=".csv,.txt,.tsv" onFile={(file) => void read(file)}>
          {text('file.choose')}
        </FileButton>
        <span aria-hidden>{shown}</span>
      </Row>
      {tooLarge !== undefined && <Notice tone="bad">{text('file.tooLarge')}</Notice>}
    </Stack>
  )
}
