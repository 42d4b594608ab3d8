import type { DeviceParameter } from '@helioport/contract'
import { Button, Row } from '@helioport/ui'
import { useParameterNames } from './use-parameter-names.ts'

interface ChosenParametersProps {
  chosen: readonly DeviceParameter[]
  onRemove: (parameter: DeviceParameter) => void
}

/** The chosen parameters, each with a button to remove it. */
export function ChosenParameters({ chosen, onRemove }: ChosenParametersProps) {
  const names = useParameterNames()
  return (
    <Row gap={2}>
      {chosen.map((parameter) => (
        <Button key={parameter} size="s" icon="close" onClick={() => onRemove(parameter)}>
          {names(parameter)}
        </Button>
      ))}
    </Row>
  )
}
