import type { PayloadMapping } from '@helioport/contract'
import { setUpI18n } from '@helioport/i18n'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { addOwnerTexts } from '../../station/owner-texts.ts'
import { MapValue } from './map-value.tsx'
import { MappingList } from './mapping-list.tsx'
import { MessageList } from './message-list.tsx'

const now = Date.parse('2026-06-10T10:00:00Z')
const payload = '[{"id":"INV-A","p":500,"when":"2026-06-10T09:59:58Z"},{"id":"INV-B","p":700}]'

beforeAll(async () => {
  await setUpI18n('en-US')
  await addOwnerTexts()
})
afterEach(cleanup)

async function mapped(path: string, text: string, mappings: readonly PayloadMapping[] = []) {
  const said: PayloadMapping[] = []
  const clicked = { topic: 'roof/two', path, text, payload }
  render(<MapValue clicked={clicked} mappings={mappings} onMap={(mapping) => said.push(mapping)} onClose={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Map it' }))
  return said
}

test('maps a value of a message with two devices to the serial beside it', async () => {
  expect(await mapped('1.p', '700')).toEqual([
    {
      topic: 'roof/two',
      serial: { from: 'payload', path: '1.id' },
      fields: [{ field: 'powerW', path: '1.p', unit: 'W' }],
    },
  ])
})

test('maps a time in the message as its time of measurement', async () => {
  expect(await mapped('0.when', '2026-06-10T09:59:58Z')).toEqual([
    {
      topic: 'roof/two',
      serial: { from: 'payload', path: '0.id' },
      time: { path: '0.when', unit: 'iso' },
      fields: [],
    },
  ])
})

test('a value that is already mapped opens with its present mapping', async () => {
  const former: PayloadMapping = {
    topic: '+/two',
    serial: { from: 'topic', level: 0 },
    fields: [{ field: 'dcPowerW', path: '0.p', unit: 'kW', isNegated: true }],
  }
  expect(await mapped('0.p', '500', [former])).toEqual([former])
})

test('a serial path from the mapping of another topic is not used for this message', async () => {
  const other: PayloadMapping = {
    topic: 'roof/other',
    serial: { from: 'payload', path: 'sn' },
    fields: [{ field: 'powerW', path: 'p', unit: 'W' }],
  }
  const clicked = { topic: 'roof/plain', path: '', text: '5', payload: '5' }
  const said: PayloadMapping[] = []
  render(<MapValue clicked={clicked} mappings={[other]} onMap={(mapping) => said.push(mapping)} onClose={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: 'Map it' }))
  expect(said[0]?.serial).toEqual({ from: 'fixed', serial: 'INVERTER-1' })
})

test('each mapped value can be removed alone', async () => {
  const of = (field: 'powerW' | 'dcPowerW', path: string): PayloadMapping => ({
    topic: 'roof/two',
    serial: { from: 'fixed', serial: 'INV-A' },
    fields: [{ field, path, unit: 'W' }],
  })
  const mappings = [of('powerW', '0.p'), of('dcPowerW', '1.p')]
  let left: readonly PayloadMapping[] = mappings
  render(<MappingList mappings={mappings} onChange={(next) => (left = next)} />)
  await userEvent.click(screen.getByRole('button', { name: 'Read Power no more (INV-A: roof/two › 0.p)' }))
  expect(left).toEqual([mappings[1]])
})

test.each([
  ['{"power": 12', 'This is no valid JSON: nothing of it can be read.'],
  ['{}', 'No values in it.'],
  ['{"p":5,"sn":null}', 'Not used: there is no serial in it where one is looked for.'],
])('shows below %s why it is not used', (told, said) => {
  const mapping: PayloadMapping = {
    topic: 'roof',
    serial: { from: 'payload', path: 'sn' },
    fields: [{ field: 'powerW', path: 'p', unit: 'W' }],
  }
  const message = { topic: 'roof', isOwn: true, payload: told, receivedAt: '2026-06-10T09:59:00Z' }
  render(<MessageList messages={[message]} mappings={[mapping]} clicked={undefined} onClick={() => {}} now={now} />)
  expect(screen.getByText(said)).toBeInTheDocument()
})
