import { isDay } from '@helioport/time/node'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { type Issue, Problem } from '../base/problem.ts'

const formats = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  date: isDay,
  'date-time': (text: string) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text)),
}

/** For bodies: no field is stripped, no type is coerced. */
const strictAjv = new Ajv({ strict: false, allErrors: true, removeAdditional: false, coerceTypes: false, formats })

/** For parameters and queries, which are text: "5" becomes 5. */
const textAjv = new Ajv({ strict: false, allErrors: true, coerceTypes: true, useDefaults: true, formats })

/** For replies, and rows that are judged one by one: stops at the first error. */
const plainAjv = new Ajv({ strict: false, removeAdditional: false, coerceTypes: false, formats })

const noChecks = () => {}

export type Check = (value: unknown) => void

/** A check that throws Problem request.invalid with one issue per broken rule; no schema: no check. */
export function checkBody(schema: object | undefined): Check {
  return schema ? throwing(() => strictAjv.compile(schema)) : noChecks
}

export function checkText(schema: object | undefined): Check {
  return schema ? throwing(() => textAjv.compile(schema)) : noChecks
}

/** A plain test, for lists whose rows are judged one by one. The same schema is compiled once. */
export function compileTest(schema: object): (value: unknown) => boolean {
  const validate = plainAjv.compile(schema)
  return (value) => validate(value)
}

/** Compiled at first use: the start does not wait for the schemas of all endpoints. */
function throwing(compile: () => ValidateFunction): Check {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= compile()
    if (!validate(value))
      throw new Problem('request.invalid', { issues: (validate.errors ?? []).slice(0, 20).map(toIssue) })
  }
}

function toIssue(error: ErrorObject): Issue {
  const { additionalProperty, missingProperty, allowedValues } = error.params as {
    additionalProperty?: string
    missingProperty?: string
    allowedValues?: unknown
  }
  const key = additionalProperty ?? missingProperty
  const message = error.message ?? error.keyword
  return {
    path: key === undefined ? error.instancePath : `${error.instancePath}/${key.slice(0, 80)}`,
    message: Array.isArray(allowedValues) ? `${message}: ${allowedValues.slice(0, 40).join(', ')}` : message,
  }
}
