import { cleanup, render, screen } from '@testing-library/react'
import { Paper } from '../core/ui-provider.tsx'
import { useSize } from './use-size.ts'

afterEach(cleanup)

function Seen() {
  const [element, { seen }] = useSize<HTMLDivElement>()
  return <div ref={element}>{seen ? 'seen' : 'not seen'}</div>
}

test('what nobody has scrolled to is not drawn on the screen, and is on paper', () => {
  const { rerender } = render(
    <Paper on={false}>
      <Seen />
    </Paper>,
  )
  expect(screen.getByText('not seen')).toBeTruthy()
  rerender(
    <Paper on>
      <Seen />
    </Paper>,
  )
  expect(screen.getByText('seen')).toBeTruthy()
})
