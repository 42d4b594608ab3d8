import Type, { type Static } from 'typebox'
import { ivPointCount } from './command.ts'
import { type Setting, type SettingKind, settingKinds } from './setting.ts'

/**
 * How a logger gets and answers commands, over HTTP below /api/ingest/v1 with its own key:
 * `POST /commands/next` waits for a command; `POST /commands/:taskId/steps` tells how it goes; `POST
 * /commands/:taskId/curves` brings what a scan measured. All may be repeated. A command is executed only after the step
 * `delivered` was answered with `proceed: true`, and not later than `validForMs` after it came: so nothing is
 * executed twice or late, whoever dies when.
 */
const closed = { additionalProperties: false }

export const maxCommandWaitS = 25
/** A logger speaks for no more devices. */
const maxControlledDevices = 256

const Kind = Type.Unsafe<SettingKind>({ type: 'string', enum: [...settingKinds] })

const LoggerSetting = Type.Unsafe<Setting>(
  Type.Object(
    {
      kind: Kind,
      value: Type.Union([Type.Number({ minimum: -2, maximum: 2 }), Type.Null()]),
      points: Type.Union([
        Type.Array(
          Type.Object(
            { at: Type.Number({ minimum: -2, maximum: 2 }), value: Type.Number({ minimum: -2, maximum: 2 }) },
            closed,
          ),
          { maxItems: 10 },
        ),
        Type.Null(),
      ]),
    },
    closed,
  ),
)

export const NextCommandRequest = Type.Object(
  {
    /** How long to wait for a command, s. */
    waitS: Type.Integer({ minimum: 0, maximum: maxCommandWaitS }),
    /** What each of its devices can be set to; absent: it knows of power factors and scans alone. */
    controls: Type.Optional(
      Type.Array(
        Type.Object(
          {
            serial: Type.String({ minLength: 1, maxLength: 64 }),
            kinds: Type.Array(Kind, { maxItems: settingKinds.length, uniqueItems: true }),
          },
          closed,
        ),
        { maxItems: maxControlledDevices },
      ),
    ),
  },
  closed,
)
export type NextCommandRequest = Static<typeof NextCommandRequest>

/** `applySetting` and `readSetting` go only to who has told of `controls`. */
export const loggerActions = ['setPowerFactor', 'readPowerFactor', 'applySetting', 'readSetting', 'scanIv'] as const
export type LoggerAction = (typeof loggerActions)[number]

export interface LoggerCommand {
  taskId: string
  /** Grows each time that it is handed out; answers with an older one count no more. */
  lease: number
  /** Serial of the device. */
  serial: string
  action: LoggerAction
  powerFactor: number | null
  /** The same as the device's register holds it, where the portal knows its model; null: the logger translates. */
  raw: number | null
  /** applySetting: what is wanted; readSetting: which setting to read (its kind). */
  setting: Setting | null
  /** So long after it came the device goes back by itself, should nobody be heard any more; null: for good. */
  endsAfterMs: number | null
  validForMs: number
}

export interface NextCommandReply {
  order: LoggerCommand | null
}

/**
 * What a logger can tell: it has the command and is about to execute it, and how that ended. `progress`: so many strings
 * of a scan are swept; answered with `proceed: false` it stops, and sends the curves that it has, or `stopped`.
 */
export const loggerSteps = ['delivered', 'written', 'readBack', 'failed', 'timeout', 'progress', 'stopped'] as const
export type LoggerStepName = (typeof loggerSteps)[number]

export const LoggerStep = Type.Object(
  {
    lease: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    step: Type.Unsafe<LoggerStepName>({ type: 'string', enum: [...loggerSteps] }),
    /** delivered: the value that it found; readBack: the value that it has now. */
    powerFactor: Type.Optional(Type.Union([Type.Number({ minimum: -1, maximum: 1 }), Type.Null()])),
    /** The same of another setting; beside a power factor where another control for reactive power was found. */
    setting: Type.Optional(LoggerSetting),
    /** readBack: what the register holds. */
    raw: Type.Optional(Type.Union([Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }), Type.Null()])),
    /** delivered, readBack: what the device feeds in at that moment, W and var. */
    powerW: Type.Optional(Type.Union([Type.Number({ minimum: -1e9, maximum: 1e9 }), Type.Null()])),
    reactiveVar: Type.Optional(Type.Union([Type.Number({ minimum: -1e9, maximum: 1e9 }), Type.Null()])),
    /** progress: how many of how many strings are swept. */
    strings: Type.Optional(
      Type.Object(
        { done: Type.Integer({ minimum: 0, maximum: 32 }), all: Type.Integer({ minimum: 1, maximum: 32 }) },
        closed,
      ),
    ),
    /** failed: why. */
    reason: Type.Optional(
      Type.Unsafe<'unsupported' | 'rejected' | 'notEnoughLight'>({
        type: 'string',
        enum: ['unsupported', 'rejected', 'notEnoughLight'],
      }),
    ),
  },
  closed,
)
export type LoggerStep = Static<typeof LoggerStep>

export interface LoggerStepReply {
  /** False: the command is no longer this logger's to execute, or its time is over. */
  proceed: boolean
}

const Points = Type.Array(Type.Number({ minimum: -10_000, maximum: 10_000 }), {
  minItems: 2,
  maxItems: ivPointCount,
})

export const LoggerCurves = Type.Object(
  {
    lease: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    /** Epoch ms. */
    scannedAt: Type.Integer(),
    /** In the plane of the modules, W/m2, and at their back, degC: means over the scan; null: no sensor. */
    irradianceWm2: Type.Union([Type.Number({ minimum: 0, maximum: 2000 }), Type.Null()]),
    moduleC: Type.Union([Type.Number({ minimum: -60, maximum: 120 }), Type.Null()]),
    /** Just before the first string and after the last one, W/m2. */
    irradianceBeforeWm2: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 2000 }), Type.Null()])),
    irradianceAfterWm2: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 2000 }), Type.Null()])),
    /** False: it was stopped, some strings are missing. */
    isWhole: Type.Optional(Type.Boolean()),
    curves: Type.Array(
      Type.Object(
        {
          /** Counted from 1. */
          mppt: Type.Integer({ minimum: 1, maximum: 12 }),
          string: Type.Integer({ minimum: 1, maximum: 32 }),
          voltageV: Points,
          currentA: Points,
        },
        closed,
      ),
      { minItems: 1, maxItems: 32 },
    ),
  },
  closed,
)
export type LoggerCurves = Static<typeof LoggerCurves>
