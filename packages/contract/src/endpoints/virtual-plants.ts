import Type from 'typebox'
import { Nullable, object, oneOf } from '../entities/common.ts'
import type { EndpointSpec } from './endpoint.ts'

const VirtualPlants = object({
  /** `off`: virtual plants are not available in this portal. */
  state: oneOf(['off', 'none', 'starting', 'live', 'failed'] as const),
  /** Progress of generating the days before today; null: not started, or finished. */
  percent: Nullable(Type.Number()),
})

export const virtualPlantsEndpoints = {
  'GET /virtual-plants': {
    access: 'main',
    summary: 'Whether virtual plants of the account report, to try the portal with',
    reply: VirtualPlants,
    errors: [],
  },
  'POST /virtual-plants': {
    access: 'main',
    summary: 'Add a virtual plant to the account, or (operators) all six of them, with some days of history',
    body: object({
      plants: oneOf(['one', 'all'] as const),
      /** Prefix of the stations' names, so that they are not taken for real ones. */
      mark: Type.String({ minLength: 1, maxLength: 20, pattern: '^[^-\\s]' }),
    }),
    reply: VirtualPlants,
    errors: ['notFound', 'access.denied', 'virtualPlants.full'],
  },
  'DELETE /virtual-plants': {
    access: 'main',
    summary:
      'Take the virtual plants of the account away with all that they made up; a station that also has other loggers or devices stays, without theirs',
    reply: VirtualPlants,
    errors: ['notFound'],
  },
} as const satisfies Record<string, EndpointSpec>
