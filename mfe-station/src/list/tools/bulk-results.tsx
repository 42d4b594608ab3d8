import { useText } from '@helioport/i18n'
import { useFormat } from '@helioport/i18n'
import { Bar, Button, Notice, Stack } from '@helioport/ui'
import { Modal } from '@helioport/ui/overlay'
import { useOwnerText } from '../../station/owner-texts.ts'
import { usePlaces } from '../../station/use-fleet.ts'
import type { BulkState } from './use-bulk.ts'
import styles from './tools.module.css'

/** Most refusals that are listed one by one. */
const mostTold = 100

/** Progress, and the refused stations with name and reason. */
export function BulkResults({ state, onClose }: { state: BulkState; onClose: () => void }) {
  const text = useOwnerText()
  const common = useText()
  const reasons = useText('error')
  const format = useFormat()
  const places = usePlaces()
  const nameOf = new Map(places.data?.map(({ id, name }) => [id, name]))
  const refused = state.results.flatMap(({ stationId, errorCode }) => (errorCode ? [{ stationId, errorCode }] : []))
  const well = state.results.length - refused.length
  return (
    <Modal
      open
      title={text('bulk.title')}
      onClose={state.isRunning ? () => {} : onClose}
      closeLabel={common('action.close')}
      footer={
        <Button kind="primary" busy={state.isRunning} onClick={onClose}>
          {common('action.close')}
        </Button>
      }
    >
      <Stack gap={3}>
        <Bar share={state.all === 0 ? 1 : state.done / state.all} label={text('bulk.title')} />
        <output data-testid="bulk-result" data-done={well} data-refused={refused.length}>
          {text('bulk.result', { done: format.number(well), all: format.number(state.all) })}
        </output>
        {refused.length > 0 && (
          <>
            <Notice tone="warn">{text('bulk.refused', { count: format.number(refused.length) })}</Notice>
            <ul className={styles['results']}>
              {refused.slice(0, mostTold).map(({ stationId, errorCode }) => (
                <li key={stationId}>
                  <strong>{nameOf.get(stationId) ?? stationId}</strong>
                  <span>{reasons(errorCode)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Stack>
    </Modal>
  )
}
