import { useId, useRef, useState } from 'react'
import type { Device } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button, Notice, Row, Stack, VisuallyHidden } from '@helioport/ui'
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
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const read = async (file: File) => {
    setTooLarge(file.size > mostBytes)
    if (file.size > mostBytes) return
    const { readCurves } = await import('@helioport/iv/read')
    onFound(file.name, tracerFile(readCurves(await file.text()), wiring))
  }
  return (
    <Stack gap={2}>
      <Row gap={3}>
        <Button icon="table" onClick={() => input.current?.click()}>
          {text('file.choose')}
        </Button>
        <label htmlFor={id}>{name ?? text('file.none')}</label>
        <VisuallyHidden>
          <input
            ref={input}
            id={id}
            type="file"
            tabIndex={-1}
            accept=".csv,.txt,.tsv"
            onChange={(event) => {
              const [file] = event.target.files ?? []
              // The same file may be chosen anew after it was mended.
              event.target.value = ''
              if (file) void read(file)
            }}
          />
        </VisuallyHidden>
      </Row>
      {isTooLarge && <Notice tone="bad">{text('file.tooLarge')}</Notice>}
    </Stack>
  )
}
