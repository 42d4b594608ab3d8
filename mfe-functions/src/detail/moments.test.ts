import type { CommandDetail, CommandStep } from '@helioport/contract'
import { anyCommand, anyCommandDevice } from '../command/any-command.ts'
import { momentsOf } from './moments.ts'

const start = Date.parse('2026-11-21T03:55:00.000Z')
const after = (seconds: number) => new Date(start + seconds * 1000).toISOString()
const step = (state: CommandStep['state'], seconds: number): CommandStep => ({
  at: after(seconds),
  state,
  reason: null,
  powerFactor: null,
  setting: null,
  powerW: null,
  reactiveVar: null,
  by: 'service',
})
const held = {
  kind: 'secondPerson',
  until: after(86_400),
  waits: false,
  approvedBy: 'second',
  approvedAt: after(12),
  mayApprove: false,
} as const

function told(change: Partial<CommandDetail>, steps: CommandStep[], state: CommandStep['state'] = 'READ_BACK_OK') {
  const device = anyCommandDevice(1, { steps, state })
  return momentsOf(anyCommand({ ...change, devices: [device] }), device).map((moment) =>
    moment.what === 'step' ? moment.step.state : `${moment.what} by ${moment.by ?? 'nobody'}`,
  )
}

const set = [step('QUEUED', 0), step('SENT', 13), step('READ_BACK_OK', 14)]

test('the second person stands between the order and its going out, the way back at the end', () => {
  const takenBackBy = { commandId: 'c', cause: 'revert', at: after(900), ended: true, failed: 0 } as const
  expect(told({ hold: held, takenBackBy }, set)).toEqual([
    'QUEUED',
    'approved by second',
    'SENT',
    'READ_BACK_OK',
    'back by nobody',
  ])
})

test('an order that nobody took back in its time went out by itself; one that was cancelled did not', () => {
  const hold = { ...held, kind: 'delay', until: after(10), approvedBy: null, approvedAt: null } as const
  expect(told({ hold }, set)).toEqual(['QUEUED', 'waited by nobody', 'SENT', 'READ_BACK_OK'])
  expect(told({ hold }, [step('QUEUED', 0), step('CANCELLED', 5)], 'CANCELLED')).toEqual(['QUEUED', 'CANCELLED'])
  expect(told({ hold: { ...hold, waits: true } }, [step('QUEUED', 0)], 'QUEUED')).toEqual(['QUEUED'])
})

test('what was not set did not go back, and a way back that failed in part is told of no inverter', () => {
  const takenBackBy = { commandId: 'c', cause: 'revert', at: after(900), ended: true } as const
  expect(told({ takenBackBy }, [step('QUEUED', 0), step('TIMEOUT', 60)], 'TIMEOUT')).toEqual(['QUEUED', 'TIMEOUT'])
  expect(told({ takenBackBy: { ...takenBackBy, failed: 1 } }, set)).toEqual(['QUEUED', 'SENT', 'READ_BACK_OK'])
  expect(told({ takenBackBy: { ...takenBackBy, ended: false } }, set)).toEqual(['QUEUED', 'SENT', 'READ_BACK_OK'])
})
