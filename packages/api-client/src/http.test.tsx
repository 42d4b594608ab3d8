import { http } from './http.ts'

it('sends a request at once, without waiting for a read of the cookie store', async () => {
  const asked = jest.fn(() => new Promise(() => undefined))
  Reflect.set(window, 'cookieStore', { get: asked })
  const sent = new Promise((done) => {
    jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => done('sent'))
  })
  http.get('/stations', { adapter: 'xhr' }).catch(() => undefined)
  expect(await sent).toBe('sent')
  expect(asked).not.toHaveBeenCalled()
})
