import Type, { type Static } from 'typebox'
import { ivPointCount } from './command.ts'
import { type Setting, type SettingKind, settingKinds } from './setting.ts'

/**
 * How a logger fetches and answers commands, over HTTP below /api/ingest/v1 with its own key: `POST /commands/next`
 * waits for a command; `POST /commands/:taskId/steps` reports progress; `POST /commands/:taskId/curves` sends the
 * curves of a scan. All calls may be repeated. A command is executed only after the step `delivered` was answered with
 * `proceed: true`, and at most `validForMs` after it arrived: so no command is executed twice or late, whichever side
 * crashes.
 */
const closed = { additionalProperties: false }

export const maxCommandWaitS = 25
/** Maximum number of devices of one logger. */
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
    /** Maximum time to wait for a command, s. */
    waitS: Type.Integer({ minimum: 0, maximum: maxCommandWaitS }),
    /** Supported settings of each device; absent: the logger supports only power factors and scans. */
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

/** `applySetting` and `readSetting` are sent only to loggers that have reported `controls`. */
export const loggerActions = ['setPowerFactor', 'readPowerFactor', 'applySetting', 'readSetting', 'scanIv'] as const
export type LoggerAction = (typeof loggerActions)[number]

export interface LoggerCommand {
  taskId: string
  /** Increases with every hand-out of the task; answers with an older lease are ignored. */
  lease: number
  /** Serial of the device. */
  serial: string
  action: LoggerAction
  powerFactor: number | null
  /** The raw register value, if the portal knows the model; null: the logger translates. */
  raw: number | null
  /** applySetting: the wanted setting; readSetting: the setting to read (its kind). */
  setting: Setting | null
  /** Time after arrival at which the device must revert by itself if it hears nothing more; null: permanent. */
  endsAfterMs: number | null
  validForMs: number
}

export interface NextCommandReply {
  order: LoggerCommand | null
}

/**
 * Steps that a logger reports: it has the command and is about to execute it, and the result. `progress`: strings swept
 * so far in a scan; if the reply is `proceed: false`, the logger stops and sends the curves that it has, or `stopped`.
 */
export const loggerSteps = ['delivered', 'written', 'readBack', 'failed', 'timeout', 'progress', 'stopped'] as const
export type LoggerStepName = (typeof loggerSteps)[number]

export const LoggerStep = Type.Object(
  {
    lease: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    step: Type.Unsafe<LoggerStepName>({ type: 'string', enum: [...loggerSteps] }),
    /** delivered: the value before the write; readBack: the value after it. */
    powerFactor: Type.Optional(Type.Union([Type.Number({ minimum: -1, maximum: 1 }), Type.Null()])),
    /** The same for another kind of setting; beside a power factor if another reactive power control was active. */
    setting: Type.Optional(LoggerSetting),
    /** readBack: raw value of the register. */
    raw: Type.Optional(Type.Union([Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }), Type.Null()])),
    /** delivered, readBack: the device's AC output at that moment, W and var. */
    powerW: Type.Optional(Type.Union([Type.Number({ minimum: -1e9, maximum: 1e9 }), Type.Null()])),
    reactiveVar: Type.Optional(Type.Union([Type.Number({ minimum: -1e9, maximum: 1e9 }), Type.Null()])),
    /** progress: swept strings and all strings. */
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
  /** False: the logger must not execute the command; another lease has it, or it has expired. */
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
    /** False: the scan was stopped and some strings are missing. */
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
