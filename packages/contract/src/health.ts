/** Parts of the portal, in the order of the operators' health page. */
export const healthParts = [
  'database',
  'replica',
  'disk',
  'clock',
  'queues',
  'jobs',
  'mail',
  'sms',
  'mqtt',
  'releases',
  'backups',
  'certificates',
] as const
export type HealthPart = (typeof healthParts)[number]

/** `off`: this portal has no such part, or cannot check it. */
export const healthStates = ['good', 'warning', 'bad', 'off'] as const
export type HealthState = (typeof healthStates)[number]

/** State of every finding. */
export const healthStateOf = {
  'database.fine': 'good',
  'database.waiting': 'warning',
  'database.slow': 'bad',
  'replica.none': 'off',
  'replica.follows': 'good',
  'replica.behind': 'bad',
  'disk.elsewhere': 'off',
  'disk.fine': 'good',
  'disk.low': 'warning',
  'disk.full': 'bad',
  /** The bucket of pictures and exports. */
  'disk.bucketAway': 'bad',
  /** Some of them lie in a bucket, and none is configured. */
  'disk.bucketUnnamed': 'bad',
  'clock.fine': 'good',
  'clock.off': 'bad',
  'queues.fine': 'good',
  'queues.late': 'warning',
  'queues.stuck': 'bad',
  'jobs.fine': 'good',
  'jobs.late': 'bad',
  'mail.fine': 'good',
  'mail.kept': 'warning',
  'mail.failing': 'bad',
  'sms.fine': 'good',
  'sms.kept': 'warning',
  'sms.failing': 'bad',
  'mqtt.none': 'off',
  'mqtt.fine': 'good',
  'mqtt.closed': 'bad',
  /** An external broker that loggers push to. */
  'mqtt.linked': 'good',
  'mqtt.away': 'bad',
  'releases.unknown': 'off',
  'releases.fine': 'good',
  'releases.ended': 'bad',
  'backups.unknown': 'off',
  'backups.fine': 'good',
  'backups.none': 'bad',
  'backups.old': 'bad',
  'backups.unproved': 'warning',
  'backups.broken': 'bad',
  'certificates.none': 'off',
  'certificates.fine': 'good',
  'certificates.soon': 'warning',
  'certificates.bad': 'bad',
} as const satisfies Record<`${HealthPart}.${string}`, HealthState>
export type HealthCause = keyof typeof healthStateOf
export const healthCauses = Object.keys(healthStateOf) as HealthCause[]
