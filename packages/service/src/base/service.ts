import type { Outside } from './outside.ts'
import type { Db } from '../database/db.ts'

/** A message as the courier takes it; `id` makes a second delivery known as the same. */
export interface Letter {
  id: string
  to: string
  subject: string
  text: string
  html?: string
  /** Pictures that `html` names by `cid:`. */
  pictures?: readonly { name: string; type: string; bytes: Buffer }[]
  /** When it was written, epoch ms: a second delivery says the same. */
  writtenAt?: number
  /** Address that stops mails of its kind by one POST (RFC 8058). */
  oneClickUrl?: string
}

export interface ShortMessage {
  id: string
  to: string
  text: string
  /** Where the gateway may tell what became of it. */
  receiptUrl: string
}

/** Brings messages out of the house: SMTP and an SMS gateway, or files in the outbox. A refusal rejects. */
export interface Courier {
  mail: (letter: Letter) => Promise<void>
  sms: (message: ShortMessage) => Promise<void>
  /** Channels without a server of their own: what they take lies in the outbox and reaches nobody. */
  kept?: readonly ('mail' | 'sms')[]
  /** Deletes the outbox's files from before `before` (epoch ms). */
  forget: (before: number) => Promise<void>
  /** Deletes what the outbox holds of these messages. */
  forgetMessages: (ids: readonly string[]) => Promise<void>
}

/** How long is kept what is in the roll-ups, too; in days. */
export interface Retention {
  rawDays: number
  /** Infinity: for ever. */
  quarterDays: number
  /** A month into which rows came within so many days stays: an import may not be at its end. Default: none. */
  arrivedDays?: number
}

/** A company's OpenID provider, and who of it may come in. */
export interface OpenidSettings {
  /** In addresses: small letters, digits, dashes. */
  name: string
  /** On the button. */
  title: string
  issuer: string
  clientId: string
  clientSecret: string
  /** Domains of verified addresses; empty: any. */
  domains: readonly string[]
  /** One of them has to be in the claim; empty: any. */
  groups: readonly string[]
  groupsClaim: string
}

export interface Settings {
  /** Origin that people use, without a slash at its end. Links in mails begin with it. */
  baseUrl: string
  /** 32 bytes: seals what must be readable later, makes short codes useless without it. */
  key: Buffer
  /** Default: see telemetry/retention.ts. */
  retention?: Retention
  /** Companies whose people sign in with their account there; default: none. */
  openidProviders?: readonly OpenidSettings[]
  /** Domain whose passkeys count, of which the origin's host is a part; default: that host. */
  passkeyDomain?: string
  /** Share of an account's rated power beyond which an order waits; default: largeOrderShare. */
  largeOrderShare?: number
  /** Where loggers reach the portal's own MQTT broker; absent: it has none. */
  mqtt?: { host: string; port: number; isTls: boolean }
  /** The broker is to listen; its certificate is this file. */
  mqttWanted?: boolean
  mqttCertificate?: string
  /** A broker elsewhere that loggers push to, and whether it gives what they push; absent: there is none. */
  farBroker?: { isThere: boolean }
  /** Folder in which the nightly backups lie; absent: nobody has said. */
  backups?: string
  /** Folder in which the logs of the portal's parts lie; absent: elsewhere. */
  logs?: string
  /** Commit or number of what runs, where its starter knows it. */
  version?: string
  /** What was set that nobody else may read: taken out of whatever leaves the house for support. */
  secrets?: readonly string[]
  /** Where the embedded database lies, and how much stays free there. */
  storage?: { folder: string; keepFreeBytes: number }
  /** Origin of this machine to which pushes may go besides public hosts, to try them out; default: none. */
  pushTestOrigin?: string
  /** The gateway, packed for `npx`; without it, or where nothing lies there, it cannot be fetched here. */
  gatewayFile?: string
}

/** Plants that nobody built, run by who started the service. */
export interface VirtualPlants {
  state: (accountId: string) => Promise<VirtualPlantsState>
  start: (
    accountId: string,
    order: { plants: 'one' | 'all'; token: string; mark: string },
  ) => Promise<VirtualPlantsState>
  /** Ends them, and says which loggers were theirs; they can be forgotten once nothing of these is left. */
  end: (accountId: string) => Promise<{ loggerIds: string[] }>
  forget: (accountId: string) => Promise<unknown>
}

export interface VirtualPlantsState {
  /** `full`: as many accounts have some as there is room for. */
  state: 'none' | 'starting' | 'live' | 'failed' | 'full'
  percent: number | null
}

/** What every rule is given: the database, the clock, and what the operator set. */
export interface Service {
  db: Db
  /** Epoch ms; passed in, so that a test sets it. */
  now: () => number
  settings: Settings
  courier: Courier
  /** Absent: nobody runs any. */
  virtualPlants?: VirtualPlants
  /** Where requests may be sent that accounts ask for; default: public hosts by https. */
  outside?: Outside
}
