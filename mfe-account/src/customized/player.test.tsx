import { addMessages, setUpI18n } from '@helioport/i18n'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import enUS from '../messages/en-US.ts'
import { Player } from './player.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('account', 'en-US', enUS)
})

/** The frame as its page comes. */
function load(content: string): Document {
  const frame = screen.getByTitle<HTMLIFrameElement>('Roof')
  const inside = frame.contentDocument as Document
  inside.open()
  inside.write(content)
  inside.close()
  fireEvent.load(frame)
  return inside
}

test('a video plays in the frame that its address has to itself; one that fails can be tried again', async () => {
  render(<Player page="/api/web/v1/account/video" label="Roof" />)
  expect(screen.getByTitle('Roof')).toHaveAttribute('src', '/api/web/v1/account/video')
  const video = load('<video></video>').querySelector('video') as HTMLVideoElement
  fireEvent.error(video)
  expect(screen.getByText('This video cannot be played')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByTitle('Roof')).toBeVisible()
  load('{"success":false}')
  expect(screen.getByText('This video cannot be played')).toBeVisible()
})
