import { addMessages, setUpI18n } from '@helioport/i18n'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import enUS from '../messages/en-US.ts'
import { Player } from './player.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('account', 'en-US', enUS)
})

test('nothing of a video is loaded before it is played; one that fails can be tried again', async () => {
  render(<Player source={new URL('https://media.example.org/roof.mp4')} label="Roof" poster="/picture" />)
  const video = screen.getByLabelText('Roof')
  expect(video).toHaveAttribute('preload', 'none')
  expect(video).toHaveAttribute('poster', '/picture')
  expect(video).not.toHaveAttribute('autoplay')
  fireEvent.error(video)
  expect(screen.getByText('This video cannot be played')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByLabelText('Roof')).toBeVisible()
})
