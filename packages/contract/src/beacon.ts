import Type, { type Static } from 'typebox'

/**
 * Where browsers send beacons, on the release host's own origin: a JSON array of up to `maxBeacons`, as
 * application/json (sendBeacon with a Blob of that type, or fetch with keepalive). Answers 204, 400, 413, 415 or 429.
 * `?token=` carries the token from the page; without a token nothing is counted. The answer's header `x-beacon-token`
 * holds the next token, for the same releases.
 */
export const beaconPath = '/releases/beacons'
/**
 * Issues a token: the request is a JSON array of up to twenty `<part>/<release>`; answers 200 with the token as text.
 */
export const beaconTokenPath = '/releases/beacons/token'
/** Server-sent events: `event: index`, `data: {"serial":N}`, after every change of the index and once at the start. */
export const indexEventsPath = '/releases/events'
/**
 * The same stream with hints for the session whose cookie comes with the request: `event: hint`, `data: {"type":…}` as
 * sent by the service (`GET /events`). The stream ends with the session; if the service is unavailable, only hints are
 * missing.
 */
export const indexAndHintEventsPath = '/releases/events?hints'
/** The signed index; answers with an ETag. */
export const indexPath = '/releases/index.json'
export const maxBeacons = 50
/** Interval at which a tab reports that a part is still shown, ms. */
export const aliveEveryMs = 60_000

/** The closed list of fault classes, so that statistics by class are comparable. */
export const faultClasses = [
  'unknown-remote',
  'host-api',
  'network',
  'missing',
  'deadline',
  'integrity',
  'stylesheet',
  'script',
  'shape',
  'page-missing',
  'render',
  'effect',
  'handler',
  'promise',
  'suspend',
  'hang',
  'memory',
  'unknown',
] as const
export type FaultClass = (typeof faultClasses)[number]

export const vitalNames = ['LCP', 'INP', 'CLS', 'TTFB', 'FCP'] as const

const oneOf = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] })

/** A browser's report on one release of one part; no personal data, no page address. */
export const Beacon = Type.Object(
  {
    /**
     * `alive`: once a minute while the part is shown in a visible tab; a tab without one for two minutes counts as
     * closed.
     */
    kind: oneOf(['load', 'unload', 'alive', 'fault', 'crash', 'vital'] as const),
    part: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }),
    release: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+-[0-9a-f]{12}$' }),
    cohort: oneOf(['stable', 'canary'] as const),
    serial: Type.Integer({ minimum: 1 }),
    /** Random per tab: counts tabs, identifies nobody. */
    tab: Type.String({ pattern: '^[0-9a-f]{16}$' }),
    fault: Type.Optional(oneOf(faultClasses)),
    /** Fallback release that was shown instead. */
    shown: Type.Optional(Type.String({ maxLength: 40 })),
    vital: Type.Optional(
      Type.Object({ name: oneOf(vitalNames), value: Type.Number({ minimum: 0 }) }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
)
export type Beacon = Static<typeof Beacon>
