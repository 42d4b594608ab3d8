import type { ObjectStore } from '@helioport/object-store'
import type { Outside } from './outside.ts'
import type { Db } from '../database/db.ts'

/** A mail; `id` marks a repeated delivery as the same mail. */
export interface Letter {
  id: string
  to: string
  subject: string
  text: string
  html?: string
  /** Pictures that `html` refers to by `cid:`. */
  pictures?: readonly { name: string; type: string; bytes: Buffer }[]
  /** Date of the mail, epoch ms: the same in a repeated delivery. */
  writtenAt?: number
  /** URL that unsubscribes from this kind of mail by one POST (RFC 8058). */
  oneClickUrl?: string
}

export interface ShortMessage {
  id: string
  to: string
  text: string
  /** URL for the gateway's delivery receipt. */
  receiptUrl: string
}

/** Delivers messages: by SMTP and an SMS gateway, or as files in the outbox. Rejects if the server refuses. */
export interface Courier {
  mail: (letter: Letter) => Promise<void>
  sms: (message: ShortMessage) => Promise<void>
  /** Channels without a server: their messages stay in the outbox and reach nobody. */
  kept?: readonly ('mail' | 'sms')[]
  /** Deletes files of the outbox that are older than `before` (epoch ms). */
  forget: (before: number) => Promise<void>
  /** Deletes these messages from the outbox. */
  forgetMessages: (ids: readonly string[]) => Promise<void>
}

/** How long data is kept that is also contained in roll-ups, in days. */
export interface Retention {
  rawDays: number
  /** Infinity: never deleted. */
  quarterDays: number
  /** A month that received rows within so many days is kept: an import may still be running. Default: none. */
  arrivedDays?: number
}

/** A company's OpenID provider, and which of its users may sign in. */
export interface OpenidSettings {
  /** Used in URLs: lower-case letters, digits, dashes. */
  name: string
  /** Label of the button. */
  title: string
  issuer: string
  clientId: string
  clientSecret: string
  /** Allowed domains of verified mail addresses; empty: any. */
  domains: readonly string[]
  /** `groupsClaim` must contain one of them; empty: any. */
  groups: readonly string[]
  groupsClaim: string
}

export interface Settings {
  /** Public origin of the portal, without a trailing slash. Links in mails start with it. */
  baseUrl: string
  /** 32 bytes: encrypts stored secrets, and keys the hashes of short codes. */
  key: Buffer
  /** Default: see telemetry/retention.ts. */
  retention?: Retention
  /** OpenID providers for signing in; default: none. */
  openidProviders?: readonly OpenidSettings[]
  /** Domain of passkeys (relying party), a suffix of the origin's host; default: that host. */
  passkeyDomain?: string
  /** Share of an account's rated power above which an order waits; default: largeOrderShare. */
  largeOrderShare?: number
  /** Address of the portal's own MQTT broker for loggers; absent: no broker. */
  mqtt?: { host: string; port: number; isTls: boolean }
  /** True: the broker should listen. `mqttCertificate`: file of its certificate. */
  mqttWanted?: boolean
  mqttCertificate?: string
  /** An external broker that loggers push to, and whether the service is subscribed to it; absent: none. */
  farBroker?: { isThere: boolean }
  /** Folder of the nightly backups; absent: unknown. */
  backups?: string
  /** Folder of the logs of the portal's parts; absent: unknown. */
  logs?: string
  /** Commit or version number of the running service, where its starter knows it. */
  version?: string
  /** Secrets among the settings: removed from everything that is exported for support. */
  secrets?: readonly string[]
  /** Folder of the embedded database, and how much disk space must stay free there. */
  storage?: { folder: string; keepFreeBytes: number }
  /** Origin on this machine that pushes may also go to, for tests; default: none. */
  pushTestOrigin?: string
  /** File of the gateway's package for `npx`; without the file it cannot be downloaded here. */
  gatewayFile?: string
}

/** Virtual plants, run by the process that started the service. */
export interface VirtualPlants {
  state: (accountId: string) => Promise<VirtualPlantsState>
  start: (
    accountId: string,
    order: { plants: 'one' | 'all'; token: string; mark: string },
  ) => Promise<VirtualPlantsState>
  /** Ends them and returns their loggers; call `forget` once these loggers are deleted. */
  end: (accountId: string) => Promise<{ loggerIds: string[] }>
  forget: (accountId: string) => Promise<unknown>
}

export interface VirtualPlantsState {
  /** `full`: the maximum number of accounts have virtual plants. */
  state: 'none' | 'starting' | 'live' | 'failed' | 'full'
  percent: number | null
}

/** The first argument of every rule: database, clock, and the operator's settings. */
export interface Service {
  db: Db
  /** Epoch ms; tests set their own clock. */
  now: () => number
  settings: Settings
  courier: Courier
  /** Bucket that new pictures and files of exports lie in; absent: they lie in the database. */
  files?: ObjectStore
  /** Absent: virtual plants are not available. */
  virtualPlants?: VirtualPlants
  /** Where requests on behalf of accounts may go; default: public hosts by https. */
  outside?: Outside
}
