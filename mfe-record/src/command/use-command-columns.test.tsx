import type { Command } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import enUS from '../messages/en-US.ts'
import { outcomeOf, useCommandColumns } from './use-command-columns.tsx'

test.each([
  [{ total: 3, open: 1, done: 1, failed: 1, cancelled: 0 }, 'open'],
  [{ total: 3, open: 0, done: 3, failed: 0, cancelled: 0 }, 'done'],
  [{ total: 3, open: 0, done: 1, failed: 2, cancelled: 1 }, 'partly'],
  [{ total: 3, open: 0, done: 2, failed: 1, cancelled: 1 }, 'partlyCancelled'],
  [{ total: 3, open: 0, done: 0, failed: 3, cancelled: 2 }, 'failed'],
  [{ total: 3, open: 0, done: 0, failed: 3, cancelled: 3 }, 'cancelled'],
] as const)('the outcome of %p is %s', (counts, outcome) => {
  expect(outcomeOf(counts)).toBe(outcome)
})

function Outcome({ command }: { command: Command }) {
  return useCommandColumns({ search: '', person: '' })
    .find(({ key }) => key === 'outcome')
    ?.render(command)
}

test('a held command shows what it waits for, until it has ended', async () => {
  await setUpI18n('en-US')
  addMessages('record', 'en-US', enUS)
  const held = (open: number) =>
    ({
      counts: { total: 3, open, done: 0, failed: 3 - open, cancelled: 0 },
      hold: { kind: 'secondPerson', waits: true },
    }) as unknown as Command
  const { rerender } = render(<Outcome command={held(3)} />)
  expect(screen.getByText('Waits for a second person')).toBeInTheDocument()
  rerender(<Outcome command={held(0)} />)
  expect(screen.getByText(enUS['command.failed'])).toBeInTheDocument()
})

function What({ command, search }: { command: Command; search: string }) {
  return useCommandColumns({ search, person: '' })
    .find(({ key }) => key === 'what')
    ?.render(command)
}

test('a command found by a device shows the device, with the hit marked', async () => {
  await setUpI18n('en-US')
  addMessages('record', 'en-US', enUS)
  const found = [{ name: 'Inverter 07', serial: '2303-86484637P' }]
  render(
    <What search="ter 07" command={{ kind: 'ivScan', cause: 'person', setting: null, found } as unknown as Command} />,
  )
  expect(screen.getByText('ter 07', { selector: 'mark' })).toBeInTheDocument()
  expect(screen.getByText('2303-86484637P')).toBeInTheDocument()
})
