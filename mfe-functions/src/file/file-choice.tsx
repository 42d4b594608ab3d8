import { useState } from 'react'
import type { Device } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Notice, Row, Stack } from '@helioport/ui'
import { FileButton } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import { type TracerFile, tracerFile } from './tracer-file.ts'

/** Curves of 32 strings with 500 points each are far less. */
const mostBytes = 2 * 1024 * 1024

interface FileChoiceProps {
  wiring: Pick<Device, 'mpptCount' | 'stringCount'>
  /** Of the chosen file. */
  name: string | undefined
  onFound: (name: string, found: TracerFile) => void
}

/** Chooses a tracer's file and reads it here in the browser: nothing is sent before its curves were seen. */
export function FileChoice({ wiring, name, onFound }: FileChoiceProps) {
  const text = useText<typeof enUS>('functions')
  const [isTooLarge, setTooLarge] = useState(false)
  const read = async (file: File) => {
    setTooLarge(file.size > mostBytes)
    if (file.size > mostBytes) return
    const { readCurves, textIn } = await import('@helioport/iv/read')
    onFound(file.name, tracerFile(readCurves(textIn(new Uint8Array(await file.arrayBuffer()))), wiring))
  }
  return (
    <Stack gap={2}>
      <Row gap={3}>
        <FileButton
          icon="table"
          label={name ?? text('file.none')}
          accept=".csv,.txt,.tsv"
          onFile={(file) => void read(file)}
        >
          {text('file.choose')}
        </FileButton>
        <span aria-hidden>{name ?? text('file.none')}</span>
      </Row>
      {isTooLarge && <Notice tone="bad">{text('file.tooLarge')}</Notice>}
    </Stack>
  )
}
