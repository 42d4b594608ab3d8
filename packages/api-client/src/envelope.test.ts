import { ApiError } from './api-error.ts'
import { readEnvelope } from './envelope.ts'

function failureOf(body: unknown, status = 400): ApiError {
  try {
    readEnvelope(body, status)
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  throw new Error('was accepted')
}

test('reads data and total of a successful reply', () => {
  expect(readEnvelope({ success: true, data: [1, 2], total: 9 }, 200)).toEqual({ data: [1, 2], total: 9 })
  expect(readEnvelope({ success: true, data: { a: 1 } }, 200)).toEqual({ data: { a: 1 } })
  expect(readEnvelope({ success: true, data: null }, 200)).toEqual({ data: null })
})

test('status "error" yields no data and no error, whatever else the reply holds', () => {
  expect(readEnvelope({ status: 'error', message: 'boom' }, 200)).toEqual({ data: null })
  expect(readEnvelope({ status: 'error', success: false, errorCode: 'notFound' }, 500)).toEqual({ data: null })
})

test('success false is an error with code, trace and refused fields', () => {
  const error = failureOf({
    success: false,
    errorCode: 'request.invalid',
    errorMessage: 'never shown',
    traceId: 't-1',
    issues: [{ path: '/name', message: 'must not be empty' }],
  })
  expect(error).toMatchObject({ code: 'request.invalid', status: 400, traceId: 't-1' })
  expect(error.issues).toEqual([{ path: '/name', message: 'must not be empty' }])
})

test('an unknown error code becomes service.failed', () => {
  expect(failureOf({ success: false, errorCode: 'brand.new' }).code).toBe('service.failed')
  expect(failureOf({ success: false }).code).toBe('service.failed')
})

test.each(['<!doctype html>', null, undefined, 42, [], {}, { success: 'yes', data: 1 }])(
  '%p is no envelope',
  (body) => {
    expect(failureOf(body, 200).code).toBe('client.badReply')
  },
)
