import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { act, renderHook, waitFor } from '@testing-library/react'
import { call } from '@helioport/api-client'
import { useProofDialog } from './use-proof-dialog.ts'

let server: Server
let proved = false
let asked = 0
const proofs: unknown[] = []
const open = XMLHttpRequest.prototype.open

/** A service that requires a proof by password and code before it ends other sessions. */
beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('access-control-allow-methods', '*')
    response.setHeader('content-type', 'application/json')
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const refuse = (errorCode: string) => ({ success: false, errorCode, errorMessage: errorCode, traceId: '1' })
      const answer = () => {
        if (request.method === 'DELETE') {
          asked += 1
          return proved ? { success: true, data: { ended: 2 } } : refuse('session.proofRequired')
        }
        if (request.method !== 'POST') return {}
        const body = JSON.parse(text) as { password: string; code?: string }
        proofs.push(body)
        if (body.password !== 'secret') return refuse('password.wrong')
        if (body.code === undefined) return refuse('session.codeRequired')
        proved = true
        return { success: true, data: { provedUntil: '2026-11-21T10:05:00Z' } }
      }
      response.end(JSON.stringify(answer()))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  XMLHttpRequest.prototype.open = function (method: string, url: string | URL, ...rest: unknown[]) {
    return Reflect.apply(open, this, [method, new URL(url, origin).href, ...rest]) as undefined
  }
})
afterAll(() => {
  XMLHttpRequest.prototype.open = open
  server.closeAllConnections()
  server.close()
})

test('cancelling the dialog returns session.proofRequired without another call', async () => {
  const { result, unmount } = renderHook(() => useProofDialog())
  const refused = call('DELETE /sessions').catch((error: unknown) => error)
  await waitFor(() => expect(result.current.open).toBe(true))
  const before = asked
  act(() => result.current.onCancel())
  expect(await refused).toMatchObject({ code: 'session.proofRequired' })
  expect([result.current.open, asked]).toEqual([false, before])
  unmount()
})

test('without the dialog the call fails with session.proofRequired', async () => {
  await expect(call('DELETE /sessions')).rejects.toMatchObject({ code: 'session.proofRequired' })
})

test('shows password.wrong, asks for a code if required, then repeats all waiting calls', async () => {
  const { result } = renderHook(() => useProofDialog())
  const done = Promise.all([call('DELETE /sessions'), call('DELETE /sessions')])
  await waitFor(() => expect(result.current.open).toBe(true))
  act(() => result.current.onSubmit('wrong', ''))
  await waitFor(() => expect(result.current.error).toBe('password.wrong'))
  act(() => result.current.onSubmit('secret', ''))
  await waitFor(() => expect(result.current.needsCode).toBe(true))
  expect(result.current.error).toBeUndefined()
  act(() => result.current.onSubmit('secret', '123456'))
  expect(await act(() => done)).toMatchObject([{ data: { ended: 2 } }, { data: { ended: 2 } }])
  expect(result.current.open).toBe(false)
  expect(proofs).toEqual([{ password: 'wrong' }, { password: 'secret' }, { password: 'secret', code: '123456' }])
})
