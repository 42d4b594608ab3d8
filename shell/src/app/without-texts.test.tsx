import { screen } from '@testing-library/react'
import { showWithoutTexts } from './without-texts.ts'

beforeEach(() => document.body.replaceChildren(Object.assign(document.createElement('div'), { id: 'root' })))

const root = () => document.getElementById('root') as HTMLElement

it('a button stands where no text could be loaded', () => {
  showWithoutTexts(root())
  expect(screen.getByRole('button')).toBeVisible()
})

it('what the page has said by itself stays, and the place of the shell empty', () => {
  const line = document.createElement('p')
  line.setAttribute('role', 'alert')
  line.textContent = 'The portal could not be loaded.'
  document.body.append(line)
  showWithoutTexts(root())
  expect(screen.getByRole('alert')).toBeVisible()
  // The page removes its own line as soon as the shell renders something.
  expect(root()).toBeEmptyDOMElement()
})
