import { addMessages, setUpI18n } from '@helioport/i18n'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import enUS from '../messages/en-US.ts'
import { Player } from './player.tsx'

const loaded: string[] = []

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('account', 'en-US', enUS)
  // jsdom plays nothing.
  HTMLMediaElement.prototype.load = () => undefined
  HTMLMediaElement.prototype.canPlayType = () => ''
  jest.mock('./play-stream.ts', () => {
    loaded.push('play-stream')
    return jest.requireActual<object>('./play-stream.ts')
  })
})

const play = () => userEvent.click(screen.getByRole('button', { name: 'Play: Roof' }))

test('nothing of a video is loaded before it is played; one that fails can be tried again', async () => {
  const { container } = render(
    <Player source={new URL('https://media.example.org/roof.mp4')} label="Roof" poster="/picture" />,
  )
  expect(container.querySelector('video')).toBeNull()
  expect(container.querySelector('img')).toHaveAttribute('src', '/picture')
  await play()
  const video = screen.getByLabelText<HTMLVideoElement>('Roof')
  expect(video.src).toBe('https://media.example.org/roof.mp4')
  expect(video).toHaveAttribute('playsinline')
  Object.defineProperty(video, 'error', { value: { code: 4 } })
  fireEvent.error(video)
  expect(screen.getByText('This video cannot be played')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByLabelText('Roof')).toBeVisible()
  expect(loaded).toEqual([])
})

test('what plays streams is loaded with the first of them; a browser without the means says so', async () => {
  render(<Player source={new URL('https://media.example.org/live/roof.m3u8')} label="Roof" />)
  expect(loaded).toEqual([])
  await play()
  expect(await screen.findByText('The address does not answer with a video that this browser plays.')).toBeVisible()
  expect(loaded).toEqual(['play-stream'])
})
