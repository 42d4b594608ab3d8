import { ApiProvider, createQueryClient } from '@helioport/api-client'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import enUS from '../messages/en-US.ts'
import { BulletinForm } from './bulletin-form.tsx'

// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

const { open } = XMLHttpRequest.prototype
let server: Server
let asked: string[] = []
/** Beginnings of the requests that are refused. */
let refused: string[] = []

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('record', 'en-US', enUS)
  server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('access-control-allow-methods', '*')
    response.setHeader('content-type', 'application/json')
    request.resume()
    request.on('end', () => {
      const what = `${request.method} ${request.url?.replace('/api/web/v1', '')}`
      if (request.method !== 'OPTIONS') asked.push(what)
      const isRefused = refused.some((start) => what.startsWith(start))
      if (isRefused) response.statusCode = 400
      const reply = isRefused ? { success: false, errorCode: 'file.invalid', traceId: 't' } : { success: true, data: { id: 'b1' } } // prettier-ignore
      response.end(JSON.stringify(reply))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  XMLHttpRequest.prototype.open = function (method: string, url: string | URL, ...rest: unknown[]) {
    return Reflect.apply(open, this, [method, new URL(url, origin).href, ...rest]) as undefined
  }
})

beforeEach(() => {
  asked = []
  refused = []
})
afterEach(cleanup)
afterAll(() => {
  XMLHttpRequest.prototype.open = open
  server.closeAllConnections()
  server.close()
})

/** Publishes a download with the file. @returns what the page says */
async function publish(file: File) {
  const user = userEvent.setup({ applyAccept: false })
  render(
    <ApiProvider client={createQueryClient()}>
      <BulletinForm kind="download" bulletin={undefined} onDone={() => {}} />
    </ApiProvider>,
  )
  await user.type(screen.getByLabelText(enUS['publish.title']), 'Manual')
  await user.upload(screen.getByLabelText(enUS['publish.file'], { selector: 'input' }), file)
  const press = () => user.click(screen.getByRole('button', { name: enUS['publish.submit'] }))
  await press()
  return press
}

test('deletes the published bulletin when its file is refused', async () => {
  refused = ['PUT /bulletins/b1/file']
  const again = await publish(new File(['no PDF'], 'MANUAL.PDF'))
  const tried = ['POST /bulletins', 'PUT /bulletins/b1/file?name=MANUAL.pdf', 'DELETE /bulletins/b1']
  await waitFor(() => expect(asked).toEqual(tried))
  await screen.findByText(/not what its name says/)
  await again()
  await waitFor(() => expect(asked).toEqual([...tried, ...tried]))
})

test('the next try updates a bulletin that could not be deleted', async () => {
  refused = ['PUT /bulletins/b1/file', 'DELETE']
  const again = await publish(new File(['no PDF'], 'manual.pdf'))
  await screen.findByText(/not what its name says/)
  asked = []
  await again()
  const tried = ['PUT /bulletins/b1', 'PUT /bulletins/b1/file?name=manual.pdf', 'DELETE /bulletins/b1']
  await waitFor(() => expect(asked).toEqual(tried))
})

test('rejects a file of a wrong type or without content, and publishes nothing', async () => {
  await publish(new File(['<script>'], 'page.html'))
  expect(screen.getByText(/Such a file is not taken; these are: PDF/)).toBeTruthy()
  cleanup()
  await publish(new File([], 'empty.pdf'))
  expect(screen.getByText('This file is empty.')).toBeTruthy()
  expect(asked).toEqual([])
})
