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

test('the approval stands between order and dispatch, the revert at the end', () => {
  const takenBackBy = { commandId: 'c', cause: 'revert', at: after(900), ended: true, failed: 0 } as const
  expect(told({ hold: held, takenBackBy }, set)).toEqual([
    'QUEUED',
    'approved by second',
    'SENT',
    'READ_BACK_OK',
    'back by nobody',
  ])
})

test('a delayed command that nobody cancelled was sent by itself; a cancelled one was not', () => {
  const hold = { ...held, kind: 'delay', until: after(10), approvedBy: null, approvedAt: null } as const
  expect(told({ hold }, set)).toEqual(['QUEUED', 'waited by nobody', 'SENT', 'READ_BACK_OK'])
  expect(told({ hold }, [step('QUEUED', 0), step('CANCELLED', 5)], 'CANCELLED')).toEqual(['QUEUED', 'CANCELLED'])
  expect(told({ hold: { ...hold, waits: true } }, [step('QUEUED', 0)], 'QUEUED')).toEqual(['QUEUED'])
})

test('shows no revert of an inverter that was not set, nor one that failed in part or is still running', () => {
  const takenBackBy = { commandId: 'c', cause: 'revert', at: after(900), ended: true } as const
  expect(told({ takenBackBy }, [step('QUEUED', 0), step('TIMEOUT', 60)], 'TIMEOUT')).toEqual(['QUEUED', 'TIMEOUT'])
  expect(told({ takenBackBy: { ...takenBackBy, failed: 1 } }, set)).toEqual(['QUEUED', 'SENT', 'READ_BACK_OK'])
  expect(told({ takenBackBy: { ...takenBackBy, ended: false } }, set)).toEqual(['QUEUED', 'SENT', 'READ_BACK_OK'])
})
