import { addMessages, setUpI18n } from '@helioport/i18n'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import enUS from '../messages/en-US.ts'
import { Player } from './player.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('account', 'en-US', enUS)
})

/** Loads the frame's page by hand; jsdom plays nothing. */
function load(content: string): Document {
  const frame = screen.getByTitle<HTMLIFrameElement>('Roof')
  const inside = frame.contentDocument as Document
  inside.open()
  inside.write(content)
  inside.close()
  const video = inside.querySelector('video')
  if (video) video.play = () => Promise.resolve()
  fireEvent.load(frame)
  return inside
}

const again = () => userEvent.click(screen.getByRole('button', { name: 'Try again' }))

test('loads no frame before the video is played; a failed one says why and can be retried', async () => {
  const { container } = render(
    <Player page="/api/web/v1/account/video" label="Roof" host="media.example" poster="/picture" />,
  )
  expect(container.querySelector('iframe')).toBeNull()
  expect(container.querySelector('img')).toHaveAttribute('src', '/picture')
  await userEvent.click(screen.getByRole('button', { name: 'Play: Roof' }))
  expect(screen.getByTitle('Roof')).toHaveAttribute('src', '/api/web/v1/account/video')
  fireEvent.error(load('<video></video>').querySelector('video') as HTMLVideoElement)
  expect(screen.getByText('The address does not answer with a video that this browser plays.')).toBeVisible()
  await again()
  load('{"success":false}')
  expect(screen.getByText('This video cannot be played')).toBeVisible()
  await again()
  // A browser without native streaming reports an error first; the stream's page then takes over.
  const video = load('<video data-stream></video>').querySelector('video') as HTMLVideoElement
  fireEvent.error(video)
  expect(screen.getByTitle('Roof')).toBeVisible()
  // Created with the frame's own class.
  const Own = (video.ownerDocument.defaultView as unknown as typeof globalThis).CustomEvent
  fireEvent(video, new Own('streamfailed', { detail: 'network' }))
  expect(screen.getByText('media.example did not answer, or not to this portal.')).toBeVisible()
})
